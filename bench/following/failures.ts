/** Failures of two newsrooms, one of which follows the other, and of the network between them. */
import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimEqual, SOURCE, type Newsrooms } from './newsrooms.ts'
import { timeUntil, type RunStage } from '../stage/drill.ts'
import type { Service } from '../stage/service.ts'

/** A run of two newsrooms. */
export interface Run {
  readonly stage: RunStage
  readonly rooms: Newsrooms
  /** Processes that can follow the source. The first one begins. */
  readonly replicas: readonly [Service, Service]
  /** The id of the sync. */
  readonly sync: number
  /** Seed of the random moments. */
  readonly seed: number
  /** Number of random changes while something fails, and of kills. */
  readonly changes: number
  readonly kills: number
}

/** Causes a failure while editors go on writing. @returns a sentence about its effects */
export type Failure = (run: Run) => Promise<string>

/** Bytes per second of a slow answer that is cut, and of a slow loris. */
const SLOW = { cut: 10_000, loris: 20 }

/** Stops the source for some seconds. */
export const stopSource =
  (seconds: number): Failure =>
  async ({ rooms: { source, editAtRandom }, changes }) => {
    await editAtRandom(changes)
    await source.stop()
    await sleep(seconds * 1000)
    await source.start()
    await editAtRandom(changes)
    return `source stopped for ${seconds} s`
  }

/** Kills the source while its answers are under way. */
export const killSource: Failure = async ({ stage, rooms: { source, proxy, editAtRandom }, changes, kills }) => {
  for (let kill = 0; kill < kills; kill += 1) {
    // The answer with the changes takes seconds, so that the kill cuts it.
    proxy.slowDown(SLOW.cut)
    const editing = editAtRandom(changes, 4)
    await sleep(500 + 300 * kill)
    await source.stop('SIGKILL')
    await editing
    proxy.slowDown(Infinity)
    await source.start()
  }
  await editAtRandom(changes)
  stage.claim('answers that a kill has cut', proxy.truncated(), ['≥', 1])
  return `source killed ${kills} times while it answered`
}

/** Cuts all connections between the followers and the source, again and again, in the middle of answers. */
export const cutConnections: Failure = async ({ rooms: { proxy, editAtRandom }, changes, kills }) => {
  for (let cut = 0; cut < kills; cut += 1) {
    proxy.slowDown(SLOW.cut)
    await editAtRandom(changes)
    proxy.cutAll()
    proxy.slowDown(Infinity)
  }
  return `all connections cut, ${kills} ${kills === 1 ? 'time' : 'times'}`
}

/** Kills the process that follows. The other one takes over. */
export const killHolder: Failure = async ({ rooms: { editAtRandom }, replicas, changes }) => {
  const editing = editAtRandom(changes)
  await replicas[0].stop('SIGKILL')
  await editing
  return 'the process that follows is killed'
}

/** Kills one follower or the other at random moments. */
export const killFollowers: Failure = async ({ rooms: { editAtRandom }, replicas, seed, changes, kills }) => {
  const choices = fc.record({ replica: fc.constantFrom(...replicas), wait: fc.nat(700) })
  for (const { replica, wait } of fc.sample(choices, { seed, numRuns: kills })) {
    const editing = editAtRandom(changes)
    await sleep(wait)
    await replica.stop('SIGKILL')
    await editing
    await replica.start()
  }
  return `followers killed ${kills} times`
}

/** Kills all followers at once. One comes back, and the other one when both blogs are equal. */
export const killAllFollowers: Failure = async ({ stage, rooms, replicas, changes }) => {
  const editing = rooms.editAtRandom(changes)
  await Promise.all(replicas.map((replica) => replica.stop('SIGKILL')))
  await editing
  await replicas[1].start()
  await claimEqual(stage, rooms, 'all followers killed, one comes back')
  await replicas[0].start()
  return 'all followers killed, and both come back'
}

/** Makes at least as many changes at once. About half of the requests change something. */
export const burst =
  (changes: number): Failure =>
  async ({ stage, rooms: { editAtRandom } }) => {
    stage.claim('changes in a burst', await editAtRandom(Math.ceil(changes * 2.5), 8), ['≥', changes])
    return 'a burst'
  }

/** Lets all answers trickle for some seconds. */
export const slowLoris =
  (seconds: number): Failure =>
  async ({ rooms: { proxy, editAtRandom }, changes }) => {
    proxy.slowDown(SLOW.loris)
    await editAtRandom(changes)
    await sleep(seconds * 1000)
    proxy.slowDown(Infinity)
    return `answers at ${SLOW.loris} bytes a second for ${seconds} s`
  }

/** Lets the source, whose limit of texts is raised, have a post that is too long here. */
export const poison: Failure = async ({ stage, rooms, sync, changes }) => {
  const { sourceSql, blog, change, publish, editAtRandom } = rooms
  const { sql } = stage.postgres
  const poisoned = await publish('before the poison')
  await claimEqual(stage, rooms, 'before the poison')
  await sourceSql`alter table posts drop constraint posts_content_check`
  const [{ Uuid }] = await sourceSql<[{ Uuid: string }]>`
    update posts set content = repeat('poison ', 10000), updated_on = now() where id = ${poisoned} returning uuid`
  await editAtRandom(changes)
  const parked = async () =>
    (await sql`select from parked_changes where sync = ${sync} and reason like '%longer than%'`).count
  const parkedAfter = await timeUntil(async () => (await parked()) === 1)
  stage.claim('a poison change: parked after', parkedAfter / 1000, ['≤', 60, 's'])
  await claimEqual(stage, rooms, 'all but the poison', Uuid)
  await change('PUT', `Desk/Blog/${blog}/Post/${poisoned}`, { Content: 'after the poison' })
  await claimEqual(stage, rooms, 'the poison is corrected')
  stage.claim('poison changes that are parked still', await parked(), ['=', 0])
  return 'a poison change'
}

/** Restores the source from a backup that is older than its newest changes. */
export const restoreSource: Failure = async ({ stage, rooms, changes }) => {
  const { sql } = stage.postgres
  const { source, editAtRandom } = rooms
  const stop = async () => {
    await source.stop()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${SOURCE}`
    await timeUntil(async () => (await sql`select from pg_stat_activity where datname = ${SOURCE}`).count === 0)
  }
  await stop()
  await sql`create database backup template ${sql(SOURCE)}`
  await source.start()
  stage.note(`${await editAtRandom(changes)} changes that the backup does not have`)
  await claimEqual(stage, rooms, 'before the backup is restored')
  await stop()
  await sql`drop database ${sql(SOURCE)}`
  await sql`create database ${sql(SOURCE)} template backup`
  await source.start()
  await editAtRandom(changes)
  return 'source restored from a backup'
}
