/** Editors who change the posts of one blog at random and at the same time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { request, type Agent } from 'undici'
import type { Pool } from '../../db/client.ts'
import { randomOf } from './random.ts'
import type { Ledger } from './ledger.ts'

export interface Editors {
  /** Sends changes to the service until `isOver` returns true. */
  write: (isOver: () => boolean) => Promise<void>
  /** Changes posts with SQL until `isOver` returns true, several in each transaction. Rolls back half of them. */
  writeWithSql: (isOver: () => boolean) => Promise<void>
  /** Number of responses by operation and status, such as `Publish 201`. */
  answers: ReadonlyMap<string, number>
  /** Returns whether each operation has succeeded at least once. */
  haveAllSucceeded: () => boolean
}

const OPERATIONS = [
  'insert',
  'insert/Publish',
  'correct',
  'Publish',
  'Unpublish',
  'Hide',
  'Unhide',
  'reorder',
  'delete'
] as const
type Operation = (typeof OPERATIONS)[number]

const SUCCESSES = [200, 201, 204]
/** Legal statuses. 409: another editor changed the post before. 503: the wait for a lock or connection was too long. */
const ALLOWED = [...SUCCESSES, 409, 503]
/** Legal statuses of moves. 404: the other post is deleted. */
const ALLOWED_MOVES = [...ALLOWED, 404]

/** Number of posts after which editors rarely insert more, so that the lists do not grow without bound. */
const MANY_POSTS = 1000

/**
 * Delays some changes to posts: before they get their change number, and afterwards, while they hold the lock of the
 * blog. Stores each number in `given_numbers`, whose primary key fails if a number is assigned twice.
 */
export const slowDown = (sql: Pool) =>
  sql.begin(async (transaction) => {
    await transaction`create table given_numbers (blog integer, c_id integer, primary key (blog, c_id))`
    await transaction`
    create function slow_down() returns trigger language plpgsql as $$ begin
      if random() < 0.1 then
        perform pg_sleep(random() * 0.02);
      end if;
      if tg_when = 'AFTER' then
        insert into given_numbers values (new.blog, new.c_id);
      end if;
      return new;
    end $$`
    // Triggers run in the order of their names.
    await transaction`
      create trigger a_slow_down before insert or update on posts for each row execute function slow_down()`
    await transaction`
      create trigger z_slow_down after insert or update on posts for each row execute function slow_down()`
  })

export const editors = (
  {
    base,
    dispatcher,
    sql,
    user,
    token,
    pause
  }: {
    base: string
    dispatcher: Agent
    sql: Pool
    user: number
    token: string
    pause: number
  },
  blog: number,
  ledger: Ledger
): Editors => {
  const list = `/resources/Desk/Blog/${blog}/Post`
  const ids: string[] = []
  const answers = new Map<string, number>()
  const id = () => randomOf(ids)
  let texts = 0

  const send = async (operation: Operation, method: 'POST' | 'PUT' | 'DELETE', path: string, isText = false) => {
    const content = { Content: `${operation} ${(texts += 1)}`.padEnd(50 + (texts % 200), ' news') }
    const { statusCode, headers, body } = await request(base + path, {
      dispatcher,
      method,
      headers: { authorization: token, ...(isText && { 'content-type': 'application/json' }) },
      ...(isText && { body: JSON.stringify(content) })
    })
    const text = await body.text()
    const allowed = operation === 'reorder' ? ALLOWED_MOVES : ALLOWED
    if (!allowed.includes(statusCode)) ledger.reportFault(`${operation} answered ${statusCode}: ${text}`)
    const answer = `${operation} ${statusCode}`
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
    return statusCode === 201 ? String(headers.location) : undefined
  }
  const insert = async (end: '' | '/Publish') => {
    const location = await send(`insert${end}`, 'POST', `${list}${end}`, true)
    if (location !== undefined) ids.push(location.replace(/.*\//, ''))
  }
  const step = (name: Operation) => () => send(name, 'POST', `${list}/${id()}/${name}`)
  const correct = () => send('correct', 'PUT', `${list}/${id()}`, true)
  const operations = [
    correct,
    correct,
    correct,
    step('Publish'),
    step('Publish'),
    step('Unpublish'),
    step('Hide'),
    step('Unhide'),
    step('Unhide'),
    step('Unhide'),
    () => send('reorder', 'PUT', `${list}/${id()}/Post/${id()}/Reorder?before=${randomOf(['true', 'false'])}`),
    () => send('delete', 'DELETE', `${list}/${id()}`)
  ]

  const change = (): Promise<unknown> =>
    sql
      .begin(async (transaction) => {
        // Lock the blog first, like the service, to avoid deadlocks.
        await transaction`select from blogs where id = ${blog} for no key update`
        await transaction`update posts set content = content || '.' where id = ${id()}`
        await transaction`select pg_sleep(random() * 0.01)`
        await transaction`
      update posts set published_on = case when published_on is null then now() end where id in (${id()}, ${id()})`
        await transaction`
      insert into posts (blog, creator, content, published_on) values (${blog}, ${user}, 'inserted with SQL', now())`
        // A rollback releases the change numbers.
        if (Math.random() < 0.5) throw new Rollback()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Rollback)) throw error
      })

  return {
    answers,
    haveAllSucceeded: () =>
      OPERATIONS.every((operation) => SUCCESSES.some((status) => answers.has(`${operation} ${status}`))),
    write: async (isOver) => {
      while (!isOver()) {
        await sleep(Math.random() * pause)
        const isInsert = ids.length < MANY_POSTS ? Math.random() < 0.3 : Math.random() < 0.02
        if (isInsert || ids.length < 2) await insert(randomOf(['', '/Publish']))
        else await randomOf(operations)()
      }
    },
    writeWithSql: async (isOver) => {
      while (!isOver()) {
        await sleep(Math.random() * pause * 20)
        if (ids.length > 0) await change()
      }
    }
  }
}

class Rollback extends Error {}
