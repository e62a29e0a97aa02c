/** Posts: of a blog (spec 2.4) and, seen without their blog, of the whole service. */
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
  Key,
  LinkById,
  LinkByKey,
  Moment,
  Text,
  Unfilled,
  listOf,
  model
} from './language/vocabulary.ts'

const self = '{Module}/Blog/{Blog}/Post/{Id}'
const dataSelf = 'Data/Post/{Id}'

/** The most characters of a post's content and of its meta data. */
export const MAX_CONTENT = 65535

const body = {
  AuthorImage: Type.Optional(FileLink('Picture of the author')),
  AuthorName: Type.Optional(Text('Display name of the author')),
  Content: Text('Body; markup is text', { maxLength: MAX_CONTENT }),
  ContentPlain: Unfilled('Body without markup'),
  Meta: Text('A JSON object as text', { maxLength: MAX_CONTENT }),
  CreatedOn: Moment('When the post was inserted'),
  DeletedOn: Type.Optional(Moment('When the post was deleted')),
  PublishedOn: Type.Optional(Moment('When the post was published; absent on a draft')),
  UpdatedOn: Type.Optional(Moment('When the post was last changed')),
  Author: Type.Optional(LinkById('Data/Collaborator/{Author}', 'Who wrote it')),
  AuthorPerson: Type.Optional(LinkById('HR/Person/{AuthorPerson}', 'The person behind the author'))
}
const Creator = LinkById('HR/User/{Creator}', 'Who inserted it')
const Verification = Type.Optional(LinkById('Data/PostVerification/{PostVerification}', 'How far the post is verified'))
const PostTypeLink = LinkByKey('Data/PostType/{Type}', 'Post type')
/** What the interface does not list but existing clients ask for by name. */
const onRequest = ['AuthorImage', 'DeletedOn', 'UpdatedOn', 'PostVerification']
const state = {
  Id: Id('Post identifier'),
  IsModified: Flag('Whether the post was changed after it was inserted'),
  IsPublished: Flag('Whether the post is published')
}

/** A post that has left a list: enough for a reader to drop it. */
export const LeftPost = model(
  'Post',
  self,
  {
    Id: Id('Post identifier'),
    IsPublished: Flag('Whether the post is published'),
    CId: Count('Change number of its leaving'),
    DeletedOn: Type.Optional(Moment('When the post was deleted'))
  },
  {},
  { version: 'CId' }
)

/** A post of a blog. */
export const Post = model(
  'Post',
  self,
  {
    ...state,
    CId: Count('Change number: grows with every change in the blog'),
    Order: Decimal('Place in the blog; lists show the highest first'),
    ...body,
    Blog: LinkById('{Module}/Blog/{Blog}', 'The blog it belongs to'),
    Creator,
    PostVerification: Verification,
    Type: PostTypeLink
  },
  {},
  { onRequest, trimmed: LeftPost, draftUnless: 'IsPublished', version: 'CId' }
)

/** A post seen without its blog. */
export const DataPost = model(
  'Post',
  dataSelf,
  {
    ...state,
    ...body,
    Creator,
    PostVerification: Verification,
    Type: PostTypeLink
  },
  {},
  { onRequest, draftUnless: 'IsPublished' }
)

/** A deleted post seen without its blog. */
export const DeletedDataPost = model('Post', dataSelf, {
  Id: Id('Post identifier'),
  IsPublished: Flag('Whether the post is published'),
  DeletedOn: Moment('When the post was deleted')
})

/** The posts of a blog, the highest order first. */
export const PostList = listOf(
  'PostList',
  Post,
  self,
  {
    offsetMore: Type.Optional(Count('Offset of the next older page: how many posts match the criteria other than cId')),
    total: PageAttributes.total,
    limit: PageAttributes.limit,
    lastCId: Type.Optional(Count('The newest change this list knows of; ask cId.since with it next')),
    offset: PageAttributes.offset
  },
  { parameter: 'order.until', property: 'Order' }
)

/** Posts of several blogs, or of none. */
export const DataPostList = listOf('PostList', DataPost, dataSelf, PageAttributes, {
  parameter: 'id.since',
  property: 'Id'
})

/** What existing clients ask of a post's verification; nothing is verified here yet. */
export const VerificationStatus = model('VerificationStatus', 'Data/VerificationStatus/{Key}', { Key: Key() })
export const PostVerification = model('PostVerification', 'Data/PostVerification/{Id}', {
  Id: Id('Post identifier'),
  Checker: Type.Optional(LinkById('HR/User/{Checker}', 'Who verifies it')),
  Status: LinkByKey('Data/VerificationStatus/{Status}', 'How far the post is verified')
})

/** The size of the author's picture, which existing clients ask for. */
export const ThumbSize = thumbSize('AuthorImage')

/** Asks for a stream of changes instead of a page. */
export const Stream = {
  stream: Type.Optional(
    Type.Union([Type.Literal('true'), Type.Literal('')], {
      description:
        'Streams the changes of this list as server-sent events, as Accept: text/event-stream does, after cId.since or Last-Event-ID'
    })
  )
}

/** Criteria that every list of posts takes, apart from change numbers. */
const bodyCriteria = {
  id: range('Post identifier', 'Id'),
  content: like('Body', 'Content'),
  search: search('Body and meta data', ['Content', 'Meta']),
  'search.like': search('Body and meta data', ['Content', 'Meta']),
  'search.ilike': search('Body and meta data', ['Content', 'Meta']),
  isModified: flag('Whether the post was changed', 'IsModified'),
  createdOn: moment('When the post was inserted', 'CreatedOn'),
  publishedOn: moment('When the post was published', 'PublishedOn'),
  updatedOn: moment('When the post was changed', 'UpdatedOn'),
  deletedOn: moment('When the post was deleted', 'DeletedOn')
}

/** Bounds on change numbers: a blog's list with one of them also shows the posts that left it. */
export const ChangeCriteria = { cId: range('Change number', 'CId') }

/** What lists of posts of any blog can be filtered and ordered by; there a change number is a criterion like any other. */
export const DataPostCriteria = { ...ChangeCriteria, ...bodyCriteria }

/** What a blog's post lists can be filtered and ordered by, apart from change numbers. */
export const PostCriteria = {
  ...bodyCriteria,
  order: decimal('Place in the blog', 'Order'),
  isPublished: flag('Whether the post is published', 'IsPublished')
}

/** All that a blog's post lists can be filtered and ordered by. */
export const BlogPostCriteria = { ...PostCriteria, ...ChangeCriteria }

const { id, deletedOn, isPublished, ...hidden } = PostCriteria

/** Criteria on what a post shows even when it has left a list, and on what it hides then. */
export const ShownCriteria = { id, deletedOn, isPublished }
export const HiddenCriteria = hidden

/** The parameters of a blog's post lists. @param more those of one list */
export const PostListing = (more: TProperties = {}) =>
  Listing({ ...ChangeCriteria, ...PostCriteria }, BLOG_PAGE, {
    limit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_LIMIT,
        pageSize: BLOG_PAGE,
        description: 'How many items are shown at most; with bounds on cId 1000 when absent'
      })
    ),
    ...more
  })

export const PostPath = Type.Object({ blogId: Id('Blog identifier'), postId: Id('Post identifier') })
/** A post, and the post of the same blog that it is moved to. */
export const PostMovePath = Type.Object({ ...PostPath.properties, referenceId: Id('Post that it is moved to') })
export const PostMoveQuery = Type.Object({
  before: Type.Boolean({
    default: true,
    description: 'true: right above the other post, which is higher in lists; false: right below it'
  })
})
export const DataPostPath = Type.Object({ postId: Id('Post identifier') })

const Content = Type.String({
  ...Text('Body; markup is text', { maxLength: MAX_CONTENT, examples: ['Polls close in <b>ten</b> minutes.'] }),
  minLength: 1
})
const Meta = Type.Optional(
  Type.String({
    format: 'json-object',
    contentMediaType: 'application/json',
    maxLength: MAX_CONTENT,
    description: 'JSON object, or its text'
  })
)

/** Body that changes a post; absent properties keep their values. */
export const EditedPost = Object.assign(model('Post', null, { Content: Type.Optional(Content), Meta }), {
  minProperties: 1
})

/** Body of a new post; links may be keys, addresses, or as documents show them. */
export const NewPost = model('Post', null, {
  Content,
  Type: Type.Optional(
    Type.String({
      ...Key('Key of the post type; default normal', { examples: ['normal'] }),
      link: 'Data/PostType/{Type}',
      key: 'Key'
    })
  ),
  Meta,
  Author: Type.Optional(LinkById('Data/Collaborator/{Author}', 'Author; default the collaborator of the creator')),
  Creator: Type.Optional(LinkById('HR/User/{Creator}', 'User who inserts the post; default the caller'))
})

export type PostRow = Static<typeof Post>
export type NewPostBody = Static<typeof NewPost>
