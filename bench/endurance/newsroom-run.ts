/**
 * Editors change blogs at the same time, through one or several processes and with SQL. Readers check that no answer
 * and no event is late, and followers, who lose their state or connection at random, that they miss no change.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import type { Pool } from '../../db/client.ts'
import { compareBlog } from './consistency.ts'
import { disturbances } from './disturbances.ts'
import { editors, OPERATIONS, randomOf, slowDown } from './editors.ts'
import { readChanges } from './followers.ts'
import { newLedger, type Counts } from './ledger.ts'
import { POST_FILTER } from './post-states.ts'
import { readItems, readList, type Client, type ClientOptions } from './readers.ts'
import { readStream } from './streamers.ts'

export interface Setup {
  /** Addresses of the processes. */
  bases: readonly string[]
  /** Address that editors use; by default any of these. */
  front?: string
  /** Connections to their database, whose triggers are slower afterwards. */
  sql: Pool
  /** Id and token of an administrator. */
  user: number
  token: string
  /** Number of blogs, and of editors and clients in all. */
  blogs: number
  editors: number
  clients: number
  /** Seconds of writing between two comparisons of everything. */
  span: number
  /** Maximum milliseconds between two changes of an editor, and between two requests of a client. */
  pauses: readonly [number, number]
  /** Whether a late answer or event is a fault. */
  isTimed?: boolean
  disturbance?: keyof typeof disturbances
  /** Whether the run may end after a comparison. */
  isEnough: (counts: Counts) => boolean
}

export interface Outcome extends Counts {
  /** Milliseconds: the age of the oldest answer, and the delay of the slowest event. */
  slowest: { answer: number; event: number }
  /** Number of times that clients started, and that all of them were compared with the database. */
  starts: number
  comparisons: number
  /** Counts of answers to editors by operation and status. */
  answers: ReadonlyMap<string, number>
  faults: readonly string[]
}

/** Probability that a client starts again before a request, and that it is compared after a request. */
const RESTART_RATE = 0.005
const CHECK_RATE = 0.05
/** Milliseconds until all clients have received the last changes. */
const SETTLE_TIME = 1000

/** Runs until `isEnough` and every kind of change has succeeded, or there is a fault. */
export const runNewsroom = async ({
  bases,
  front,
  sql,
  user,
  token,
  blogs: blogCount,
  editors: editorCount,
  clients: clientCount,
  span,
  pauses: [pause, clientPause],
  isTimed = true,
  disturbance = 'none',
  isEnough
}: Setup): Promise<Outcome> => {
  const dispatcher = new Agent({ connections: editorCount + 2 * clientCount })
  const ledger = newLedger(isTimed)
  const answers = new Map<string, number>()
  let [starts, comparisons] = [0, 0]
  await slowDown(sql)
  const created = await sql<{ Id: number }[]>`
    insert into blogs (type, language, creator, title)
    select 1, 1, ${user}, 'Restless' from generate_series(1, ${blogCount}::integer) returning id`
  const rooms = created.map(({ Id: blog }) => ({
    blog,
    ...editors(
      { base: () => front ?? randomOf(bases), dispatcher, sql, user, token, ledger, pause, rests: isTimed },
      blog,
      answers
    )
  }))

  const begin = (index: number): Client => {
    starts += 1
    const { blog, ids } = rooms[index % blogCount] ?? randomOf(rooms)
    // A cursor is good for any process. Without one, only documents of the same process never go back.
    const [base, anyBase] = [bases[Math.floor(index / 3) % bases.length] ?? '', () => randomOf(bases)]
    const headers = {
      accept: index % 7 < 4 ? 'application/xml' : 'application/json',
      ...(index % 5 > 2 && { 'accept-encoding': index % 5 === 3 ? 'gzip' : 'br' })
    }
    const options: ClientOptions = {
      ...{ base: () => base, dispatcher, sql, ledger, blog, headers },
      conditional: index % 4 < 2
    }
    const readsList = Math.random() < 0.5
    switch (index % 10) {
      case 0:
      case 1:
        return readList(options)
      case 2:
        return readItems(options, ids)
      case 3:
      case 4:
      case 5:
      case 6: {
        // A link may lead to a post that is a second old in another process.
        const withPosts = index % 10 > 3
        const limit = randomOf([7, 30, 100, 1000])
        return readChanges(withPosts ? { ...options, base: anyBase } : options, { readsList, limit, withPosts })
      }
      default:
        return readStream(
          { ...options, base: anyBase },
          {
            format: randomOf(['xml', 'json']),
            query: `${readsList ? '' : 'cId.since=0&'}${randomOf(['', POST_FILTER])}`,
            leaves: index % 10 > 7,
            readsList
          }
        )
    }
  }
  const clients = Array.from({ length: clientCount }, (_, index) => {
    let client = begin(index)
    return {
      read: async (isOver: () => boolean) => {
        while (!isOver()) {
          await sleep(Math.random() * clientPause)
          if (Math.random() < RESTART_RATE) {
            client.leave?.()
            client = begin(index)
          }
          await client.poll()
          if (Math.random() < CHECK_RATE) await client.check?.()
        }
      },
      conclude: () => client.conclude()
    }
  })

  const haveAllSucceeded = () => OPERATIONS.every((name) => [200, 201, 204].some((at) => answers.has(`${name} ${at}`)))
  try {
    while ((!isEnough(ledger.counts) || !haveAllSucceeded()) && ledger.faults.length === 0) {
      const end = performance.now() + span * 1000
      const isOver = () => performance.now() >= end
      await Promise.all([
        disturbances[disturbance](sql, isOver),
        ...rooms.map(({ writeWithSql }) => writeWithSql(isOver)),
        ...Array.from({ length: editorCount }, (_, index) => rooms[index % blogCount]?.write(isOver)),
        ...clients.map(({ read }) => read(isOver))
      ])
      await sleep(SETTLE_TIME)
      await Promise.all(clients.map(({ conclude }) => conclude()))
      for (const { blog } of rooms) await compareBlog(randomOf(bases), sql, blog, ledger.reportFault)
      comparisons += 1
    }
  } finally {
    await dispatcher.destroy()
  }
  const { counts, slowest, faults } = ledger
  return { ...counts, slowest, starts, comparisons, answers, faults }
}
