/** The tools of assistants. Each is a request of the public interface. */

export interface Tool {
  readonly name: string
  /** Its title, if another tool sends a request to the same address. */
  readonly title?: string
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Path below `/resources/`, as in OpenAPI; `{Module}` is the configured module name. */
  readonly path: string
  /** Its arguments, each with the name that the interface has for it. */
  readonly takes: Readonly<Record<string, string>>
  /** Arguments that assistants must send, although the interface has them as optional. */
  readonly needs?: readonly string[]
  /** Whether it changes a post: then assistants must say which version they have read. */
  readonly changes?: boolean
  /** X-Filter: the properties that the answer shows. */
  readonly shows?: string
  /** Sentences for assistants, which the schemas of the interface do not have. */
  readonly advice?: string
}

const PAGE = { limit: 'limit', offset: 'offset' } as const
const BLOG = { blog: 'blogId' } as const
const POST = { ...BLOG, post: 'postId' } as const
const TEXTS = { content: 'Content', meta: 'Meta' } as const
const POST_SHOWN = 'Id,CId,IsPublished,AuthorName,Content,PublishedOn,UpdatedOn,Type'
const DRAFT_SHOWN = `${POST_SHOWN},Creator.FullName,SubmittedOn,PublishOn,ReturnNote`

export const tools: readonly Tool[] = [
  {
    name: 'list_blogs',
    method: 'GET',
    path: '{Module}/Blog',
    takes: { title: 'title.ilike', live: 'isLive', open: 'isOpen', ...PAGE },
    shows: 'Id,Title,Description,IsLive,LiveOn,ClosedOn,LastPostOn,Language.Code',
    advice: 'In a pattern, % stands for any characters.'
  },
  {
    name: 'read_posts',
    method: 'GET',
    path: '{Module}/Blog/{blogId}/Post/Published',
    takes: { ...BLOG, search: 'search', ...PAGE },
    shows: POST_SHOWN
  },
  {
    name: 'read_drafts',
    method: 'GET',
    path: '{Module}/Blog/{blogId}/Post/Unpublished',
    takes: { ...BLOG, search: 'search', submitted: 'isSubmitted', ...PAGE },
    shows: DRAFT_SHOWN
  },
  {
    name: 'read_post',
    method: 'GET',
    path: '{Module}/Blog/{blogId}/Post/{postId}',
    takes: POST,
    shows: 'Creator.FullName,UpdatedOn,ReturnNote'
  },
  {
    name: 'follow_changes',
    title: 'List changes of a blog',
    method: 'GET',
    path: '{Module}/Blog/{blogId}/Post/Published',
    takes: { ...BLOG, since: 'cId.since', limit: 'limit' },
    needs: ['since'],
    shows: `${POST_SHOWN},DeletedOn`,
    advice:
      'Answers with the changes after a change number, the oldest first. Begin with the lastCId of read_posts, and ' +
      'go on with the lastCId of this answer. A post with DeletedOn, or with IsPublished false, has left the blog.'
  },
  {
    name: 'write_draft',
    method: 'POST',
    path: '{Module}/Blog/{blogId}/Post',
    takes: { ...BLOG, ...TEXTS, type: 'Type' }
  },
  {
    name: 'correct_post',
    method: 'PUT',
    path: '{Module}/Blog/{blogId}/Post/{postId}',
    takes: { ...POST, ...TEXTS },
    changes: true
  },
  {
    name: 'publish_post',
    method: 'POST',
    path: '{Module}/Blog/{blogId}/Post/{postId}/Publish',
    takes: POST,
    changes: true
  }
]
