/** Blogs (docs/spec.md, section 2.3). */
import { Type, type Static } from 'typebox'
import { family } from './language/family.ts'
import { flag, like, moment } from './language/criteria.ts'
import { BLOG_PAGE, Listing } from './language/paging.ts'
import {
  Count,
  FilledText,
  Flag,
  Id,
  LinkById,
  Markup,
  Moment,
  Text,
  Unfilled,
  SentMoment,
  Clearable
} from './language/vocabulary.ts'
import { edited, model, type ReaderAddresses } from './language/models.ts'

const self = '{Module}/Blog/{Id}'

/** Maximum number of characters of a blog's description and of its embed settings. */
const MAX_TEXT = 65535

/** Addresses of a blog's live page and of its feeds. */
export const blogReaders: ReaderAddresses = {
  page: 'live/{Id}',
  feeds: {
    atom: { path: 'live/{Id}/atom', type: 'application/atom+xml', title: 'Atom' },
    json: { path: 'live/{Id}/feed.json', type: 'application/feed+json', title: 'JSON Feed' }
  },
  onlyIf: 'LiveOn',
  unless: 'DeletedOn'
}

export const Blog = model(
  'Blog',
  self,
  {
    Id: Id('Blog identifier'),
    IsLive: Flag('Whether the blog is live'),
    Description: Markup('Description; may contain inline HTML'),
    EmbedConfig: Type.Optional(Text('Settings of the embed, a JSON object as text')),
    OutputLink: Type.Optional(Text('Address of the page that shows the blog')),
    Title: Text('Title', { maxLength: 255 }),
    ClosedOn: Type.Optional(Moment('When the blog was closed; absent while it is open')),
    CreatedOn: Moment('When the blog was created'),
    DeletedOn: Type.Optional(Moment('When the blog was hidden: lists omit it, but its address still works')),
    LiveOn: Type.Optional(Moment('When the blog went live')),
    StartsOn: Type.Optional(Moment('When the blog is planned to go live: until then, readers see its title and this')),
    LastPostOn: Type.Optional(Moment('When the latest of its published posts was published; absent without one')),
    LastUpdatedOn: Unfilled('Always absent; use UpdatedOn'),
    UpdatedOn: Moment('When a published post was last corrected; until then, when the blog was created'),
    Version: Count('Number of changes to the properties that editors set; changes to posts do not count'),
    Creator: LinkById('HR/User/{Creator}', 'Creator of the blog'),
    Language: LinkById('Localization/Language/{Language}', 'Language of the blog'),
    Type: LinkById('{Module}/BlogType/{Type}', 'Blog type')
  },
  {
    Collaborator: `${self}/Collaborator/`,
    CollaboratorPotential: `${self}/Collaborator/Potential`,
    Sync: `${self}/Sync/`,
    Configuration: `${self}/Configuration/`,
    Post: `${self}/Post/`,
    PostComment: `${self}/Post/Comment`,
    PostPublished: `${self}/Post/Published`,
    PostUnpublished: `${self}/Post/Unpublished`,
    CommentPost: `${self}/Comment/Post/`,
    Source: `${self}/Source/`,
    BlogMedia: `${self}/BlogMedia/`
  },
  {
    onRequest: ['EmbedConfig', 'OutputLink', 'DeletedOn', 'LiveOn', 'StartsOn', 'LastPostOn', 'Version'],
    version: 'Version',
    cacheAs: 'live',
    readers: blogReaders
  }
)

const BlogCriteria = {
  title: like('Title'),
  createdOn: moment('When the blog was created'),
  liveOn: moment('When the blog went live'),
  startsOn: moment('When the blog is planned to go live'),
  lastUpdatedOn: moment('When a published post was last corrected; until then, when the blog was created', 'UpdatedOn'),
  isLive: flag('Whether the blog is live'),
  isOpen: flag('Whether the blog is not closed')
}

const bodyProperties = {
  Description: Type.Optional(Text('Description; may contain inline HTML', { maxLength: MAX_TEXT })),
  Type: Type.Optional(LinkById('{Module}/BlogType/{Type}', 'Blog type')),
  OutputLink: Type.Optional(Clearable(Text('Address of the page that shows the blog', { maxLength: 2000 }))),
  EmbedConfig: Type.Optional(
    Clearable(
      Type.String({
        format: 'json-object',
        contentMediaType: 'application/json',
        maxLength: MAX_TEXT,
        description: 'Settings of the embed'
      })
    )
  ),
  StartsOn: Type.Optional(
    Clearable(SentMoment('When the blog is planned to go live; readers see its title and this time until it does'))
  )
}
const Title = FilledText('Title', { maxLength: 255, examples: ['Harbour bridge opens'] })
const Language = LinkById('Localization/Language/{Language}', 'Language of the blog')

export const NewBlog = model('Blog', null, {
  Title,
  Language,
  ...bodyProperties,
  Creator: Type.Optional(LinkById('HR/User/{Creator}', 'Creator of the blog; default: the user who sends the request'))
})

/** Body of a PUT to a blog. Absent properties keep their values. */
const EditedBlog = edited(
  model('Blog', null, {
    Title,
    Language,
    ...bodyProperties,
    ClosedOn: Clearable(SentMoment('When the blog was closed; empty: the blog is open'))
  })
)

export const Blogs = family(Blog, {
  criteria: BlogCriteria,
  listing: Listing(BlogCriteria, BLOG_PAGE),
  creation: NewBlog,
  changes: EditedBlog
})

export type BlogRow = Static<typeof Blog>
