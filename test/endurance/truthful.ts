/** Several processes on one database, writers through them and past them, and readers who check that nobody is told what was true a second ago. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import type { Pool } from '../../db/client.ts'
import { ledger, type Written } from './ledger.ts'
import { noFigures, readItems, readList, type Figures, type Manner, type Reader } from './readers.ts'
import { oneOf } from './chance.ts'
import { readChanges, SHOWN } from './followers.ts'
import { documentOf, numberIn } from './service.ts'
import { readStream } from './streamers.ts'

/** What goes wrong on purpose. The last one does not heal: its database is good for nothing else after it. */
export const disturbances = {
  none: async () => {},
  /** Whoever listens is cut off several times a second. */
  deaf: async (sql: Pool, isOver: () => boolean) => {
    while (!isOver()) {
      await sleep(Math.random() * 600)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`
    }
  },
  /** Three of ten changes are noted, and nobody is told. */
  lossy: async (sql: Pool) => {
    await sql`
      create or replace function note_change() returns trigger language plpgsql as $$
      declare
        tag text := case when tg_table_name = 'blogs' and tg_level = 'ROW' then 'blog:' || new.id else tg_table_name end;
      begin
        insert into changes (tag) values (tag) on conflict do nothing;
        if random() > 0.3 then perform pg_notify('desk_changes', pg_current_xact_id() || ' ' || tag); end if;
        return null;
      end $$`
  }
} as const

export interface Outcome extends Figures {
  writes: number
  oldest: number
  slowest: number
  faults: readonly string[]
}

/**
 * @param bases the processes
 * @param sql connections of our own to their database
 * @param token of a session of user `user`, who may do everything
 */
export const pursueTruth = async ({
  bases,
  sql,
  user,
  token,
  seconds,
  disturbance,
  readers: crowd = 100
}: {
  bases: readonly string[]
  sql: Pool
  user: number
  token: string
  seconds: number
  disturbance: keyof typeof disturbances
  readers?: number
}): Promise<Outcome> => {
  const dispatcher = new Agent({ connections: crowd })
  const book = ledger()
  const figures = noFigures()
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
  const isOver = () => performance.now() >= end
  let writes = 0

  const write = async () => {
    while (!isOver()) {
      // Now at once, now so late that everything is kept again.
      await sleep(Math.random() ** 3 * 800)
      const { id: blog, posts } = oneOf(blogs)
      const written =
        Math.random() < 0.4
          ? await insert(oneOf(bases), blog, token)
          : await change(sql, blog, user, posts.at(-1 - Math.floor(Math.random() * 12)))
      book.note(written)
      if (!posts.includes(written.id)) posts.push(written.id)
      writes += 1
    }
  }

  const readers = Array.from({ length: crowd }, (_, place): Reader => {
    const { id, posts } = blogs[place % blogs.length] ?? oneOf(blogs)
    const manner: Manner = {
      dispatcher,
      base: bases[Math.floor(place / 3) % bases.length] ?? '',
      headers: {
        accept: place % 7 < 4 ? 'application/xml' : 'application/json',
        ...(place % 5 > 2 && { 'accept-encoding': place % 5 === 3 ? 'gzip' : 'br' })
      },
      conditional: place % 4 < 2
    }
    const queries = ['', 'cId.since=0', SHOWN]
    switch (place % 10) {
      case 0:
      case 1:
      case 2:
        return readList(manner, id, book, figures)
      case 3:
      case 4:
        return readItems(manner, id, posts, book, figures)
      case 5:
      case 6:
        return readChanges(manner, id, book, figures)
      default:
        return readStream(
          {
            dispatcher,
            base: () => oneOf(bases),
            form: place % 20 < 10 ? 'xml' : 'json',
            query: queries[Math.floor(place / 30) % queries.length] ?? '',
            leaves: place % 10 > 7
          },
          id,
          book,
          figures
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
    await dispatcher.destroy()
  }
  return { ...figures, writes, oldest: book.oldest(), slowest: book.slowest(), faults: book.faults() }
}

const insert = async (base: string, blog: number, authorization: string): Promise<Written> => {
  const publish = Math.random() < 0.7
  const answer = await fetch(`${base}/resources/Desk/Blog/${blog}/Post${publish ? '/Publish' : ''}`, {
    method: 'POST',
    headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ Content: `posted ${Math.random()}` })
  })
  const document = documentOf(await answer.json())
  return { blog, id: numberIn(document, 'Id'), cId: numberIn(document, 'CId'), wasPublished: publish }
}

/** Changes a post past the service, or inserts one when there is none. */
const change = async (sql: Pool, blog: number, user: number, id: number | undefined): Promise<Written> => {
  const changes = [
    sql`content = 'edited ' || random(), updated_on = now()`,
    sql`published_on = now()`,
    sql`published_on = null`,
    sql`content = 'again', published_on = now()`,
    sql`deleted_on = now()`
  ]
  const [row] =
    id === undefined || Math.random() < 0.1
      ? await sql<{ Id: number; CId: number; WasPublished: boolean }[]>`
      insert into posts (blog, creator, content, published_on) values (${blog}, ${user}, 'past the service', now()) returning id, c_id, was_published`
      : await sql<
          { Id: number; CId: number; WasPublished: boolean }[]
        >`update posts set ${oneOf(changes)} where id = ${id} returning id, c_id, was_published`
  if (row === undefined) throw new Error(`post ${id} is gone`)
  return { blog, id: row.Id, cId: row.CId, wasPublished: row.WasPublished }
}
