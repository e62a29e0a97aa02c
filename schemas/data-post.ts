/** Posts of all blogs, which are shown without their blog. */
import { PageAttributes } from './language/paging.ts'
import { Moment } from './language/vocabulary.ts'
import { listOf, model } from './language/models.ts'
import { ChangeCriteria, ThumbSize, body, bodyCriteria, forSessions, links, onRequest, state } from './post.ts'

const self = 'Data/Post/{Id}'

/** A post without its blog, as in lists of all posts. */
export const DataPost = model(
  'Post',
  self,
  { ...state, ...body, ...links },
  {},
  { onRequest, forSessions, draftUnless: 'IsPublished', cacheAs: 'post' }
)

/** A deleted post without its blog. */
export const DeletedDataPost = model(
  'Post',
  self,
  {
    Id: state.Id,
    IsPublished: state.IsPublished,
    DeletedOn: Moment('When the post was deleted')
  },
  {},
  { cacheAs: 'post' }
)

/** Lists of posts of several blogs. In them, filtering by change numbers shows no posts that left the list. */
export const DataPosts = {
  list: listOf('PostList', DataPost, self, PageAttributes, { parameter: 'id.since', property: 'Id' }),
  criteria: { ...ChangeCriteria, ...bodyCriteria },
  parameters: ThumbSize
}
