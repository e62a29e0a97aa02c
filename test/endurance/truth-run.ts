/**
 * Several processes share a database. Writers change posts through the processes and with SQL, while readers check that
 * no response and no event is more than a second behind.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import type { Pool } from '../../db/client.ts'
import { ledger, type PostChange } from './ledger.ts'
import { noStatistics, readItems, readList, type Statistics, type RequestOptions, type Reader } from './readers.ts'
import { randomOf } from './random.ts'
import { readChanges, POST_FILTER } from './followers.ts'
import { documentOf, numberIn } from './service.ts'
import { readStream } from './streamers.ts'

/** Disturbances of notifications. `lossy` changes a trigger, so other tests cannot use the database afterwards. */
export const disturbances = {
  none: async () => {},
  /** Closes all listening connections several times a second. */
  deaf: async (sql: Pool, isOver: () => boolean) => {
    while (!isOver()) {
      await sleep(Math.random() * 600)
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%'`
    }
  },
  /** Drops the notifications of three in ten changes. The changes are still recorded. */
  lossy: async (sql: Pool) => {
    await sql`
      create or replace function note_change() returns trigger language plpgsql as $$
      declare
        tag text :=
          case when tg_table_name = 'blogs' and tg_level = 'ROW' then 'blog:' || new.id else tg_table_name end;
      begin
        insert into changes (tag) values (tag) on conflict do nothing;
        if random() > 0.3 then
          perform pg_notify('desk_changes', pg_current_xact_id() || ' ' || tag);
        end if;
        return null;
      end $$`
  }
} as const

/** Counts of writes, and of requests and events of all readers. */
export interface Counts extends Statistics {
  writes: number
}

export interface Outcome extends Counts {
  oldest: number
  slowest: number
  faults: readonly string[]
}

/**
 * Runs writers and readers.
 * @param bases addresses of the processes
 * @param sql connections to their database
 * @param token session token of `user`, who is an administrator
 * @param seconds minimum duration
 * @param isEnough returns whether the run may end after that
 */
export const runTruth = async ({
  bases,
  sql,
  user,
  token,
  seconds,
  disturbance,
  isEnough = () => true,
  readers: readerCount = 100
}: {
  bases: readonly string[]
  sql: Pool
  user: number
  token: string
  seconds: number
  disturbance: keyof typeof disturbances
  isEnough?: (counts: Counts) => boolean
  readers?: number
}): Promise<Outcome> => {
  const dispatcher = new Agent({ connections: readerCount })
  const checks = ledger()
  const statistics = noStatistics()
  const blogs = await Promise.all(
    ['one', 'two', 'three'].map(async (title) => {
      const [{ Id: id }] = await sql<
        [{ Id: number }]
      >`insert into blogs (type, language, creator, title) values (1, 1, ${user}, ${title}) returning id`
      const posts: number[] = []
      return { id, posts }
    })
  )
  const end = performance.now() + seconds * 1000
  let writes = 0
  let hasEnded = false
  const isOver = () => hasEnded || (performance.now() >= end && isEnough({ ...statistics, writes }))

  const write = async () => {
    while (!isOver()) {
      // Sometimes at once, sometimes so late that all documents are cached again.
      await sleep(Math.random() ** 3 * 800)
      const { id: blog, posts } = randomOf(blogs)
      const change =
        Math.random() < 0.4
          ? await insert(randomOf(bases), blog, token)
          : await changeWithSql(sql, blog, user, posts.at(-1 - Math.floor(Math.random() * 12)))
      checks.recordCommit(change)
      if (!posts.includes(change.id)) posts.push(change.id)
      writes += 1
    }
  }

  const readers = Array.from({ length: readerCount }, (_, index): Reader => {
    const { id, posts } = blogs[index % blogs.length] ?? randomOf(blogs)
    const requestOptions: RequestOptions = {
      dispatcher,
      base: bases[Math.floor(index / 3) % bases.length] ?? '',
      headers: {
        accept: index % 7 < 4 ? 'application/xml' : 'application/json',
        ...(index % 5 > 2 && { 'accept-encoding': index % 5 === 3 ? 'gzip' : 'br' })
      },
      conditional: index % 4 < 2
    }
    const queries = ['', 'cId.since=0', POST_FILTER]
    switch (index % 10) {
      case 0:
      case 1:
      case 2:
        return readList(requestOptions, id, checks, statistics)
      case 3:
      case 4:
        return readItems(requestOptions, id, posts, checks, statistics)
      case 5:
      case 6:
        return readChanges(requestOptions, id, checks, statistics)
      default:
        return readStream(
          {
            dispatcher,
            base: () => randomOf(bases),
            format: index % 20 < 10 ? 'xml' : 'json',
            query: queries[Math.floor(index / 30) % queries.length] ?? '',
            leaves: index % 10 > 7
          },
          id,
          checks,
          statistics
        )
    }
  })
  const read = async ({ poll }: Reader) => {
    while (!isOver()) {
      await poll()
      await sleep(20 + Math.random() * 180)
    }
  }

  try {
    await Promise.all([
      disturbances[disturbance](sql, isOver),
      ...Array.from({ length: 5 }, write),
      ...readers.map(read)
    ])
    await sleep(1000)
    await Promise.all(readers.map(({ conclude }) => conclude(sql)))
  } finally {
    hasEnded = true
    await dispatcher.destroy()
  }
  return { ...statistics, writes, oldest: checks.oldest(), slowest: checks.slowest(), faults: checks.faults() }
}

const insert = async (base: string, blog: number, authorization: string): Promise<PostChange> => {
  const publish = Math.random() < 0.7
  const answer = await fetch(`${base}/resources/Desk/Blog/${blog}/Post${publish ? '/Publish' : ''}`, {
    method: 'POST',
    headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ Content: `posted ${Math.random()}` })
  })
  const document = documentOf(await answer.json())
  return { blog, id: numberIn(document, 'Id'), cId: numberIn(document, 'CId'), shownToReaders: publish }
}

/** Changes a post with SQL, or inserts one: always if `id` is undefined, else in one of ten calls. */
const changeWithSql = async (sql: Pool, blog: number, user: number, id: number | undefined): Promise<PostChange> => {
  const changes = [
    sql`content = 'edited ' || random(), updated_on = now()`,
    sql`published_on = now()`,
    sql`published_on = null`,
    sql`content = 'again', published_on = now()`,
    sql`deleted_on = now()`
  ]
  const [row] =
    id === undefined || Math.random() < 0.1
      ? await sql<{ Id: number; CId: number; ShownToReaders: boolean }[]>`
      insert into posts (blog, creator, content, published_on) values (${blog}, ${user}, 'inserted with SQL', now())
      returning id, c_id, true as shown_to_readers`
      : await sql<
          { Id: number; CId: number; ShownToReaders: boolean }[]
        >`update posts set ${randomOf(changes)} where id = ${id}
          returning id, c_id, coalesce(published_c_id = c_id, false) as shown_to_readers`
  if (row === undefined) throw new Error(`there is no post ${id}`)
  return { blog, id: row.Id, cId: row.CId, shownToReaders: row.ShownToReaders }
}
