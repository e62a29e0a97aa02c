/** A service with two replicas follows a blog that editors change at random, while all sorts of things fail. */
import type { RunStage } from '../stage/drill.ts'
import { claimEqual, startSync, type Newsrooms } from './newsrooms.ts'
import type { Failure, Run } from './failures.ts'

/**
 * Runs two newsrooms. Claims that both show the same within a minute after each failure, and no post twice.
 * @returns the run, for a look at its databases
 */
export const runFollowing = async (
  stage: RunStage,
  rooms: Newsrooms,
  { seed, changes, kills }: Pick<Run, 'seed' | 'changes' | 'kills'>,
  failures: readonly Failure[]
): Promise<Run> => {
  const { proxy, blog, copy, editAtRandom } = rooms
  stage.note(`SEED=${seed}`)
  const serve = () => stage.serve({ FOLLOW_PRIVATE: 'true' })
  const [holder] = await Promise.all([serve(), editAtRandom(changes)])
  const sync = await startSync(holder, stage, copy, `${proxy.url}/resources/Desk/Blog/${blog}`)
  await claimEqual(stage, rooms, 'at first')
  const run: Run = { stage, rooms, replicas: [holder, await serve()], sync, seed, changes, kills }
  for (const fail of failures) await claimEqual(stage, rooms, await fail(run))
  return run
}
