/**
 * Clients send each insert many times at once, with one Idempotency-Key. Proxies cut their connections to the service,
 * and those of the service to PostgreSQL, so that neither knows whether the insert succeeded.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Agent } from 'undici'
import type { Pool } from '../../db/client.ts'
import { publication, send } from '../load/requests.ts'
import type { Ending } from '../stage/ending.ts'
import { startProxy } from '../stage/proxy.ts'

export interface Setup {
  /** Address of the database, and connections to it without a proxy. */
  url: string
  sql: Pool
  /** Starts the service on the database at an address, and returns the address of the service. */
  serve: (databaseUrl: string) => Promise<string>
  /** Id and token of an administrator. */
  user: number
  token: string
  keys: number
}

/** Number of keys in use at the same time, and of clients that use each. */
const AT_ONCE = 4
const CLIENTS = 20
/** Maximum number of tries of a client; it is a fault if a client needs more. */
const MAX_TRIES = 200
/** Share of requests to the service that are cut, and of inserts into PostgreSQL. */
const LIKELIHOOD = { client: 0.3, database: 0.5 }

/** PostgreSQL's message ReadyForQuery outside a transaction: the statement before it is committed. */
const READY = Buffer.from('Z\0\0\0\x05I')

/**
 * Sends the inserts and checks that each key inserts exactly one post.
 * @returns the numbers of requests, of those without an answer or refused with 503, of cut connections, and of posts
 */
export const runKeys = async (end: Ending, { url, sql, serve, user, token, keys }: Setup) => {
  const [{ Id: blog }] = await sql<[{ Id: number }]>`
    insert into blogs (type, language, creator, title) values (1, 1, ${user}, 'Insistent') returning id`
  // The text of a post tells the proxy in front of PostgreSQL which statements insert it.
  const database = await startProxy(end, url, {
    isRequest: (sent) => sent.includes('only once: '),
    endsAnswer: (answer) => answer.subarray(-READY.length).equals(READY),
    likelihood: LIKELIHOOD.database
  })
  const front = await startProxy(end, await serve(database.url), {
    isRequest: (sent) => sent.includes('POST /'),
    endsAnswer: () => true,
    likelihood: LIKELIHOOD.client
  })
  const dispatcher = new Agent({ connections: AT_ONCE * CLIENTS })
  const faults: string[] = []
  let [sent, lost, refused] = [0, 0, 0]

  const sendUntilAnswered = async (key: string, end: string) => {
    const [publish, options] = publication(new URL(front.url).origin, token, blog, `only once: ${key};`, key)
    const address = publish.replace('/Publish', end)
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      sent += 1
      const { status, headers, body } = await send(address, { dispatcher, ...options })
      if (status === 201) return { location: headers.location, text: `${body}` }
      if (status === 0) lost += 1
      else if (status === 503) refused += 1
      else faults.push(`${key} returned ${status}: ${body}`)
      await sleep(Math.random() * 50)
    }
    throw new Error(`${key} got no answer after ${MAX_TRIES} tries`)
  }

  const locations = new Map<string, string>()
  let waiting = keys
  const useKeys = async () => {
    while (waiting > 0) {
      const key = `key-${(waiting -= 1)}`
      const end = waiting % 2 === 0 ? '' : '/Publish'
      const [first, ...others] = await Promise.all(Array.from({ length: CLIENTS }, () => sendUntilAnswered(key, end)))
      const differing = others.find((other) => !isDeepStrictEqual(other, first))
      if (differing !== undefined) faults.push(`${key} got ${JSON.stringify([first, differing])}`)
      locations.set(`only once: ${key};`, String(first?.location))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, useKeys)).finally(() => dispatcher.destroy())

  const rows = await sql<{ Id: number; Content: string }[]>`select id, content from posts where blog = ${blog}`
  for (const { Id, Content } of rows) {
    const location = locations.get(Content)
    if (!location?.endsWith(`/${Id}`)) faults.push(`post ${Id} (${Content}) is not the one in the answer, ${location}`)
  }
  if (rows.length !== keys) faults.push(`${keys} keys inserted ${rows.length} posts`)
  const [{ Posts, Changes }] = await sql<[{ Posts: number; Changes: number }]>`
    select post_count as posts, last_c_id as changes from blogs where id = ${blog}`
  if (Posts !== keys || Changes !== keys) faults.push(`the blog counts ${Posts} posts and ${Changes} changes`)
  return { sent, lost, refused, clientCuts: front.cuts(), databaseCuts: database.cuts(), posts: rows.length, faults }
}
