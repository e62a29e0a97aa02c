/**
 * Clients who send each insert many times at once, with one Idempotency-Key, over connections that are cut: their own
 * to the service, and those of the service to PostgreSQL, so that neither knows what became of it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Agent, request } from 'undici'
import type { Pool } from '../../db/client.ts'
import { cutter, through } from './cuts.ts'
import { documentOf, numberIn } from './service.ts'

export interface Outcome {
  /** Requests that were sent, those without an answer, and those that the service refused with 503. */
  sent: number
  lost: number
  refused: number
  /** Connections cut early, and late, when the answer had come already. */
  clientCuts: { early: number; late: number }
  databaseCuts: { early: number; late: number }
  posts: number
  faults: readonly string[]
}

/** Keys that are used at the same time. */
const AT_ONCE = 4
/** A client that has sent its request this often gives up, which is a fault. */
const MOST_TRIES = 200
/** How many requests are cut on their way to the service, and how many inserts on theirs to PostgreSQL. */
const LIKELIHOOD = { client: 0.3, database: 0.5 }

/** What an insert says, which shows in the bytes that the service sends to PostgreSQL. */
const contentOf = (key: string) => `only once: ${key};`

/** ReadyForQuery outside a transaction: what came before it is committed. */
const READY = Buffer.from('Z\0\0\0\x05I')

/**
 * @param url address of the database
 * @param sql connections of our own to it
 * @param serve starts the service on the database at an address. @returns its own address
 * @param token of a session of user `user`, who may do everything
 */
export const insist = async ({
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
  const database = await cutter(new URL(url), {
    isRequest: (sent) => sent.includes('only once: '),
    isAnswered: (answer) => answer.subarray(-READY.length).equals(READY),
    likelihood: LIKELIHOOD.database
  })
  const front = await cutter(new URL(await serve(through(url, database))), {
    isRequest: (sent) => sent.includes('POST /'),
    isAnswered: () => true,
    likelihood: LIKELIHOOD.client
  })
  const base = `http://127.0.0.1:${front.port}/resources/Desk/Blog/${blog}/Post`
  const dispatcher = new Agent({ connections: AT_ONCE * clients })
  const faults: string[] = []
  let [sent, lost, refused] = [0, 0, 0]

  /** Sends an insert once. @returns the address and the id of its post; undefined when there was no answer */
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
    else if (statusCode !== 201) faults.push(`${key} was answered with ${statusCode}: ${text}`)
    if (statusCode !== 201) return undefined
    return { place: String(headers.location), id: numberIn(documentOf(JSON.parse(text)), 'Id') }
  }
  const sendUntilAnswered = async (key: string, address: string) => {
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const answer = await send(key, address).catch(() => {
        lost += 1
      })
      if (answer !== undefined) return answer
      await sleep(Math.random() * 50)
    }
    throw new Error(`${key} was never answered`)
  }

  const names = Array.from({ length: keys }, (_, place) => `key-${place}`)
  const answered = new Map<string, number>()
  const waiting = [...names]
  const useKeys = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      const address = `${base}${waiting.length % 2 === 0 ? '' : '/Publish'}`
      const name = key
      const answers = await Promise.all(Array.from({ length: clients }, () => sendUntilAnswered(name, address)))
      const [first] = answers
      if (first === undefined || answers.some((answer) => !isDeepStrictEqual(answer, first))) {
        faults.push(`${name} made ${JSON.stringify(answers)}`)
      } else answered.set(contentOf(name), first.id)
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
    if (answered.get(Content) !== Id) faults.push(`post ${Id} (${Content}) is not ${answered.get(Content)}`)
  }
  if (rows.length !== keys) faults.push(`${keys} keys made ${rows.length} posts`)
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
