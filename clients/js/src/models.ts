/**
 * The documents and bodies that this package reads and sends, as JSON has them with `X-Format-Values: typed`.
 * Generated from the schemas of the service: `npm run docs` writes it. A property with `?` is absent where it has
 * no value, or where X-Filter does not name it.
 */

export interface Link {
  readonly href: string
}
/** A link to an item: its address with its key, or with the properties that X-Filter names. */
export type LinkTo<Item> = Link & Partial<Item>

/** A post. */
export interface Post {
  /** Address; absent where the document is the one at that address. */
  readonly href?: string
  /** Post identifier. */
  readonly Id: number
  /** Whether the post is a key point of its blog. */
  readonly IsKeyPoint?: boolean
  /** Whether the post was changed after it was inserted. */
  readonly IsModified: boolean
  /** Whether the post is published. */
  readonly IsPublished: boolean
  /** Change number of the last change to the post; grows with each change in the blog. */
  readonly CId: number
  /** Position in the blog; lists show the highest first. */
  readonly Order: number
  /** Picture of the author. */
  readonly AuthorImage?: Link
  /** Display name of the author. */
  readonly AuthorName?: string
  /** Name of the form that a reader’s comment came from; absent on other posts. */
  readonly CommentSource?: string
  /** Body; may contain HTML as text. */
  readonly Content: string
  /** A JSON object as text. */
  readonly Meta: string
  /** Why the draft was returned to its author. Only requests with a session see it. */
  readonly ReturnNote?: string
  /** Identity of the post, which its copies in other blogs and services share. */
  readonly Uuid?: string
  /** When the post was inserted. */
  readonly CreatedOn: string
  /** When the post was deleted. */
  readonly DeletedOn?: string
  /** When the post was pinned above all others. */
  readonly PinnedOn?: string
  /** When the service will publish the draft. */
  readonly PublishOn?: string
  /** When the post was published; absent on a draft. */
  readonly PublishedOn?: string
  /** When the draft was handed in; until then, it belongs to its author alone. */
  readonly SubmittedOn?: string
  /** When the post was last changed. */
  readonly UpdatedOn?: string
  /** When the post was withdrawn from readers; absent unless it is a draft again. */
  readonly WithdrawnOn?: string
  /** Author of the post. */
  readonly Author?: LinkTo<Collaborator>
  /** Person of the author. */
  readonly AuthorPerson?: LinkTo<Person>
  /** Blog of the post. */
  readonly Blog: LinkTo<Blog>
  /** User who inserted the post. */
  readonly Creator: LinkTo<User>
  /** User who last corrected the post. Only requests with a session see it. */
  readonly Editor?: LinkTo<User>
  /** Verification of the post. */
  readonly PostVerification?: LinkTo<{ readonly Id: number }>
  /** Post type. */
  readonly Type: LinkTo<{ readonly Key: string }>
}

/** A post that has left a list: it was withdrawn, hidden or deleted. */
export interface LeftPost {
  /** Address; absent where the document is the one at that address. */
  readonly href?: string
  /** Post identifier. */
  readonly Id: number
  /** Whether the post is published. */
  readonly IsPublished: boolean
  /** Change number with which the post left the list. */
  readonly CId: number
  /** When the post was deleted. */
  readonly DeletedOn?: string
}

/** A blog. */
export interface Blog {
  /** Address; absent where the document is the one at that address. */
  readonly href?: string
  /** Blog identifier. */
  readonly Id: number
  /** Whether the blog is live. */
  readonly IsLive: boolean
  /** Description; may contain inline HTML. */
  readonly Description: string
  /** Settings of the embed, a JSON object as text. */
  readonly EmbedConfig?: string
  /** Address of the page that shows the blog. */
  readonly OutputLink?: string
  /** Title. */
  readonly Title: string
  /** When the blog was closed; absent while it is open. */
  readonly ClosedOn?: string
  /** When the blog was created. */
  readonly CreatedOn: string
  /** When the blog was hidden: lists omit it, but its address still works. */
  readonly DeletedOn?: string
  /** When the blog went live. */
  readonly LiveOn?: string
  /** When the blog is planned to go live: until then, readers see its title and this. */
  readonly StartsOn?: string
  /** When the latest of its published posts was published; absent without one. */
  readonly LastPostOn?: string
  /** When a published post was last corrected; until then, when the blog was created. */
  readonly UpdatedOn: string
  /** Number of changes to the properties that editors set; changes to posts do not count. */
  readonly Version?: number
  /** Creator of the blog. */
  readonly Creator: LinkTo<User>
  /** Language of the blog. */
  readonly Language: LinkTo<{ readonly Id: number }>
  /** Blog type. */
  readonly Type: LinkTo<{ readonly Id: number }>
  readonly Collaborator?: Link
  readonly CollaboratorPotential?: Link
  readonly Sync?: Link
  readonly Configuration?: Link
  readonly Post?: Link
  readonly PostComment?: Link
  readonly PostPublished?: Link
  readonly PostUnpublished?: Link
  readonly CommentPost?: Link
  readonly Source?: Link
  readonly BlogMedia?: Link
}

/** A user. */
export interface User {
  /** Address; absent where the document is the one at that address. */
  readonly href?: string
  /** User identifier. */
  readonly Id: number
  /** Whether the user may log in. */
  readonly Active?: boolean
  /** Postal address. */
  readonly Address?: string
  /** E-mail address. */
  readonly EMail?: string
  /** First name. */
  readonly FirstName?: string
  /** First and last name. */
  readonly FullName?: string
  /** Last name. */
  readonly LastName?: string
  /** Login name. */
  readonly Name?: string
  /** Telephone number. */
  readonly PhoneNumber?: string
  /** Number of changes to the item. */
  readonly Version?: number
  /** When the account was created. */
  readonly CreatedOn: string
  /** User type. */
  readonly Type: LinkTo<{ readonly Key: string }>
  readonly Role?: Link
  readonly Right?: Link
  readonly Blog?: Link
  readonly BlogLive?: Link
  readonly Action?: Link
  readonly Post?: Link
  readonly PostPublished?: Link
  readonly PostUnpublished?: Link
  readonly Collaborator?: Link
  readonly MetaDataIcon?: Link
}

/** A person. */
export interface Person {
  /** Address; absent where the document is the one at that address. */
  readonly href?: string
  /** Person identifier; a user and the user’s person have the same identifier. */
  readonly Id: number
  /** Postal address. */
  readonly Address?: string
  /** E-mail address. */
  readonly EMail?: string
  /** First name. */
  readonly FirstName?: string
  /** First and last name. */
  readonly FullName?: string
  /** Last name. */
  readonly LastName?: string
  /** Telephone number. */
  readonly PhoneNumber?: string
  /** Number of changes to the item. */
  readonly Version?: number
  readonly MetaDataIcon?: Link
}

/** A collaborator. */
export interface Collaborator {
  /** Address; absent where the document is the one at that address. */
  readonly href?: string
  /** Collaborator identifier. */
  readonly Id: number
  /** Display name: the user’s full name, else the source’s name. */
  readonly Name: string
  /** Number of changes to the item. */
  readonly Version?: number
  /** Source of the collaborator’s posts. */
  readonly Source: LinkTo<Source>
  /** User account of the collaborator, if there is one. */
  readonly User?: LinkTo<User>
  readonly Post?: Link
  readonly PostUnpublished?: Link
  readonly PostPublished?: Link
}

/** A source. */
export interface Source {
  /** Address; absent where the document is the one at that address. */
  readonly href?: string
  /** Source identifier. */
  readonly Id: number
  /** Whether posts of this source may be changed. */
  readonly IsModifiable: boolean
  /** Name. */
  readonly Name: string
  /** Name of the original source, if this source republishes another. */
  readonly OriginName?: string
  /** Address of the original source, if this source republishes another. */
  readonly OriginURI?: string
  /** Number of changes to the item. */
  readonly Version?: number
  /** Source type. */
  readonly Type: LinkTo<{ readonly Key: string }>
  /** Address of the source. */
  readonly URI?: Link
  readonly Post?: Link
  readonly PostUnpublished?: Link
  readonly PostPublished?: Link
  readonly Collaborator?: Link
}

/** A page of a list of posts. */
export interface PostList {
  /** Offset of the next older page: number of posts that match the criteria other than cId. */
  readonly offsetMore?: number
  /** Number of items that match. */
  readonly total?: number
  /** Page size: the requested limit, at most the total. */
  readonly limit?: number
  /** Newest change number in this list; send it as cId.since in the next request. */
  readonly lastCId?: number
  /** Index of the first item shown. */
  readonly offset?: number
  readonly PostList: readonly Post[]
}

/** Body of a request. */
export interface NewPost {
  /** Body; may contain HTML as text. */
  readonly Content: string
  /** Key of the post type; default normal. */
  readonly Type?: string
  /**
   * JSON object, or a JSON object as text. Readers see these members of quote: annotation (Who said it, and where);
   * link: url (Address), title (Title), description (Description); image: credit (Credit); advertisement: annotation
   * (Label above the ad).
   */
  readonly Meta?: string | object
  /** Author; default: the collaborator of the creator. */
  readonly Author?: number
  /** User who inserts the post; default: the user who sends the request. */
  readonly Creator?: number
}

/** Body of a request. */
export interface EditedPost {
  /** Body; may contain HTML as text. */
  readonly Content?: string
  /**
   * JSON object, or a JSON object as text. Readers see these members of quote: annotation (Who said it, and where);
   * link: url (Address), title (Title), description (Description); image: credit (Credit); advertisement: annotation
   * (Label above the ad).
   */
  readonly Meta?: string | object
}
