/** Kills something again and again while writers publish. */
import { setTimeout as sleep } from 'node:timers/promises'
import { claimStored, statuses } from '../claims.ts'
import { writers, type Writers } from './load.ts'
import type { Stage } from '../stage/drill.ts'

/**
 * Kills in the course of a number of acknowledged posts. Claims that they are stored.
 * @param kill kills something at a random moment, and starts it again
 */
export const killUnderWriters = async (
  stage: Stage,
  { origin, posts, kills }: { origin: string; posts: number; kills: number },
  kill: (writing: Writers) => Promise<void>
) => {
  const writing = writers(origin, stage, { count: 32, pause: 0 })
  const written = async (share: number) => {
    while (writing.acknowledged.size < posts * share) await sleep(10)
  }
  for (let count = 1; count <= kills; count += 1) {
    await written(count / kills)
    await sleep(Math.random() * 100)
    await kill(writing)
  }
  await writing.stop()
  stage.note(`${kills} kills; answers to writers: ${statuses(writing.answers)}`)
  stage.claim('acknowledged posts', writing.acknowledged.size, ['≥', posts])
  await claimStored(stage, stage.postgres.sql, writing)
}
