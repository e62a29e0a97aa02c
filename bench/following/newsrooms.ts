/** Two newsrooms: a source with its own database, and a service that follows one of its blogs. */
import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { connect, type Pool } from '../../db/client.ts'
import { migrate } from '../../db/migrate.ts'
import { shownPosts, strayCopies } from './equality.ts'
import { create, send, signed } from '../load/requests.ts'
import { addWriter, timeUntil, type RunStage, type Stage } from '../stage/drill.ts'
import { startProxy, type Proxy } from '../stage/proxy.ts'
import type { Service } from '../stage/service.ts'

/** Name of the database of the source. */
export const SOURCE = 'source'

/** A random change. The source refuses many, such as publishing a published post: then nothing changes. */
const step = fc.record({
  kind: fc.constantFrom(
    ...['insert', 'insert', 'insert', 'edit', 'edit', 'Unpublish', 'Publish', 'delete', 'move'],
    ...['Pin', 'Unpin', 'MarkKeyPoint']
  ),
  post: fc.nat(),
  other: fc.nat(),
  parts: fc.record(
    {
      Type: fc.constantFrom('normal', 'quote', 'link', 'wrapup'),
      // Numbers have more digits than programs can count, and the order of members stays.
      Meta: fc.constantFrom('{}', '{ "b": 12345678901234567890, "a": 1.0 }', '{"author":"Ann \\u0022Nan\\u0022"}')
    },
    { requiredKeys: [] }
  )
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** The source and the blog that is followed, and the blog that receives the posts. */
export interface Newsrooms {
  readonly source: Service
  readonly sourceSql: Pool
  /** Stands between the follower and the source. */
  readonly proxy: Proxy
  readonly blog: number
  readonly copy: number
  /** Sends a change to the source. @returns the status; 0 without an answer */
  readonly change: (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<number>
  /** Publishes a post. @returns its id */
  readonly publish: (text: string) => Promise<number>
  /** Makes random changes, several at a time. @returns the number of changes that the source has carried out */
  readonly editAtRandom: (count: number, lanes?: number) => Promise<number>
}

/** Creates a database for the source, and starts the source. @param seed of the random changes */
export const openSource = async (stage: Stage, seed: number): Promise<Newsrooms> => {
  const { sql, url } = stage.postgres
  await sql`create database ${sql(SOURCE)}`
  const sourceUrl = new URL(url)
  sourceUrl.pathname = `/${SOURCE}`
  return startSource(stage, sourceUrl.href, seed)
}

/** Starts the source, whose blog is empty, on a database. @param seed of the random changes */
export const startSource = async (stage: RunStage, url: string, seed: number): Promise<Newsrooms> => {
  const { end, blogs } = stage
  const sourceSql = connect({ url, max: 2 })
  end.teardown(() => sourceSql.end({ timeout: 1 }))
  await migrate(sourceSql)
  const { token } = await addWriter(sourceSql)
  const source = await stage.serve({ DATABASE_URL: url, FOLLOW: 'false' })
  const { Id: blog } = await create(source.origin, token, 'Desk/Blog', { Title: 'Night', Language: 1 })
  const path = `Desk/Blog/${blog}/Post`
  const change = async (method: 'POST' | 'PUT' | 'DELETE', at: string, body?: object) =>
    (await send(`${source.origin}/resources/${at}`, signed(token, method, body))).status

  const posts: number[] = []
  let [drawn, written] = [0, 0]
  const publish = async (Content: string, parts: Step['parts'] = {}) => {
    const { Id } = await create(source.origin, token, `${path}/Published`, { Content, ...parts })
    posts.push(Id)
    return Id
  }
  const carryOut = async ({ kind, post, other, parts }: Step): Promise<number> => {
    const [one, two] = [posts[post % Math.max(1, posts.length)], posts[other % Math.max(1, posts.length)]]
    written += 1
    if (kind === 'insert' || one === undefined) {
      return publish(`post ${written} ${'text '.repeat(post % 200)}`, parts).then(
        () => 201,
        () => 0
      )
    }
    if (kind === 'edit') return change('PUT', `${path}/${one}`, { Content: `edit ${written}`, ...parts })
    if (kind === 'delete') return change('DELETE', `Data/Post/${one}`)
    if (kind === 'move') return change('PUT', `${path}/${one}/Post/${two}/Reorder?before=${other % 2 === 0}`)
    return change('POST', `${path}/${one}/${kind}`)
  }
  const editAtRandom = async (count: number, lanes = 1) => {
    const steps = fc.sample(step, { seed: seed + drawn, numRuns: count })
    drawn += count
    let done = 0
    const lane = async () => {
      for (let next = steps.pop(); next !== undefined; next = steps.pop()) {
        const status = await carryOut(next)
        if (status >= 200 && status < 300) done += 1
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return done
  }
  const proxy = await startProxy(end, source.origin)
  return { source, sourceSql, proxy, blog, copy: blogs[0] ?? 0, change, publish, editAtRandom }
}

/** Lets a service follow a blog at an address. @returns the id of the sync */
export const startSync = async (
  { origin }: Service,
  { token }: RunStage,
  copy: number,
  uri: string
): Promise<number> => {
  const body = { Name: `source of ${copy}`, Type: 'chained blog', URI: { href: uri } }
  const { Id: Source } = await create(origin, token, `Desk/Blog/${copy}/Source`, body)
  return (await create(origin, token, 'Desk/Sync', { Blog: copy, Source, Auto: true })).Id
}

/**
 * Claims that both blogs show the same within a minute, that copies which are not shown have the states of their posts,
 * and that no post is stored twice.
 * @param without identity of a post that is not compared
 */
export const claimEqual = async (
  { claim, note, postgres: { sql } }: RunStage,
  { sourceSql, blog, copy }: Newsrooms,
  after: string,
  without?: string
): Promise<void> => {
  const readBoth = () => Promise.all([shownPosts(sourceSql, blog, without), shownPosts(sql, copy, without)])
  const stray = () => strayCopies([sourceSql, blog], [sql, copy])
  const took = await timeUntil(async () => {
    const [there, here] = await readBoth()
    if (there.length > 0 && isDeepStrictEqual([...there], [...here]) && (await stray()).length === 0) return true
    await sleep(100)
    return false
  })
  const [there, here] = await readBoth()
  if (took === Infinity) {
    const at = there.findIndex((post, index) => !isDeepStrictEqual(post, here[index]))
    note(`${there.length} and ${here.length} posts; ${JSON.stringify(there[at])} is ${JSON.stringify(here[at])}`)
  }
  claim(`${after}: ${there.length} posts, equal after`, took / 1000, ['≤', 60, 's'])
  claim(`${after}: copies with another state`, (await stray()).length, ['=', 0])
  // Editors never give two posts the same text.
  const { count } = await sql`
    select content from posts where blog = ${copy} and deleted_on is null group by content having count(*) > 1`
  claim(`${after}: posts that are stored twice`, count, ['=', 0])
}
