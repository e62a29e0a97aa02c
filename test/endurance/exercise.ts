/** Many writers on one blog, through the service and past it, while readers follow; then everything is counted. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../db/client.ts'
import { follow, lookByGet, lookBySql, type Follower } from './follower.ts'
import { numberIn, type Ask } from './service.ts'
import { missedBy, verdictOf } from './verdict.ts'

export interface Figures {
  seconds: number
  inserts: number
  changes: number
  polls: number
  /** The longest that an insert took, in milliseconds. */
  slowest: number
  /** Everything that was not as it should be. */
  faults: string[]
}

/**
 * @param ask the service, with the session of user 1
 * @param sql connections of our own to its database
 */
export const exercise = async ({ ask, sql, seconds, writers = 16, changers = 3 }: {
  ask: Ask, sql: Pool, seconds: number, writers?: number, changers?: number
}): Promise<Figures> => {
  const [{ Id: blog }] = await sql<[{ Id: number }]>`insert into blogs (type, language, creator, title) values (1, 1, 1, 'Writers') returning id`
  const list = `/resources/Desk/Blog/${blog}/Post`
  const ids: number[] = []
  const faults: string[] = []
  let [inserts, changes, slowest] = [0, 0, 0]
  const end = Date.now() + seconds * 1000
  const isOver = () => Date.now() >= end

  const write = async (writer: number) => {
    for (let count = 0; !isOver(); count += 1) {
      const start = performance.now()
      const { status, document } = await ask('POST', count % 2 === 0 ? list : `${list}/Publish`, { Content: `writer ${writer}, post ${count}` })
      slowest = Math.max(slowest, performance.now() - start)
      if (status === 201) {
        ids.push(numberIn(document, 'Id'))
        inserts += 1
        changes += 1
      } else faults.push(`an insert answered ${status}: ${JSON.stringify(document)}`)
    }
  }

  const change = async () => {
    while (!isOver()) {
      const id = ids[Math.floor(Math.random() * ids.length)]
      const made = id === undefined ? await sleep(5, 0) : await changeOne(sql, id)
      changes += made
    }
  }

  const drafts = follow(ask, list, lookBySql(sql))
  const published = follow(ask, `${list}/Published`, lookByGet(ask, list))
  const writing = Promise.all([...Array.from({ length: writers }, (_, writer) => write(writer)), ...Array.from({ length: changers }, change)])
    .then(async () => { changes += await hideLast(sql, blog) })
  const over = writing.then(() => true, () => true)
  const inspect = async (follower: Follower) => { faults.push(...await missedBy(sql, blog, follower, { published: follower === published })) }
  await Promise.all([writing, ...[drafts, published].map((follower) => keepFollowing(follower, over, inspect))])
  faults.push(...drafts.faults, ...published.faults, ...await verdictOf({ ask, sql, blog, list, changes, drafts, published }))
  return { seconds, inserts, changes, polls: drafts.polls() + published.polls(), slowest, faults }
}

/** Polls until nothing is written any more and nothing is new; now and then what was missed is looked for. */
const keepFollowing = async (follower: Follower, over: Promise<boolean>, inspect: (follower: Follower) => Promise<void>) => {
  let isOver = false
  void over.then(() => { isOver = true })
  for (;;) {
    const [last, before] = [isOver, follower.since()]
    const found = await follower.poll()
    if (follower.polls() % 8 === 0) await inspect(follower)
    if (last && (found === 0 || follower.since() === before)) return
    await sleep(10)
  }
}

/** Unpublishes a post: the last change that readers of published posts must learn of is that one has left. */
const hideLast = async (sql: Pool, blog: number): Promise<number> => {
  const { count } = await sql`
    update posts set published_on = null
    where id = (select max(id) from posts where blog = ${blog} and published_on is not null and deleted_on is null)`
  return count
}

/** Changes a post past the service. @returns how many changes were made */
const changeOne = async (sql: Pool, id: number): Promise<number> => {
  const edit = sql`update posts set content = content || '.', updated_on = now() where id = ${id} and length(content) < 200`
  switch (Math.floor(Math.random() * 12)) {
    case 0: case 1: case 2: return (await edit).count
    case 3: case 4: return (await sql`update posts set published_on = now() where id = ${id} and published_on is null`).count
    case 5: case 6: return (await sql`update posts set published_on = null where id = ${id} and published_on is not null`).count
    case 7: return (await sql`update posts set deleted_on = now() where id = ${id} and deleted_on is null`).count
    case 8: return (await sql`update posts set "order" = "order" + 0.0001 * random()::numeric where id = ${id}`).count
    case 9: return (await sql`insert into posts (blog, creator, content, published_on) select blog, 1, 'past the service', now() from posts where id = ${id}`).count
    // Numbers are taken a while before they can be seen.
    case 10: return sql.begin(async (transaction) => {
      const first = await transaction`update posts set content = content || '-' where id = ${id}`
      await transaction`select pg_sleep(random() * 0.01)`
      const second = await transaction`update posts set published_on = case when published_on is null then now() end where id = ${id}`
      return first.count + second.count
    })
    // And some are given back.
    default: return sql.begin(async (transaction) => {
      await transaction`update posts set deleted_on = null, content = 'never seen' where id = ${id}`
      await transaction`select pg_sleep(random() * 0.005)`
      throw new Rollback()
    }).catch((error: unknown) => {
      if (error instanceof Rollback) return 0
      throw error
    })
  }
}

class Rollback extends Error {}
