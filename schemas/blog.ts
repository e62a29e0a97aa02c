/** Blogs (spec 2.3). */
import { Type, type Static } from 'typebox'
import { flag, like, moment } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { Count, Flag, Id, LinkById, Moment, Text, Unfilled, listOf, model } from './language/vocabulary.ts'

const self = '{Module}/Blog/{Id}'

/** The most characters of a blog's description and of its embed's settings. */
const MAX_TEXT = 65535

export const Blog = model(
  'Blog',
  self,
  {
    Id: Id('Blog identifier'),
    IsLive: Flag('Whether the blog is live'),
    Description: Text('Description; may contain inline HTML'),
    EmbedConfig: Type.Optional(Text('Settings of the embed, a JSON object as text')),
    OutputLink: Type.Optional(Text('Address of the page that shows the blog')),
    Title: Text('Title', { maxLength: 255 }),
    ClosedOn: Type.Optional(Moment('When the blog was closed')),
    CreatedOn: Moment('When the blog was made'),
    DeletedOn: Type.Optional(Moment('When the blog was hidden: lists leave it out, links still lead to it')),
    LiveOn: Type.Optional(Moment('When the blog went live')),
    LastUpdatedOn: Unfilled('When the blog was last changed; UpdatedOn tells that'),
    UpdatedOn: Moment('When one of its posts was last modified; when the blog was made as long as none was'),
    Version: Count('How often what its editors say of it has changed; posts have numbers of their own'),
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
  { onRequest: ['EmbedConfig', 'OutputLink', 'ClosedOn', 'DeletedOn', 'LiveOn', 'Version'], version: 'Version' }
)

export const BlogList = listOf('BlogList', Blog, self, PageAttributes)

/** What lists of blogs can be filtered and ordered by. */
export const BlogCriteria = {
  title: like('Title', 'Title'),
  createdOn: moment('When the blog was made', 'CreatedOn'),
  liveOn: moment('When the blog went live', 'LiveOn'),
  lastUpdatedOn: moment('When one of its posts was last modified', 'UpdatedOn'),
  isLive: flag('Whether the blog is live', 'IsLive'),
  isOpen: flag('Whether the blog is not closed', 'IsOpen')
}

export const BlogPath = Type.Object({ blogId: Id('Blog identifier') })

const TITLE = { maxLength: 255, examples: ['Harbour bridge opens'] }
const written = {
  Description: Type.Optional(Text('Description; may contain inline HTML', { maxLength: MAX_TEXT })),
  Type: Type.Optional(LinkById('{Module}/BlogType/{Type}', 'Blog type')),
  OutputLink: Type.Optional(Text('Address of the page that shows the blog; empty for none', { maxLength: 2000 })),
  EmbedConfig: Type.Optional(
    Type.String({
      format: 'json-object',
      contentMediaType: 'application/json',
      maxLength: MAX_TEXT,
      description: 'Settings of the embed'
    })
  )
}
const Title = Type.String({ ...Text('Title', TITLE), minLength: 1 })
const Language = LinkById('Localization/Language/{Language}', 'Language of the blog')

/** Body that opens a blog. */
export const NewBlog = model('Blog', null, {
  Title,
  Language,
  ...written,
  Creator: Type.Optional(LinkById('HR/User/{Creator}', 'Creator of the blog; default the caller'))
})

/** Body that changes a blog; absent properties keep their values. */
export const EditedBlog = Object.assign(
  model('Blog', null, {
    Title: Type.Optional(Title),
    Language: Type.Optional(Language),
    ...written,
    ClosedOn: Type.Optional(
      Type.String({
        format: 'moment-or-none',
        clearable: true,
        description: 'Time of closing; empty or null reopens the blog'
      })
    )
  }),
  { minProperties: 1 }
)

export type BlogRow = Static<typeof Blog>
