/** Editors who do whatever comes to mind to the posts of one blog, all at once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { request, type Agent } from 'undici'
import type { Pool } from '../../db/client.ts'
import { oneOf } from './chance.ts'
import type { Ledger } from './ledger.ts'

export interface Editors {
  /** Writes until it is over. */
  write: (isOver: () => boolean) => Promise<void>
  /** Writes past the service until it is over, in transactions of several changes; some are rolled back. */
  writePast: (isOver: () => boolean) => Promise<void>
  /** How often each deed was answered with which status, such as `publish 201`. */
  answers: ReadonlyMap<string, number>
}

/** Others may have changed the post meanwhile; 503 means that a lock or a turn took too long. */
const ALLOWED = [200, 201, 204, 409, 503]
/** No post is moved next to a deleted one. */
const ALLOWED_MOVES = [...ALLOWED, 404]

/** Posts beyond which editors seldom insert more, so that the blog does not become all that followers read. */
const CROWD = 1000

/**
 * Makes every change of a post dawdle now and then: before it takes its number, and after, while it holds the blog.
 * The numbers given are noted, so that none is given twice and none is lost.
 */
export const dawdle = (sql: Pool) =>
  sql.begin(async (transaction) => {
    await transaction`create table given_numbers (blog integer, c_id integer, primary key (blog, c_id))`
    await transaction`
    create function dawdle() returns trigger language plpgsql as $$ begin
      if random() < 0.1 then
        perform pg_sleep(random() * 0.02);
      end if;
      if tg_when = 'AFTER' then
        insert into given_numbers values (new.blog, new.c_id);
      end if;
      return new;
    end $$`
    // Triggers run in the order of their names.
    await transaction`create trigger a_dawdle before insert or update on posts for each row execute function dawdle()`
    await transaction`create trigger z_dawdle after insert or update on posts for each row execute function dawdle()`
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
  const id = () => oneOf(ids)
  let texts = 0

  const send = async (deed: string, method: 'POST' | 'PUT' | 'DELETE', path: string, isText = false) => {
    const content = { Content: `${deed} ${(texts += 1)}`.padEnd(50 + (texts % 200), ' news') }
    const { statusCode, headers, body } = await request(base + path, {
      dispatcher,
      method,
      headers: { authorization: token, ...(isText && { 'content-type': 'application/json' }) },
      ...(isText && { body: JSON.stringify(content) })
    })
    const text = await body.text()
    const allowed = deed === 'reorder' ? ALLOWED_MOVES : ALLOWED
    if (!allowed.includes(statusCode)) ledger.accuse(`${deed} answered ${statusCode}: ${text}`)
    const answer = `${deed} ${statusCode}`
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
    return statusCode === 201 ? String(headers.location) : undefined
  }
  const insert = async (end: '' | '/Publish') => {
    const made = await send(`insert${end}`, 'POST', `${list}${end}`, true)
    if (made !== undefined) ids.push(made.replace(/.*\//, ''))
  }
  const step = (name: string) => () => send(name, 'POST', `${list}/${id()}/${name}`)
  const correct = () => send('correct', 'PUT', `${list}/${id()}`, true)
  const deeds = [
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
    () => send('reorder', 'PUT', `${list}/${id()}/Post/${id()}/Reorder?before=${oneOf(['true', 'false'])}`),
    () => send('delete', 'DELETE', `${list}/${id()}`)
  ]

  const change = (): Promise<unknown> =>
    sql
      .begin(async (transaction) => {
        // In the order in which the service locks.
        await transaction`select from blogs where id = ${blog} for no key update`
        await transaction`update posts set content = content || '.' where id = ${id()}`
        await transaction`select pg_sleep(random() * 0.01)`
        await transaction`
      update posts set published_on = case when published_on is null then now() end where id in (${id()}, ${id()})`
        await transaction`
      insert into posts (blog, creator, content, published_on) values (${blog}, ${user}, 'past the service', now())`
        // Numbers that were taken are given back.
        if (Math.random() < 0.5) throw new Rollback()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Rollback)) throw error
      })

  return {
    answers,
    write: async (isOver) => {
      while (!isOver()) {
        await sleep(Math.random() * pause)
        const isTime = ids.length < CROWD ? Math.random() < 0.3 : Math.random() < 0.02
        if (isTime || ids.length < 2) await insert(oneOf(['', '/Publish']))
        else await oneOf(deeds)()
      }
    },
    writePast: async (isOver) => {
      while (!isOver()) {
        await sleep(Math.random() * pause * 20)
        if (ids.length > 0) await change()
      }
    }
  }
}

class Rollback extends Error {}
