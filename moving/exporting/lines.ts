/** Writes a blog in Desk's own format (docs/moving.md). */
import type { ExportedBlog, ExportedPost } from '../../db/blog-exports.ts'
import { membersIn } from '../../schemas/language/rows.ts'
import { withoutAddresses } from '../fit.ts'
import { blogLine, endLine, postLine } from '../formats/desk.ts'
import type { ForeignFile, ForeignPost, ForeignState } from '../foreign.ts'

/** Returns the next posts of a blog in the order of their change numbers; none at the end. */
export type ReadPosts = (after: number) => Promise<readonly ExportedPost[]>

/** Returns the files that a text of a blog refers to. */
export type FindFiles = (text: string) => Promise<readonly ForeignFile[]>

/**
 * Returns the lines of a blog, a batch of posts at a time. A post that changes meanwhile comes again, in its later
 * state, because its change number is then the newest.
 */
export async function* blogLines(
  blog: ExportedBlog,
  readPosts: ReadPosts,
  findFiles: FindFiles
): AsyncGenerator<string> {
  yield blogLine({
    kind: 'blog',
    id: `desk-${blog.FileTag}-${blog.Id}`,
    title: blog.Title,
    type: blog.Type,
    description: blog.Description,
    language: blog.Language.replaceAll('_', '-'),
    createdOn: blog.CreatedOn,
    updatedOn: blog.UpdatedOn,
    liveOn: blog.LiveOn,
    startsOn: blog.StartsOn,
    closedOn: blog.ClosedOn,
    outputLink: blog.OutputLink,
    embedConfig: blog.EmbedConfig,
    configuration: blog.Configuration,
    people: blog.People.flatMap(({ Name, Role }) => {
      const name = withoutAddresses(Name)
      return name === undefined ? [] : [{ name, role: Role }]
    })
  })
  let count = 0
  let batch = await readPosts(0)
  while (batch.length > 0) {
    // One after the other, because posts can have more files together than the process may open. Each is sent at once:
    // a proxy takes an export that is silent for long, as while many files are read, for dead.
    for (const post of batch) yield postLine(foreignFrom(post, await findFiles(post.Content + post.Meta)))
    count += batch.length
    batch = await readPosts(batch.at(-1)?.CId ?? 0)
  }
  yield endLine(count)
}

const foreignFrom = (post: ExportedPost, media: readonly ForeignFile[]): ForeignPost => {
  const meta = membersIn(post.Meta)
  return {
    kind: 'post',
    id: String(post.Id),
    uuid: post.Uuid,
    state: stateOf(post),
    type: post.Type,
    content: post.Content,
    meta,
    metaText: JSON.stringify(meta) === post.Meta ? undefined : post.Meta,
    author: post.AuthorName,
    createdOn: post.CreatedOn,
    publishedOn: post.PublishedOn,
    updatedOn: post.UpdatedOn,
    deletedOn: post.DeletedOn,
    withdrawnOn: post.WithdrawnOn,
    ...(post.DeletedOn === undefined && {
      submittedOn: post.SubmittedOn,
      publishOn: post.PublishOn,
      returnNote: post.ReturnNote
    }),
    commentSource: post.CommentSource,
    position: post.Order,
    pinnedOn: post.PinnedOn,
    isKeyPoint: post.IsKeyPoint || undefined,
    media: media.length === 0 ? undefined : media
  }
}

const stateOf = ({ DeletedOn, PublishedOn, WasPublished }: ExportedPost): ForeignState => {
  if (DeletedOn !== undefined) return 'deleted'
  if (PublishedOn !== undefined) return 'published'
  return WasPublished ? 'withdrawn' : 'draft'
}
