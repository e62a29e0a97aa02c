/** Reads what the page of a blog shows at first. */
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { MAX_CONTENT, MAX_NOTE } from '../../schemas/post.ts'
import { blogPath, mayIn } from './blogs.ts'
import { countWaiting } from './followed.ts'
import { filteredList, filterIn, PAGE } from './view/filter.ts'
import { timeZoneOf } from './embed-config.ts'
import { itemsIn } from './view/items.ts'
import { draftOf } from './view/draft.ts'
import { headIn } from './view/blog.ts'
import { isPost, type Post } from './view/post.ts'
import { emptyDraft, type Filter, type Person, type State } from './view/state.ts'
import { panelNamed } from './view/panels.ts'
import type { Visit } from './visit.ts'

/** Maximum number of posts of each other list. Of those handed in, the page shows the ones that wait longest. */
const WAITING = 100

/** Returns the state of the page of a blog. */
export const loadState = async (visit: Visit, blogId: number): Promise<State> => {
  const { asset, base, module, query, read, user } = visit
  const path = blogPath(visit, blogId)
  const [blog, { lastCId: cursor }] = await Promise.all([
    read(`${path}?X-Filter=*,Language.Code`),
    read(`${path}/Post?limit=0`)
  ])
  const list = async (end: string, limit: number) =>
    itemsIn(await read(`${path}/${end}${end.includes('?') ? '&' : '?'}limit=${limit}&X-Filter=*`), 'PostList').filter(
      isPost
    )
  const before = Number(query.before)
  const older = Number.isFinite(before) ? `&order.until=${before}` : ''
  const filter = filterIn(query)
  const [mayPublish, mayPost, members, person, icon, published, ...waiting] = await Promise.all([
    mayIn(visit, blogId, 'Administrator'),
    mayIn(visit, blogId, 'Collaborator'),
    read(`${path}/Collaborator?X-Filter=Name,User.Id&limit=100`),
    read(`HR/User/${user.Id}`),
    read(`HR/Person/${user.Id}/MetaData/Icon`),
    list(`Post/Published?detailed=false${older}`, PAGE + 1),
    list('Post/Submitted?asc=id', WAITING),
    list('Post/Scheduled', WAITING),
    list('Post/Comment', WAITING),
    list(`User/${user.Id}/Post/Unpublished`, WAITING)
  ])
  const found = await foundPosts(list, filter)
  const followed = mayPublish ? await countWaiting(visit, blogId) : 0
  const shown = [...published.slice(0, PAGE), ...waiting.flat(), ...(found ?? [])]
  return {
    base,
    module,
    editor: asset('rich.js'),
    me: { Id: user.Id, Name: String(person.FullName ?? user.Name), ...imageIn(icon, base) },
    login: user.Name,
    mayPost,
    mayPublish,
    blog: {
      Id: blogId,
      ...headIn(blog),
      hasZone: timeZoneOf(blog) !== undefined,
      href: `${base}/resources/${path}`,
      limits: { content: MAX_CONTENT, note: MAX_NOTE },
      language: String(membersOf(blog.Language).Code ?? 'en').replaceAll('_', '-')
    },
    followed,
    people: itemsIn(members, 'CollaboratorList').flatMap(personOf),
    posts: Object.fromEntries(shown.map((post) => [post.Id, post])),
    cursor: Number(cursor),
    seen: Number(cursor),
    held: [],
    hasOlder: published.length > PAGE,
    panel: panelNamed(query.panel),
    filter,
    ...(found !== undefined && { found: found.map(({ Id }) => Id) }),
    draft: emptyDraft('new'),
    outbox: [],
    corrections: correctionIn(query, shown),
    connection: 'starting',
    present: [],
    notices: [],
    isAlive: false,
    isNarrow: false,
    zone: timeZoneOf(blog) ?? 'UTC',
    isRich: false
  }
}

/** Returns the path of a picture. The one of everybody without a picture has no creator; live pages do not show it. */
const imageIn = ({ Creator, Thumbnail }: Row, base: string): { Image?: string } => {
  const { href } = membersOf(Thumbnail)
  return Creator === undefined || typeof href !== 'string' ? {} : { Image: decodeURI(href.slice(base.length + 1)) }
}

const personOf = ({ Name, User }: Row): readonly Person[] => {
  const { Id } = membersOf(User)
  return typeof Id === 'number' ? [{ Id, Name: String(Name) }] : []
}

const foundPosts = async (list: (end: string, limit: number) => Promise<readonly Post[]>, filter: Filter) => {
  const end = filteredList(filter)
  return end === undefined ? undefined : list(end, PAGE)
}

/** Without scripts, the address names the post that is being corrected. */
const correctionIn = ({ edit }: Row, posts: readonly Post[]): State['corrections'] => {
  const post = posts.find(({ Id }) => Id === Number(edit))
  if (post === undefined) return {}
  // Without scripts, the form shows the whole content.
  const { Id, Content: text } = post
  return { [Id]: { post: Id, base: post, draft: { ...draftOf(post, 'correction'), text, pictures: [] } } }
}
