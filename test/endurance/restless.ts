/** Sixteen editors who do everything at once to one blog, and twenty followers who forget, cut and come again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import type { Pool } from '../../db/client.ts'
import { oneOf } from './chance.ts'
import { dawdle, editors } from './editors.ts'
import { readChanges, SHOWN, type Follower } from './followers.ts'
import { ledger } from './ledger.ts'
import { noFigures, type Figures } from './readers.ts'
import { readStream } from './streamers.ts'
import { verdictOf } from './verdict.ts'

export interface Outcome extends Figures {
  /** Changes of posts that were committed. */
  changes: number
  /** How often followers began, and how often everybody stopped to compare. */
  lives: number
  pauses: number
  answers: ReadonlyMap<string, number>
  faults: readonly string[]
}

/** How likely a follower forgets everything before it asks again, and is checked after it has asked. */
const FORGETS = 0.005
const CHECKED = 0.1

/** Milliseconds within which everybody hears of what was written past the service. */
const HEARD = 1000

/**
 * @param sql connections of our own to the service's database, which is good for nothing else afterwards
 * @param token of a session of user `user`, who may do everything
 * @param told states of posts that followers are told until it ends
 * @param span seconds of writing between two pauses
 * @param pause the most milliseconds that an editor or a follower waits between two requests
 */
export const exercise = async ({
  base,
  sql,
  user,
  token,
  told,
  span = 10,
  pause = 100,
  writers = 16,
  followers = 20
}: {
  base: string
  sql: Pool
  user: number
  token: string
  told: number
  span?: number
  pause?: number
  writers?: number
  followers?: number
}): Promise<Outcome> => {
  const dispatcher = new Agent({ connections: 2 * (writers + followers) })
  const book = ledger()
  const figures = noFigures()
  let lives = 0
  let pauses = 0
  await dawdle(sql)
  const [{ Id: blog }] = await sql<[{ Id: number }]>`
    insert into blogs (type, language, creator, title) values (1, 1, ${user}, 'Restless') returning id`
  const { write, writePast, answers } = editors({ base, dispatcher, sql, user, token, pause }, blog, book)

  const begin = (place: number): Follower => {
    lives += 1
    const start = oneOf(['list', 'changes'] as const)
    const manner = { base, dispatcher, headers: {}, conditional: false }
    const limit = oneOf([7, 30, 100, 1000])
    switch (place % 4) {
      case 0:
        return readChanges(manner, blog, book, figures, { begin: start, limit, shown: true })
      case 1:
        return readChanges(manner, blog, book, figures, { begin: start, limit: 1000, shown: true })
      case 2:
        return readChanges(manner, blog, book, figures, { begin: start, limit, shown: false })
      default:
        return readStream(
          {
            dispatcher,
            base: () => base,
            form: oneOf(['xml', 'json'] as const),
            query: `${start === 'list' ? '' : 'cId.since=0&'}${oneOf(['', SHOWN])}`,
            leaves: true,
            readsList: start === 'list'
          },
          blog,
          book,
          figures
        )
    }
  }
  const all = Array.from({ length: followers }, (_, place) => {
    let follower = begin(place)
    return {
      read: async (isOver: () => boolean) => {
        while (!isOver()) {
          await sleep(Math.random() * pause)
          if (Math.random() < FORGETS) {
            follower.leave()
            follower = begin(place)
          }
          await follower.poll()
          if (Math.random() < CHECKED) await follower.check(sql)
        }
      },
      conclude: () => follower.conclude(sql)
    }
  })
  const given = async () => {
    const [numbers] = await sql<[{ Given: number; Last: number }]>`
      select count(*)::integer as given, max(last_c_id) as last
      from blogs join given_numbers on given_numbers.blog = blogs.id where blogs.id = ${blog}`
    if (numbers.Given !== numbers.Last) book.accuse(`${numbers.Given} changes were given numbers up to ${numbers.Last}`)
    return numbers.Given
  }

  let changes = 0
  try {
    while (figures.told < told && book.faults().length === 0) {
      const end = performance.now() + span * 1000
      const isOver = () => performance.now() >= end
      const writing = [writePast(isOver), ...Array.from({ length: writers }, () => write(isOver))]
      await Promise.all([...writing, ...all.map(({ read }) => read(isOver))])
      await sleep(HEARD)
      await Promise.all(all.map(({ conclude }) => conclude()))
      for (const fault of await verdictOf(base, sql, blog)) book.accuse(fault)
      changes = await given()
      pauses += 1
    }
  } finally {
    await dispatcher.destroy()
  }
  return { ...figures, changes, lives, pauses, answers, faults: book.faults() }
}
