/** How PostgreSQL answers what the lists ask, in its own words. */
import postgres from 'postgres'
import type { Pool } from '../db/client.ts'
import { posts, type PostState } from '../db/posts/blog-posts.ts'
import type { BigBlog, Blogs } from './big-database.ts'

/** What is explained, all of it in the big blog. */
const lists: readonly (readonly [name: string, state: PostState, query: (of: BigBlog) => Readonly<Record<string, unknown>>])[] = [
  ['Published, first page', 'published', () => ({})],
  ['Published, offset 500,000', 'published', ({ length }) => ({ offset: length / 2 })],
  ['Delta of 20 changes', 'published', ({ lastCId }) => ({ 'cId.since': lastCId - 20 })],
  ['Delta of half', 'published', ({ lastCId }) => ({ 'cId.since': lastCId / 2 })],
  ['Search', 'published', () => ({ search: 'agenda' })],
  ['Below the middle, counted', 'published', ({ length }) => ({ 'order.until': String(length / 2) })]
]

/** A plan of each, as it ran, under a heading. */
export const explainLists = async (url: string, { big }: Blogs): Promise<string[]> => {
  const asked: { text: string, parameters: unknown[] }[] = []
  const sql = listen(url, (text, parameters) => { asked.push({ text, parameters }) })
  try {
    const plans = []
    for (const [name, state, query] of lists) {
      await posts(sql).list(big.blog, state, { offset: 0, limit: 30, detailed: true, ...query(big) })
      const { text = '', parameters = [] } = asked.at(-1) ?? {}
      // The driver would turn values that it has turned already.
      const whole = text.replace(/\$(\d+)/g, (_all, at) => `'${String(parameters[Number(at) - 1]).replaceAll("'", "''")}'`)
      const plan = await sql.unsafe(`explain (analyze, costs off, timing off, summary off, buffers off) ${whole}`)
      plans.push(`${name}:`, ['```', ...plan.map((row) => String(Object.values(row)[0])), '```'].join('\n'))
    }
    return plans
  } finally {
    await sql.end()
  }
}

/** A connection like the service's own, but for saying what it asks. */
const listen = (url: string, hear: (text: string, parameters: unknown[]) => void): Pool => postgres(url, {
  max: 1, transform: postgres.pascal, connection: { TimeZone: 'UTC' }, onnotice: () => {}, debug: (_connection, text, parameters) => hear(text, parameters)
})
