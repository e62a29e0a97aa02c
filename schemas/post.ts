/** Posts of a blog (docs/spec.md, section 2.4). */
import { Type, type Static, type TProperties } from 'typebox'
import { decimal, flag, like, moment, range, search } from './language/criteria.ts'
import { thumbSize } from './meta-data.ts'
import { BLOG_PAGE, Listing, MAX_LIMIT, PageAttributes } from './language/paging.ts'
import {
  Count,
  Decimal,
  FileLink,
  Flag,
  Id,
  LinkById,
  LinkByKey,
  MAX_INTEGER,
  Markup,
  Moment,
  Text,
  Unfilled
} from './language/vocabulary.ts'
import { listOf, model } from './language/models.ts'

const self = '{Module}/Blog/{Blog}/Post/{Id}'

/** Maximum number of characters of a post's content and of its meta data. */
export const MAX_CONTENT = 65535
/** Maximum number of characters of a note to the author of a draft. */
export const MAX_NOTE = 2000

/** Properties that posts have in lists of a blog and in lists of all blogs. */
export const body = {
  AuthorImage: Type.Optional(FileLink('Picture of the author')),
  AuthorName: Type.Optional(Text('Display name of the author')),
  CommentSource: Type.Optional(Text('Name of the form that a reader’s comment came from; absent on other posts')),
  Content: Markup('Body; may contain HTML as text', { maxLength: MAX_CONTENT }),
  ContentPlain: Unfilled('Body without markup'),
  Meta: Text('A JSON object as text', { maxLength: MAX_CONTENT }),
  ReturnNote: Type.Optional(
    Text('Why the draft was returned to its author. Only requests with a session see it', { maxLength: MAX_NOTE })
  ),
  Uuid: Text('Identity of the post, which its copies in other blogs and services share', { maxLength: 36 }),
  CreatedOn: Moment('When the post was inserted'),
  DeletedOn: Type.Optional(Moment('When the post was deleted')),
  PinnedOn: Type.Optional(Moment('When the post was pinned above all others')),
  PublishOn: Type.Optional(Moment('When the service will publish the draft')),
  PublishedOn: Type.Optional(Moment('When the post was published; absent on a draft')),
  SubmittedOn: Type.Optional(Moment('When the draft was handed in; until then, it belongs to its author alone')),
  UpdatedOn: Type.Optional(Moment('When the post was last changed')),
  WithdrawnOn: Type.Optional(Moment('When the post was withdrawn from readers; absent unless it is a draft again')),
  Author: Type.Optional(LinkById('Data/Collaborator/{Author}', 'Author of the post')),
  AuthorPerson: Type.Optional(LinkById('HR/Person/{AuthorPerson}', 'Person of the author'))
}
/** Links of posts, after the one to the blog. */
export const links = {
  Creator: LinkById('HR/User/{Creator}', 'User who inserted the post'),
  Editor: Type.Optional(
    LinkById('HR/User/{Editor}', 'User who last corrected the post. Only requests with a session see it')
  ),
  PostVerification: Type.Optional(LinkById('Data/PostVerification/{PostVerification}', 'Verification of the post')),
  Type: LinkByKey('Data/PostType/{Type}', 'Post type')
}
/** Properties that the specification does not list. Existing clients name some of them in X-Filter. */
export const onRequest = [
  ...['AuthorImage', 'CommentSource', 'DeletedOn', 'UpdatedOn', 'PostVerification'],
  ...['Editor', 'IsKeyPoint', 'ReturnNote', 'PinnedOn', 'PublishOn', 'SubmittedOn', 'Uuid', 'WithdrawnOn']
]
/** Properties that only requests with a session see. */
export const forSessions = ['ReturnNote', 'Editor']
export const state = {
  Id: Id('Post identifier'),
  IsKeyPoint: Flag('Whether the post is a key point of its blog'),
  IsModified: Flag('Whether the post was changed after it was inserted'),
  IsPublished: Flag('Whether the post is published')
}

/** A post that has left a list: the properties by which a client removes it. */
export const LeftPost = model(
  'Post',
  self,
  {
    Id: state.Id,
    IsPublished: state.IsPublished,
    CId: Count('Change number with which the post left the list'),
    DeletedOn: Type.Optional(Moment('When the post was deleted'))
  },
  {},
  { version: 'CId', view: 'removedPost', cacheAs: 'post' }
)

export const Post = model(
  'Post',
  self,
  {
    ...state,
    CId: Count('Change number of the last change to the post; grows with each change in the blog'),
    Order: Decimal('Position in the blog; lists show the highest first'),
    ...body,
    Blog: LinkById('{Module}/Blog/{Blog}', 'Blog of the post'),
    ...links
  },
  {},
  {
    ...{ onRequest, forSessions, trimmed: LeftPost },
    ...{ draftUnless: 'IsPublished', version: 'CId', view: 'post', cacheAs: 'post' }
  }
)

/** A post as it is now: all of it, or what remains of a deleted one. */
export const CurrentPost = Type.Union([Post, LeftPost])

/** Posts of a blog, those with the highest `Order` first. */
export const PostList = listOf(
  'PostList',
  Post,
  self,
  {
    offsetMore: Type.Optional(
      Count('Offset of the next older page: number of posts that match the criteria other than cId')
    ),
    total: PageAttributes.total,
    limit: PageAttributes.limit,
    lastCId: Type.Optional(Count('Newest change number in this list; send it as cId.since in the next request')),
    offset: PageAttributes.offset
  },
  { parameter: 'order.until', property: 'Order' }
)

/** Size of the author's picture. */
export const ThumbSize = thumbSize('AuthorImage')

/** Query parameters that request a stream of changes instead of a page. */
export const Stream = {
  stream: Type.Optional(
    Type.Union([Type.Literal('true'), Type.Literal('')], {
      description:
        'Streams the changes of this list after cId.since or Last-Event-ID as server-sent events, ' +
        'like Accept: text/event-stream'
    })
  ),
  blogVersion: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_INTEGER,
      description: 'Streams, too, with events of the type blog when the blog itself has a greater version'
    })
  )
}

const words = search('Body and meta data', ['Content', 'Meta'])

/** Criteria of all lists of posts, without those for change numbers. */
export const bodyCriteria = {
  id: range('Post identifier'),
  content: like('Body'),
  search: words,
  'search.like': words,
  'search.ilike': words,
  isModified: flag('Whether the post was changed'),
  createdOn: moment('When the post was inserted'),
  publishedOn: moment('When the post was published'),
  updatedOn: moment('When the post was changed'),
  deletedOn: moment('When the post was deleted')
}

/** Criterion for change numbers. A blog's list that is filtered by it also shows the posts that left the list. */
export const ChangeCriteria = { cId: range('Change number') }

/** Criteria of lists of a blog's posts and of templates for them, without those for change numbers. */
export const OrderedCriteria = {
  ...bodyCriteria,
  order: decimal('Position in the blog'),
  isPublished: flag('Whether the post is published')
}

/** Criteria of a blog's lists of posts, without those for change numbers. */
export const PostCriteria = {
  ...OrderedCriteria,
  isSubmitted: flag('Whether the draft was handed in'),
  isPinned: flag('Whether the post is pinned above all others'),
  isKeyPoint: flag('Whether the post is a key point of its blog'),
  withdrawnOn: moment('When the post was withdrawn from readers')
}

const { id, deletedOn, isPublished, ...criteriaOfHiddenProperties } = PostCriteria

/** Criteria for properties that a post still shows after it has left a list. */
export const ShownCriteria = { id, deletedOn, isPublished }
/** Criteria for properties that a post no longer shows after it has left a list. */
export const HiddenCriteria = criteriaOfHiddenProperties

/**
 * Returns the query schema of a blog's list of posts.
 * @param more additional parameters of one list
 */
export const PostListing = (more: TProperties = {}) =>
  Listing({ ...ChangeCriteria, ...PostCriteria }, BLOG_PAGE, {
    limit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_LIMIT,
        pageSize: BLOG_PAGE,
        description: 'Maximum number of items shown; 1000 if it is absent and the query has bounds on cId'
      })
    ),
    ...more
  })

export const PostMoveQuery = Type.Object({
  before: Type.Boolean({ default: true, description: 'true: directly above the other post; false: directly below it' })
})

export type PostRow = Static<typeof Post>
