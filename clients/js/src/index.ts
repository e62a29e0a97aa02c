/** A client of Desk: follows, reads and writes posts of live blogs. It needs `fetch` and streams, and nothing else. */
export type { Connection, State } from './changes.ts'
export type { FilterOf, Selected } from './filter.ts'
export { current, follow, type Change, type FollowOptions, type ShownPost } from './follow.ts'
export { postsHook } from './hook.ts'
export type * from './models.ts'
export { read, readPosts, type PageOptions, type PostPage, type ReadOptions } from './reading.ts'
export { Refusal } from './refusal.ts'
export { correct, post, publish, withdraw, type KnownPost, type WriteOptions } from './writing.ts'
