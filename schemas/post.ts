/** Posts: of a blog (spec 2.4) and, seen without their blog, of the whole service. */
import { Type, type Static } from 'typebox'
import { PageAttributes } from './paging.ts'
import { Count, Decimal, Flag, Id, Key, LinkById, LinkByKey, MAX_INTEGER, Moment, Text, listOf, model } from './vocabulary.ts'

const self = '{Module}/Blog/{Blog}/Post/{Id}'
const dataSelf = 'Data/Post/{Id}'

/** The most characters of a post's content and of its meta data. */
export const MAX_CONTENT = 65535

const body = {
  AuthorName: Type.Optional(Text('Display name of the author')),
  Content: Text('Body; markup is carried as text', { maxLength: MAX_CONTENT }),
  Meta: Text('A JSON object as text', { maxLength: MAX_CONTENT }),
  CreatedOn: Moment('When the post was inserted'),
  PublishedOn: Type.Optional(Moment('When the post was published; absent on a draft')),
  Author: Type.Optional(LinkById('Data/Collaborator/{Author}', 'Who wrote it')),
  AuthorPerson: Type.Optional(LinkById('HR/Person/{AuthorPerson}', 'The person behind the author'))
}
const Creator = LinkById('HR/User/{Creator}', 'Who inserted it')
const PostTypeLink = LinkByKey('Data/PostType/{Type}', 'What kind of post it is')
const state = {
  Id: Id('Post identifier'),
  IsModified: Flag('Whether the post was changed after it was inserted'),
  IsPublished: Flag('Whether the post is published')
}

/** A post of a blog. */
export const Post = model('Post', self, {
  ...state,
  CId: Count('Change number: grows with every change in the blog'),
  Order: Decimal('Place in the blog; lists show the highest first'),
  ...body,
  Blog: LinkById('{Module}/Blog/{Blog}', 'The blog it belongs to'),
  Creator,
  Type: PostTypeLink
})

/** A post that was deleted: enough for a reader to drop it. */
export const DeletedPost = model('Post', self, {
  Id: Id('Post identifier'),
  IsPublished: Flag('Whether the post is published'),
  CId: Count('Change number of the deletion'),
  DeletedOn: Moment('When the post was deleted')
})

/** A post seen without its blog. */
export const DataPost = model('Post', dataSelf, { ...state, ...body, Creator, Type: PostTypeLink })

/** A deleted post seen without its blog. */
export const DeletedDataPost = model('Post', dataSelf, {
  Id: Id('Post identifier'),
  IsPublished: Flag('Whether the post is published'),
  DeletedOn: Moment('When the post was deleted')
})

/** The posts of a blog, the highest order first. */
export const PostList = listOf('PostList', Post, self, {
  offsetMore: Type.Optional(Count('Offset of the next older page: how many posts match the criteria other than cId')),
  total: PageAttributes.total,
  limit: PageAttributes.limit,
  lastCId: Type.Optional(Count('The newest change this list knows of; ask cId.since with it next')),
  offset: PageAttributes.offset
})

/** Posts of several blogs, or of none. */
export const DataPostList = listOf('PostList', DataPost, dataSelf, PageAttributes)

const cId = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_INTEGER, description }))

/** The criteria of a blog's post lists. With one of them a list also shows what left it. */
export const ChangeCriteria = {
  cId: cId('Only the change with this number'),
  'cId.start': cId('Only changes with this number or a later one'),
  'cId.end': cId('Only changes with this number or an earlier one'),
  'cId.since': cId('Only changes after this number'),
  'cId.until': cId('Only changes before this number')
}

export const PostPath = Type.Object({ blogId: Id('Blog identifier'), postId: Id('Post identifier') })
export const DataPostPath = Type.Object({ postId: Id('Post identifier') })

/** What a client may send to insert a post. */
export const NewPost = model('Post', null, {
  Content: Text('Body; markup is carried as text', { maxLength: MAX_CONTENT }),
  Type: Type.Optional(Key('Key of the post type; normal when absent')),
  Meta: Type.Optional(Type.String({
    format: 'json-object', contentMediaType: 'application/json', maxLength: MAX_CONTENT, description: 'A JSON object, or the text of one'
  })),
  Author: Type.Optional(Id('Collaborator who wrote it; the creator’s own when absent')),
  Creator: Type.Optional(Id('User in whose name it is inserted; the caller when absent'))
})

export type PostRow = Static<typeof Post>
export type NewPostBody = Static<typeof NewPost>
