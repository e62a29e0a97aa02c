/** Readers who piece a blog together from what they are told of it. */
import type { Pool } from '../../db/client.ts'
import type { Ledger } from './ledger.ts'
import { judgePieces, pieceIn, type Picture, type Piece } from './pieces.ts'
import { getter, type Figures, type Manner, type Reader } from './readers.ts'
import { documentOf, type Document } from './service.ts'

/** A reader who pieces a blog together from what it is told. */
export interface Follower extends Reader {
  /** Checks what was read up to now, while others write. */
  check: (sql: Pool) => Promise<void>
  /** Breaks its connection, if it holds one. */
  leave: () => void
}

/** What a follower begins with, and what it asks for. */
export interface Way {
  /** The plain list, or all changes from the first. */
  begin: 'list' | 'changes'
  /** The most posts of an answer. */
  limit: number
  /** Whether an answer shows the posts; otherwise it links to them. */
  shown: boolean
}

/** Shows the properties that pieces are made of. */
export const SHOWN = 'X-Filter=Id,CId,IsPublished,DeletedOn,Content'

/** A page of posts. */
interface PostPage {
  pieces: readonly [number, Piece][]
  lastCId: number
  next: string | undefined
}

/** Reads pages of posts, linked or shown. */
const pageReader = (manner: Manner, { shown }: Pick<Way, 'shown'>, ledger: Ledger, figures: Figures) => {
  const get = getter({ ...manner, headers: { ...manner.headers, accept: 'application/json' } }, ledger, figures)
  /** A bare link says nothing about its post, so it is followed. What drafts say is no concern of these readers. */
  const follow = async ({ href }: Document): Promise<Document> => {
    const { Content: content, ...post } = documentOf(JSON.parse((await get(pathOf(String(href)))).text))
    return post['IsPublished'] === 'True' ? { ...post, Content: content } : post
  }
  return async (path: string): Promise<PostPage> => {
    const { text, next } = await get(path)
    const { PostList: items, lastCId } = documentOf(JSON.parse(text))
    if (!Array.isArray(items)) throw new Error(`${path} is no list: ${text}`)
    const posts: Document[] = shown ? items : await Promise.all(items.map(follow))
    figures.told += posts.length
    const pieces = posts.map((post): [number, Piece] => [Number(post['Id']), pieceIn(post)])
    return { pieces, lastCId: Number(lastCId), next: next === undefined ? undefined : pathOf(next) }
  }
}

const pathOf = (address: string) => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/**
 * Reads a plain list to its end. What changes meanwhile is told to those who then ask for what is newer than its first
 * page.
 */
const readWhole = async (read: ReturnType<typeof pageReader>, path: string) => {
  const first = await read(path)
  const pieces = new Map(first.pieces)
  for (let page = first; page.next !== undefined;) {
    page = await read(page.next)
    for (const [id, piece] of page.pieces) pieces.set(id, piece)
  }
  return { pieces, lastCId: first.lastCId }
}

/** Reads what a follower begins with. */
export const readBeginning = (manner: Manner, blog: number, ledger: Ledger, figures: Figures) => {
  const read = pageReader(manner, { shown: true }, ledger, figures)
  return readWhole(read, `/resources/Desk/Blog/${blog}/Post/Published?${SHOWN}`)
}

/** A reader who pieces a blog together by asking what has changed since the last time. */
export const readChanges = (
  manner: Manner,
  blog: number,
  ledger: Ledger,
  figures: Figures,
  { begin, limit, shown }: Way = { begin: 'changes', limit: 1000, shown: true }
): Follower => {
  const read = pageReader(manner, { shown }, ledger, figures)
  const list = `/resources/Desk/Blog/${blog}/Post/Published`
  const query = `limit=${limit}${shown ? `&${SHOWN}` : ''}`
  const pieces = new Map<number, Piece>()
  let since: number | undefined = begin === 'changes' ? 0 : undefined
  let last = 0
  const reader = `a reader of ${list}?${query}`
  const picture = (): Picture => ({ reader, pieces, since: since ?? 0, isWhole: begin === 'list' })
  const ask = async () => {
    const began = performance.now()
    const page =
      since === undefined ? await readWhole(read, `${list}?${query}`) : await read(`${list}?cId.since=${last}&${query}`)
    ledger.judge(`blog:${blog}`, page.lastCId, began)
    if (!(page.lastCId >= last)) ledger.accuse(`what is new since ${last} ended at ${page.lastCId}`)
    for (const [id, piece] of page.pieces) pieces.set(id, piece)
    const hasMoved = page.lastCId > last
    last = page.lastCId
    since ??= last
    return hasMoved
  }
  return {
    poll: async () => {
      await ask()
    },
    check: (sql) => (since === undefined ? Promise.resolve() : judgePieces(sql, ledger, blog, picture(), last)),
    conclude: async (sql) => {
      while (await ask());
      await judgePieces(sql, ledger, blog, picture())
    },
    leave: () => {}
  }
}
