/** Reads the first state of the page of a blog. */
import { randomUUID } from 'node:crypto'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { MAX_CONTENT, MAX_NOTE } from '../../schemas/post.ts'
import { kinds } from '../files/names.ts'
import { blogPath, mayIn, membersIn } from './blogs.ts'
import { countWaiting } from './followed.ts'
import { filterIn, isFiltering, pageIn, timelineList } from './view/filter.ts'
import { timeZoneOf } from './embed-config.ts'
import { numberOf } from './values.ts'
import { headIn, itemsIn } from './view/items.ts'
import { draftOf } from './view/draft.ts'
import { isPost, type Post } from './view/post.ts'
import type { State } from './view/state.ts'
import { emptyDraft } from './view/writing.ts'
import { panelNamed } from './view/panels.ts'
import { allSeen } from './view/unread.ts'
import { partIn, WAITING_PLACES, waitingList } from './view/waiting.ts'
import type { Visit } from './visit.ts'

/** Telephones store films as QuickTime, which the archive keeps as MP4. */
const fileTypes = [
  ...Object.entries(kinds).flatMap(([extension, { media }]) => [media, `.${extension}`]),
  ...['video/quicktime', '.mov']
]

/** Returns the state of the page of a blog. */
export const loadState = async (visit: Visit, blogId: number): Promise<State> => {
  const { asset, base, query, read, user } = visit
  const path = blogPath(visit, blogId)
  const [blog, { lastCId: cursor }] = await Promise.all([
    read(`${path}?X-Filter=*,Language.Code`),
    read(`${path}/Post?limit=0`)
  ])
  const me = { Id: user.Id }
  const readPosts = async (end: string) => itemsIn(await read(`${path}/${end}`), 'PostList').filter(isPost)
  const [filter, panel, edited] = [filterIn(query), panelNamed(query.panel), numberOf(query.edit)]
  const [before, after] = [query.before, query.after].map(boundIn)
  const [mayPublish, mayPost, members, person, icon, published, pinned, corrected, ...waiting] = await Promise.all([
    mayIn(visit, blogId, 'Administrator'),
    mayIn(visit, blogId, 'Collaborator'),
    membersIn(visit, blogId),
    read(`HR/User/${user.Id}`),
    read(`HR/Person/${user.Id}/MetaData/Icon`),
    readPosts(timelineList({}, isFiltering(filter) ? undefined : before)),
    readPosts(timelineList({ only: 'pinned' })),
    // It may be older than those that the page shows.
    edited === undefined ? [] : readPosts(`Post?X-Filter=*&id=${edited}`),
    ...WAITING_PLACES.map(async (place) => {
      const end = waitingList(place, user.Id, place === panel ? after : undefined)
      return { place, ...partIn(await read(`${path}/${end}`), place, { posts: {}, me }) }
    })
  ])
  const followed = mayPublish ? await countWaiting(visit, blogId) : 0
  const timeline = pageIn(published)
  const matches = isFiltering(filter) ? pageIn(await readPosts(timelineList(filter, before))) : undefined
  const allPosts = [
    timeline.posts,
    pinned,
    corrected,
    ...waiting.map(({ posts }) => posts),
    matches?.posts ?? []
  ].flat()
  const posts = Object.fromEntries(allPosts.map((post) => [post.Id, post]))
  return {
    base,
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
      limits: { content: MAX_CONTENT, note: MAX_NOTE, fileBytes: visit.maxFileBytes, fileTypes },
      language: String(membersOf(blog.Language).Code ?? 'en').replaceAll('_', '-')
    },
    followed,
    people: members.flatMap(({ name, user: Id }) => (Id === undefined ? [] : [{ Id, Name: name }])),
    posts,
    cursor: Number(cursor),
    seen: allSeen({ posts, cursor: Number(cursor) }),
    held: [],
    returning: [],
    floor: timeline.floor,
    beyond: Object.fromEntries(waiting.flatMap(({ place, beyond }) => (beyond === undefined ? [] : [[place, beyond]]))),
    panel,
    filter,
    ...(matches !== undefined && { matches: { ids: matches.posts.map(({ Id }) => Id), floor: matches.floor } }),
    draft: emptyDraft(randomUUID()),
    outbox: [],
    corrections: correctionIn(corrected),
    connection: 'starting',
    present: [],
    notices: [],
    isAlive: false,
    isNarrow: false,
    zone: timeZoneOf(blog) ?? 'UTC',
    isRich: false
  }
}

/** Returns the order or the id in the address of a further part of a list. */
const boundIn = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{1,15}(\.\d{1,20})?$/.test(value) ? Number(value) : undefined

/** Returns the path of a picture. The one of everybody without a picture has no creator; live pages do not show it. */
const imageIn = ({ Creator, Thumbnail }: Row, base: string): { Image?: string } => {
  const { href } = membersOf(Thumbnail)
  return Creator === undefined || typeof href !== 'string' ? {} : { Image: decodeURI(href.slice(base.length + 1)) }
}

/** Without scripts, the address names the post that is being corrected. */
const correctionIn = ([post]: readonly Post[]): State['corrections'] => {
  if (post === undefined) return {}
  // Without scripts, the form shows the whole content.
  const { Id, Content: text } = post
  return { [Id]: { post: Id, base: post, draft: { ...draftOf(post, randomUUID()), text, pictures: [] } } }
}
