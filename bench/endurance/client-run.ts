/**
 * Followers of the client package on many devices, while a newsroom changes its blog, notifications are lost,
 * connections are cut, the service ends and another process takes its place, and devices sleep for an hour.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../db/client.ts'
import { deviceMaker } from '../stage/device.ts'
import type { RunStage } from '../stage/drill.ts'
import type { Service } from '../stage/service.ts'
import { faultsOf, startFollower, type Follower } from './client-followers.ts'
import { disturbances } from './disturbances.ts'

export interface ClientRun {
  /** Number of changes that all followers together receive at least. */
  readonly observations: number
  /** Number of followers, each on its own device. */
  readonly followers: number
  /** Seconds of trouble between two comparisons with the database. */
  readonly span: number
}

const HOUR = 3_600_000
/** Numbers of changes of a poll; undefined for the addresses that followers share. */
const PAGE_SIZES = [undefined, 13, 50, 200] as const
/** Posts of the blog that change again and again, and milliseconds between two transactions. */
const POSTS = 400
const PAUSE = 15

/** Changes the posts of a blog until the round is over: bursts and single changes of all kinds. */
const change = async (sql: Pool, blog: number, isOver: () => boolean) => {
  const statements = [
    (count: number) => sql`
      insert into posts (blog, creator, content, published_on)
      select ${blog}, 1, 'post ' || random(), case when random() < 0.8 then now() end
      from generate_series(1, ${count})`,
    (count: number) => sql`
      update posts set content = 'text ' || random(), updated_on = now() where id in (${some(count)})`,
    (count: number) => sql`
      update posts set published_on = case when published_on is null then now() end where id in (${some(count)})`,
    (count: number) => sql`update posts set deleted_on = now() where id in (${some(Math.ceil(count / 4))})`
  ]
  const some = (count: number) => sql`
    select id from (
      select id from posts where blog = ${blog} and deleted_on is null order by id desc limit ${POSTS}
    ) as recent
    order by random() limit ${count}`
  while (!isOver()) {
    const kind = Math.floor(Math.random() * statements.length)
    await statements[kind]?.(Math.random() < 0.1 ? 60 : Math.ceil(Math.random() * 8))
    await sleep(PAUSE)
  }
}

/** Ends the service again and again, as an update or as a failure does, and starts another process in its place. */
const replace = async (service: Service, isOver: () => boolean): Promise<number> => {
  let count = 0
  while (!isOver()) {
    await sleep(2_000 + Math.random() * 2_000)
    await service.stop(count % 2 === 0 ? 'SIGTERM' : 'SIGKILL')
    await service.start()
    count += 1
  }
  return count
}

/** Lets one device after the other sleep. */
const putToSleep = async (followers: readonly Follower[], isOver: () => boolean): Promise<number> => {
  let count = 0
  while (!isOver()) {
    await sleep(200)
    followers[Math.floor(Math.random() * followers.length)]?.device.sleep(HOUR)
    count += 1
  }
  return count
}

/** Runs it, and yields a summary and the faults of each round. */
export async function* runClients(
  { postgres: { sql }, blogs, serve }: RunStage,
  { observations, followers: count, span }: ClientRun
) {
  const [blog = 0] = blogs
  const service = await serve()
  const makeDevice = await deviceMaker()
  await disturbances.lossy(sql)
  const list = `${service.origin}/resources/Desk/Blog/${blog}/Post/Published`
  const followers = Array.from({ length: count }, (_, index) =>
    startFollower(makeDevice({ speed: 10, cuts: 0.02, seed: index }), {
      list,
      limit: PAGE_SIZES[index % PAGE_SIZES.length],
      // Two in three by streams, which poll only when those fail.
      onlyPolls: index % 3 === 2
    })
  )
  const sum = (of: (follower: Follower) => number) => followers.map(of).reduce((one, other) => one + other, 0)
  for (let observed = 0; observed < observations;) {
    const end = Date.now() + span * 1_000
    const isOver = () => Date.now() > end
    const [, replaced, slept] = await Promise.all([
      change(sql, blog, isOver),
      replace(service, isOver),
      putToSleep(followers, isOver)
    ])
    const faults = await faultsOf(sql, blog, followers)
    observed = sum(({ observations }) => observations())
    const cut = sum(({ device }) => device.lost().cut)
    const disturbances = `${replaced} processes replaced, ${slept} hours slept; ${cut} connections cut`
    const summary = `${observed} observations; ${disturbances}`
    yield { summary, faults, observations: observed }
  }
  await Promise.all(followers.map(({ stop }) => stop()))
}
