/**
 * Further lists of a blog's posts: drafts that were handed in or scheduled, posts from one type of source, those that a
 * user inserted, drafts of a group.
 */
import { Type, type TProperties } from 'typebox'
import { blogCollaboratorGroups } from '../db/blog-collaborator-groups.ts'
import { posts } from '../db/posts/blog-posts.ts'
import type { PostScope } from '../db/posts/lists.ts'
import type { PostState } from '../db/posts/states.ts'
import { BlogPath } from '../schemas/blog.ts'
import { PostList, PostListing, ThumbSize } from '../schemas/post.ts'
import { Id, Key } from '../schemas/language/vocabulary.ts'
import { visibleState, withValidCursor } from './blog-posts.ts'
import { orNotFound, type Family } from './shared/family.ts'

const Query = PostListing(ThumbSize)

const blogPostSelections: Family = async (app, { module }) => {
  const { list } = posts(app.sql)
  const { isOfBlog } = blogCollaboratorGroups(app.sql)

  for (const [end, state, scopeParams] of selections) {
    const params = Type.Unsafe<{ blogId: number } & PostScope>(Type.Object({ ...BlogPath.properties, ...scopeParams }))
    app.get(
      `/${module}/Blog/:blogId/${end}`,
      { schema: { params, querystring: Query, response: { 200: PostList } } },
      async ({ params: { blogId, ...scope }, query, context: { viewer } }) => {
        const { group } = scope
        if (group !== undefined) {
          orNotFound((await isOfBlog(group, blogId)) || undefined, `group ${group} of blog ${blogId}`)
        }
        const page = await list(blogId, visibleState(state, viewer), query, scope)
        return withValidCursor(orNotFound(page, `blog ${blogId}`))
      }
    )
  }
}

const creator = { creator: Id('User who inserted the posts') }
const author = { author: Id('Collaborator who wrote the posts') }
const type = { type: Key('Key of the post type') }
const group = { group: Id('Group of members who wrote the posts') }

/** For each list: the end of its path, the state of its posts, and its path parameters. */
const selections: readonly [string, PostState, TProperties][] = [
  ['Post/Submitted', 'submitted', {}],
  ['Post/Scheduled', 'scheduled', {}],
  [
    'SourceType/:chain/Post/Chain',
    'all',
    { chain: Key('Key of the type of the blog’s sources that the posts come from') }
  ],
  ['User/:creator/Post/Owned', 'all', creator],
  ['User/:creator/PostType/:type/Post/Owned', 'all', { ...creator, ...type }],
  ['BlogCollaboratorGroup/:group/Post/GroupUnpublished', 'unpublished', group],
  ['BlogCollaboratorGroup/:group/PostType/:type/Post/GroupUnpublished', 'unpublished', { ...group, ...type }],
  ['BlogCollaboratorGroup/:group/Collaborator/:author/Post/GroupUnpublished', 'unpublished', { ...group, ...author }],
  [
    'BlogCollaboratorGroup/:group/PostType/:type/Collaborator/:author/Post/GroupUnpublished',
    'unpublished',
    { ...group, ...type, ...author }
  ]
]

export default blogPostSelections
