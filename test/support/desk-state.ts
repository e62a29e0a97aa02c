/** A state of the page of a blog, and posts in it. */
import type { Post } from '../../plugins/desk/view/post.ts'
import type { State } from '../../plugins/desk/view/state.ts'
import { emptyDraft } from '../../plugins/desk/view/writing.ts'

/** The time at which everything happened. */
export const MOMENT = '2025-11-20T10:00:00Z'

/** Returns a post of `Bo Lind`. */
export const postOf = (Id: number, more: Partial<Post>): Post => ({
  ...{ Id, CId: Id, Order: Id, IsPublished: false, AuthorName: 'Bo Lind' },
  ...{ Type: { Key: 'normal' }, Creator: { Id: 2 }, Content: `Text ${Id}`, Meta: '{}', CreatedOn: MOMENT },
  ...more
})
export const published = { IsPublished: true, PublishedOn: MOMENT }
const posts = [
  postOf(1, published),
  postOf(2, { ...published, PinnedOn: MOMENT, IsKeyPoint: true, Creator: { Id: 1 } }),
  postOf(3, {
    ...published,
    UpdatedOn: '2025-11-20T10:05:00Z',
    Type: { Key: 'quote' },
    Meta: '{"annotation":"Mayor"}'
  }),
  postOf(4, { SubmittedOn: MOMENT }),
  postOf(5, { Creator: { Id: 1 }, ReturnNote: 'Who says so?' }),
  postOf(6, { CommentSource: 'embed', AuthorName: 'Ann commentator' }),
  postOf(7, { PublishOn: '2100-01-01T10:00:00Z' }),
  postOf(8, { ...published, Type: { Key: 'link' }, Meta: '{"url":"https://a.example/","title":"A title"}' }),
  postOf(9, { Creator: { Id: 1 }, WithdrawnOn: MOMENT })
]

/** A page with posts in all places. */
export const base: State = {
  ...{ base: 'http://desk.example', editor: '/rich.js', login: 'ada', me: { Id: 1, Name: 'Ada Min' } },
  ...{ mayPost: true, mayPublish: true, followed: 2, people: [{ Id: 2, Name: 'Bo Lind' }] },
  ...{ cursor: 9, held: [], returning: [] },
  blog: {
    ...{ Id: 1, Title: 'Night', IsLive: true, IsClosed: false, version: 1, hasZone: false, language: 'en' },
    href: 'http://desk.example/resources/Desk/Blog/1',
    limits: { content: 100, note: 50, fileBytes: 1000, fileTypes: ['image/png'] }
  },
  posts: Object.fromEntries(posts.map((post) => [post.Id, post])),
  ...{ seen: { change: 0, on: 0 }, beyond: {}, panel: 'timeline', filter: {}, draft: emptyDraft('new'), outbox: [] },
  ...{ corrections: {}, connection: 'live', present: [], notices: [], isAlive: true, isNarrow: false, zone: 'UTC' },
  isRich: false
}
