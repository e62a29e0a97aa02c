/** Editors who change the posts of one blog at random and at the same time. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Agent } from 'undici'
import type { Pool } from '../../db/client.ts'
import { send, type Options } from '../load/requests.ts'
import type { Ledger } from './ledger.ts'
import type { Document } from './post-states.ts'

/** Returns a random member. @throws Error if the list is empty */
export const randomOf = <T>(values: readonly T[]): T => {
  const value = values[Math.floor(Math.random() * values.length)]
  if (value === undefined) throw new Error('the list of values is empty')
  return value
}

/** Yields each value before any comes again, in a random order. */
function* inTurns<T>(values: readonly T[]): Generator<T, never> {
  for (;;) {
    const placed = values.map((value) => ({ value, place: Math.random() }))
    yield* placed.sort((a, b) => a.place - b.place).map(({ value }) => value)
  }
}

const INSERTS = ['insert', 'insert/Publish'] as const
/** Some are more frequent than others. */
const CHANGES = [
  ...(['correct', 'correct', 'correct', 'Publish', 'Publish', 'Unpublish', 'Unpublish'] as const),
  ...(['Hide', 'Hide', 'Unhide', 'Unhide', 'reorder', 'delete'] as const)
]
type Operation = (typeof INSERTS)[number] | (typeof CHANGES)[number]

/** Everything that editors do. */
export const OPERATIONS: readonly Operation[] = [...new Set([...INSERTS, ...CHANGES])]

/** Legal statuses. 409: another editor changed the post before. 503: the wait for a lock or connection was too long. */
const ALLOWED = [200, 201, 204, 409, 503]

/** Number of posts after which editors rarely insert more, so that the lists do not grow without bound. */
const MANY_POSTS = 1000

/**
 * Delays some changes to posts: before they get their change number, and afterwards, while they hold the lock of the
 * blog. Stores each number in `given_numbers`, whose primary key fails if a number is assigned twice.
 */
export const slowDown = (sql: Pool) =>
  sql.begin(async (transaction) => {
    await transaction`create table if not exists given_numbers (blog integer, c_id integer, primary key (blog, c_id))`
    await transaction`
    create or replace function slow_down() returns trigger language plpgsql as $$ begin
      if random() < 0.1 then
        perform pg_sleep(random() * 0.02);
      end if;
      if tg_when = 'AFTER' then
        insert into given_numbers values (new.blog, new.c_id);
      end if;
      return new;
    end $$`
    // Triggers run in the order of their names.
    await transaction`create or replace trigger a_slow_down
      before insert or update on posts for each row execute function slow_down()`
    await transaction`create or replace trigger z_slow_down
      after insert or update on posts for each row execute function slow_down()`
  })

/** The newsroom that editors work in. */
export interface Desk {
  /** Returns the address of a process of the service, which may differ from call to call. */
  base: () => string
  dispatcher: Agent
  sql: Pool
  user: number
  token: string
  ledger: Ledger
  /** Maximum milliseconds between two changes of an editor. */
  pause: number
  /** Whether all editors rest now and then, so that the last change before is the newest for a while. */
  rests: boolean
}

/** Milliseconds that editors work, and then rest: longer than any change may take to arrive. */
const [WORK, REST] = [1_500, 1_500]

/**
 * Returns editors of a blog.
 * @param answers counts of answers by operation and status, such as `Publish 201`
 */
export const editors = (
  { base, dispatcher, sql, user, token, ledger, pause, rests }: Desk,
  blog: number,
  answers: Map<string, number>
) => {
  const list = `/resources/Desk/Blog/${blog}/Post`
  const ids: number[] = []
  const hiddenIds: number[] = []
  let texts = 0
  // A run lasts until every kind has succeeded, which may be long if each is chosen at random.
  const [inserts, changes] = [inTurns(INSERTS), inTurns(CHANGES)]

  const sendChange = async (operation: Operation, method: 'POST' | 'PUT' | 'DELETE', path: string, isText = false) => {
    const headers = { authorization: token, accept: 'application/json' }
    const content = `${operation} ${(texts += 1)}`.padEnd(50 + (texts % 200), ' news')
    const text: Options = isText
      ? { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify({ Content: content }) }
      : { headers }
    const { status, body } = await send(base() + path, { dispatcher, method, ...text })
    // The other post of a move may be deleted.
    const isAllowed = ALLOWED.includes(status) || (operation === 'reorder' && status === 404)
    if (!isAllowed) ledger.reportFault(`${operation} returned ${status}: ${body}`)
    const answer = `${operation} ${status}`
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
    if (status !== 200 && status !== 201) return
    const { Id, CId, IsPublished }: Document = JSON.parse(`${body}`)
    const isShown = IsPublished === 'True' || operation === 'Unpublish'
    ledger.recordCommit({ blog, id: Number(Id), cId: Number(CId), isShown })
    if (operation === 'Hide') hiddenIds.push(Number(Id))
    if (!operation.startsWith('insert')) return
    const own = await send(`${base()}${list}/${Id}`, { dispatcher, headers })
    if (own.status !== 200) ledger.reportFault(`the writer of post ${Id} got ${own.status}: ${own.body}`)
    ids.push(Number(Id))
  }
  const insert = (operation: (typeof INSERTS)[number]) =>
    sendChange(operation, 'POST', list + operation.slice('insert'.length), true)
  const change = (operation: (typeof CHANGES)[number]) => {
    // Few posts are hidden. Other editors may have shown them again.
    const post = `${list}/${randomOf(operation === 'Unhide' && hiddenIds.length > 0 ? hiddenIds : ids)}`
    if (operation === 'correct') return sendChange(operation, 'PUT', post, true)
    if (operation === 'delete') return sendChange(operation, 'DELETE', post)
    if (operation !== 'reorder') return sendChange(operation, 'POST', `${post}/${operation}`)
    const isAbove = Math.random() < 0.5
    return sendChange(operation, 'PUT', `${post}/Post/${randomOf(ids)}/Reorder?before=${isAbove}`)
  }

  /** Changes several posts in one transaction. Half of them are rolled back, which releases the change numbers. */
  const changeWithSql = async () => {
    const changes = sql.begin(async (transaction) => {
      const returning = transaction`returning id, c_id, published_c_id = c_id as is_shown`
      // Lock the blog first, like the service, to avoid deadlocks.
      await transaction`select from blogs where id = ${blog} for no key update`
      const edits = await transaction<Row[]>`
        update posts set content = content || '.' where id = ${randomOf(ids)} ${returning}`
      await transaction`select pg_sleep(random() * 0.01)`
      const steps = await transaction<Row[]>`
        update posts set published_on = case when published_on is null then now() end
        where id in (${randomOf(ids)}, ${randomOf(ids)}) ${returning}`
      const inserts = await transaction<Row[]>`
        insert into posts (blog, creator, content, published_on)
        values (${blog}, ${user}, 'inserted with SQL', now()) ${returning}`
      if (Math.random() < 0.5) throw new Rollback()
      return [...edits, ...steps, ...inserts]
    })
    const rows = await changes.catch((error: unknown) => {
      if (error instanceof Rollback) return []
      throw error
    })
    for (const { Id, CId, IsShown = false } of rows) ledger.recordCommit({ blog, id: Id, cId: CId, isShown: IsShown })
  }

  const breathe = async (pause: number) => {
    await sleep(Math.random() * pause)
    const time = performance.now() % (WORK + REST)
    if (rests && time > WORK) await sleep(WORK + REST - time)
  }
  return {
    /** Ids of the posts that they have inserted. */
    ids,
    /** Sends changes to the service until `isOver` returns true. */
    write: async (isOver: () => boolean) => {
      while (!isOver()) {
        await breathe(pause)
        const isInsert = Math.random() < (ids.length < MANY_POSTS ? 0.3 : 0.02)
        if (isInsert || ids.length < 2) await insert(inserts.next().value)
        else await change(changes.next().value)
      }
    },
    /** Changes posts with SQL until `isOver` returns true. */
    writeWithSql: async (isOver: () => boolean) => {
      while (!isOver()) {
        await breathe(pause * 5)
        if (ids.length > 0) await changeWithSql()
      }
    }
  }
}

interface Row {
  readonly Id: number
  readonly CId: number
  readonly IsShown?: boolean
}

class Rollback extends Error {}
