/** Followers that use the client package, and compare their posts with the database. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../db/client.ts'
import type { Device } from '../stage/device.ts'

export interface FollowerOptions {
  readonly list: string
  /** Maximum number of changes of a poll; undefined for addresses that followers share. */
  readonly limit?: number | undefined
  readonly onlyPolls?: boolean
  readonly since?: number
}

export interface Follower {
  readonly name: string
  readonly device: Device
  /** Contents by the id of the post. */
  readonly contents: () => Readonly<Record<string, string>>
  /** Number of the last change that it has. */
  readonly cursor: () => number
  /** Number of changes that it has received. */
  readonly observations: () => number
  readonly resets: () => number
  /** Changes that came twice or in a wrong order, and an error that ended it. */
  readonly faults: readonly string[]
  readonly stop: () => Promise<void>
}

/** Starts a follower on a device. */
export const startFollower = (device: Device, options: FollowerOptions): Follower => {
  const { list, limit, onlyPolls = false, since = 0 } = options
  const posts = new Map<number, string>()
  const faults: string[] = []
  const controller = new AbortController()
  let [cursor, observations, resets] = [since, 0, 0]

  const run = async () => {
    const { signal } = controller
    const settings = { since, onlyPolls, signal, ...(limit !== undefined && { limit }) }
    for await (const change of device.client.follow(list, { ...settings, filter: ['Content'] })) {
      if (change.kind === 'reset') {
        posts.clear()
        cursor = 0
        resets += 1
        continue
      }
      observations += 1
      if (change.cursor <= cursor) faults.push(`change ${change.cursor} came after ${cursor}`)
      cursor = change.cursor
      if (change.kind === 'shown') posts.set(change.post.Id, change.post.Content)
      else posts.delete(change.post.Id)
    }
    if (!signal.aborted) faults.push('the following has ended')
  }
  const running = run().catch((error: unknown) => {
    faults.push(String(error))
  })
  return {
    name: `${list} ${onlyPolls ? 'by polls' : 'by streams'}${limit === undefined ? '' : ` of ${limit}`}`,
    device,
    contents: () => Object.fromEntries(posts),
    cursor: () => cursor,
    observations: () => observations,
    resets: () => resets,
    faults,
    stop: async () => {
      controller.abort()
      await running
    }
  }
}

/** Milliseconds in which a follower must have the last change when nothing changes any more. */
const CATCHING_UP = 60_000

/** Waits until followers of the published posts of a blog have all changes. Returns sentences about their faults. */
export const faultsOf = async (sql: Pool, blog: number, followers: readonly Follower[]): Promise<string[]> => {
  const [{ Last }] = await sql<[{ Last: number }]>`
    select coalesce(max(published_c_id), 0)::integer as last from posts where blog = ${blog}`
  const rows = await sql<{ Id: number; Content: string }[]>`
    select id, content from posts where blog = ${blog} and published_on is not null and deleted_on is null`
  const expected = new Map(rows.map(({ Id, Content }) => [`${Id}`, Content]))
  const until = Date.now() + CATCHING_UP
  while (followers.some(({ cursor }) => cursor() < Last) && Date.now() < until) await sleep(20)
  return followers.flatMap(({ name, contents, cursor, faults }) => {
    const has = contents()
    const ids = new Set([...Object.keys(has), ...expected.keys()])
    const wrong = [...ids].filter((id) => has[id] !== expected.get(id))
    return [...faults, ...wrong.map((id) => `post ${id} is ${has[id]}, not ${expected.get(id)}, at ${cursor()}`)].map(
      (fault) => `${name}: ${fault}`
    )
  })
}
