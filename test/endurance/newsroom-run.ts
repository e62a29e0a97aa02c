/** Editors change one blog at the same time. Followers lose their state or connection at random and start again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import type { Pool } from '../../db/client.ts'
import { randomOf } from './random.ts'
import { slowDown, editors } from './editors.ts'
import { readChanges, POST_FILTER, type Follower } from './followers.ts'
import { ledger } from './ledger.ts'
import { noStatistics, type Statistics } from './readers.ts'
import { readStream } from './streamers.ts'
import { inconsistenciesOf } from './consistency.ts'

export interface Outcome extends Statistics {
  /** Number of committed changes to posts. */
  changes: number
  /** Number of times that followers started, and that all of them were compared with the database. */
  starts: number
  comparisons: number
  answers: ReadonlyMap<string, number>
  faults: readonly string[]
}

/** Probability that a follower starts again before a request, and that it is checked after a request. */
const RESTART_RATE = 0.005
const CHECK_RATE = 0.1

/** Milliseconds until all followers have received the last changes. */
const SETTLE_TIME = 1000

/**
 * Runs editors and followers until the followers have received a number of post states and every kind of change has
 * succeeded, or there is a fault.
 * @param sql connections to the service's database, whose triggers are slower afterwards
 * @param token session token of `user`, who is an administrator
 * @param states number of post states
 * @param span seconds of writing between two comparisons
 * @param pause maximum time between two requests of an editor or a follower, in milliseconds
 */
export const runNewsroom = async ({
  base,
  sql,
  user,
  token,
  states,
  span = 10,
  pause = 100,
  writers = 16,
  followers = 20
}: {
  base: string
  sql: Pool
  user: number
  token: string
  states: number
  span?: number
  pause?: number
  writers?: number
  followers?: number
}): Promise<Outcome> => {
  const dispatcher = new Agent({ connections: 2 * (writers + followers) })
  const checks = ledger()
  const statistics = noStatistics()
  let starts = 0
  let comparisons = 0
  await slowDown(sql)
  const [{ Id: blog }] = await sql<[{ Id: number }]>`
    insert into blogs (type, language, creator, title) values (1, 1, ${user}, 'Restless') returning id`
  const { write, writeWithSql, answers, haveAllSucceeded } = editors(
    { base, dispatcher, sql, user, token, pause },
    blog,
    checks
  )

  const begin = (index: number): Follower => {
    starts += 1
    const start = randomOf(['list', 'changes'] as const)
    const requestOptions = { base, dispatcher, headers: {}, conditional: false }
    const limit = randomOf([7, 30, 100, 1000])
    switch (index % 4) {
      case 0:
        return readChanges(requestOptions, blog, checks, statistics, { begin: start, limit, withPosts: true })
      case 1:
        return readChanges(requestOptions, blog, checks, statistics, { begin: start, limit: 1000, withPosts: true })
      case 2:
        return readChanges(requestOptions, blog, checks, statistics, { begin: start, limit, withPosts: false })
      default:
        return readStream(
          {
            dispatcher,
            base: () => base,
            format: randomOf(['xml', 'json'] as const),
            query: `${start === 'list' ? '' : 'cId.since=0&'}${randomOf(['', POST_FILTER])}`,
            leaves: true,
            readsList: start === 'list'
          },
          blog,
          checks,
          statistics
        )
    }
  }
  const allFollowers = Array.from({ length: followers }, (_, index) => {
    let follower = begin(index)
    return {
      read: async (isOver: () => boolean) => {
        while (!isOver()) {
          await sleep(Math.random() * pause)
          if (Math.random() < RESTART_RATE) {
            follower.leave()
            follower = begin(index)
          }
          await follower.poll()
          if (Math.random() < CHECK_RATE) await follower.check(sql)
        }
      },
      conclude: () => follower.conclude(sql)
    }
  })
  const countNumbers = async () => {
    const [numbers] = await sql<[{ Assigned: number; Last: number }]>`
      select count(*)::integer as assigned, max(last_c_id) as last
      from blogs join given_numbers on given_numbers.blog = blogs.id where blogs.id = ${blog}`
    if (numbers.Assigned !== numbers.Last) {
      checks.reportFault(`${numbers.Assigned} changes have numbers up to ${numbers.Last}`)
    }
    return numbers.Assigned
  }

  let changes = 0
  try {
    while ((statistics.states < states || !haveAllSucceeded()) && checks.faults().length === 0) {
      const end = performance.now() + span * 1000
      const isOver = () => performance.now() >= end
      const writing = [writeWithSql(isOver), ...Array.from({ length: writers }, () => write(isOver))]
      await Promise.all([...writing, ...allFollowers.map(({ read }) => read(isOver))])
      await sleep(SETTLE_TIME)
      await Promise.all(allFollowers.map(({ conclude }) => conclude()))
      for (const fault of await inconsistenciesOf(base, sql, blog)) checks.reportFault(fault)
      changes = await countNumbers()
      comparisons += 1
    }
  } finally {
    await dispatcher.destroy()
  }
  return { ...statistics, changes, starts, comparisons, answers, faults: checks.faults() }
}
