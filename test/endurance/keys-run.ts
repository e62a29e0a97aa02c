/**
 * Clients send each insert many times at once, with one Idempotency-Key. Proxies cut their connections to the service,
 * and those of the service to PostgreSQL, so that neither knows whether the insert succeeded.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Agent, request } from 'undici'
import type { Pool } from '../../db/client.ts'
import { startProxy, through } from './cutting-proxy.ts'
import { documentOf, numberIn } from './service.ts'

export interface Outcome {
  /** Number of requests, of those without a response, and of those refused with 503. */
  sent: number
  lost: number
  refused: number
  /** Number of connections cut before the response (early) and when it arrived (late). */
  clientCuts: { early: number; late: number }
  databaseCuts: { early: number; late: number }
  posts: number
  faults: readonly string[]
}

/** Number of keys in use at the same time. */
const AT_ONCE = 4
/** Maximum number of tries of a client; it is a fault if a client needs more. */
const MAX_TRIES = 200
/** Share of requests to the service that are cut, and of inserts into PostgreSQL. */
const LIKELIHOOD = { client: 0.3, database: 0.5 }

/** Content of the post for a key. The proxy recognizes inserts in the PostgreSQL protocol by it. */
const contentOf = (key: string) => `only once: ${key};`

/** PostgreSQL's message ReadyForQuery outside a transaction: the statement before it is committed. */
const READY = Buffer.from('Z\0\0\0\x05I')

/**
 * Sends the inserts and checks that each key inserts exactly one post.
 * @param url address of the database
 * @param sql connections to the database without a proxy
 * @param serve starts the service on the database at an address, and returns the address of the service
 * @param token session token of `user`, who is an administrator
 */
export const runKeys = async ({
  url,
  sql,
  serve,
  user,
  token,
  keys,
  clients = 20
}: {
  url: string
  sql: Pool
  serve: (databaseUrl: string) => Promise<string>
  user: number
  token: string
  keys: number
  clients?: number
}): Promise<Outcome> => {
  const [{ Id: blog }] = await sql<[{ Id: number }]>`
    insert into blogs (type, language, creator, title) values (1, 1, ${user}, 'Insistent') returning id`
  const database = await startProxy(new URL(url), {
    isRequest: (sent) => sent.includes('only once: '),
    endsResponse: (answer) => answer.subarray(-READY.length).equals(READY),
    likelihood: LIKELIHOOD.database
  })
  const front = await startProxy(new URL(await serve(through(url, database))), {
    isRequest: (sent) => sent.includes('POST /'),
    endsResponse: () => true,
    likelihood: LIKELIHOOD.client
  })
  const base = `http://127.0.0.1:${front.port}/resources/Desk/Blog/${blog}/Post`
  const dispatcher = new Agent({ connections: AT_ONCE * clients })
  const faults: string[] = []
  let [sent, lost, refused] = [0, 0, 0]

  /** Sends an insert. Returns the address and id of its post, undefined if the service refused it with 503. */
  const send = async (key: string, address: string) => {
    sent += 1
    const { statusCode, headers, body } = await request(address, {
      dispatcher,
      method: 'POST',
      headers: {
        authorization: token,
        accept: 'application/json',
        'content-type': 'application/json',
        'idempotency-key': key
      },
      body: JSON.stringify({ Content: contentOf(key) })
    })
    const text = await body.text()
    if (statusCode === 503) refused += 1
    else if (statusCode !== 201) faults.push(`${key} returned ${statusCode}: ${text}`)
    if (statusCode !== 201) return undefined
    return { location: String(headers.location), id: numberIn(documentOf(JSON.parse(text)), 'Id') }
  }
  const sendUntilAnswered = async (key: string, address: string) => {
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const answer = await send(key, address).catch(() => {
        lost += 1
      })
      if (answer !== undefined) return answer
      await sleep(Math.random() * 50)
    }
    throw new Error(`${key} got no response after ${MAX_TRIES} tries`)
  }

  const names = Array.from({ length: keys }, (_, index) => `key-${index}`)
  const postIds = new Map<string, number>()
  const waiting = [...names]
  const useKeys = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      const address = `${base}${waiting.length % 2 === 0 ? '' : '/Publish'}`
      const name = key
      const answers = await Promise.all(Array.from({ length: clients }, () => sendUntilAnswered(name, address)))
      const [first] = answers
      if (first === undefined || answers.some((answer) => !isDeepStrictEqual(answer, first))) {
        faults.push(`${name} got different responses: ${JSON.stringify(answers)}`)
      } else postIds.set(contentOf(name), first.id)
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, useKeys))
  } finally {
    await dispatcher.destroy()
    await front.close()
    await database.close()
  }

  const rows = await sql<{ Id: number; Content: string }[]>`select id, content from posts where blog = ${blog}`
  for (const { Id, Content } of rows) {
    if (postIds.get(Content) !== Id) {
      faults.push(`post ${Id} (${Content}) does not have the id in the response, ${postIds.get(Content)}`)
    }
  }
  if (rows.length !== keys) faults.push(`${keys} keys inserted ${rows.length} posts`)
  const [{ Posts, Changes }] = await sql<[{ Posts: number; Changes: number }]>`
    select post_count as posts, last_c_id as changes from blogs where id = ${blog}`
  if (Posts !== keys || Changes !== keys) faults.push(`the blog counts ${Posts} posts and ${Changes} changes`)
  return {
    sent,
    lost,
    refused,
    clientCuts: front.cuts(),
    databaseCuts: database.cuts(),
    posts: rows.length,
    faults
  }
}
