/** Runs tasks in steps, so that a long one does not keep other requests waiting. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { READ_WAIT } from '../db/time-limits.ts'
import { gate } from './database/gate.ts'

/** A task that yields after each of its steps, and returns a result. */
export type Steps<Result> = Generator<undefined, Result>

/** Milliseconds for which a task runs before other requests go on. */
const TURN = 10

/** Lets long tasks run one after the other: all would be too late if they took turns. */
const { run: runAlone } = gate(1, READ_WAIT)

/**
 * Runs a task. After some steps, other requests go on.
 * @throws HttpError 503 if other long tasks have to run first and take too long
 */
export const inTurns = async <Result>(steps: Steps<Result>): Promise<Result> => {
  const first = runTurn(steps)
  if (first.done === true) return first.value
  return runAlone(async () => {
    for (;;) {
      await nextTurn()
      const next = runTurn(steps)
      if (next.done === true) return next.value
    }
  })
}

/** Runs steps for a turn. */
const runTurn = <Result>(steps: Steps<Result>): IteratorResult<undefined, Result> => {
  const began = performance.now()
  let step = steps.next()
  while (step.done !== true && performance.now() - began < TURN) step = steps.next()
  return step
}

/** Runs a task that is known to be short. */
export const atOnce = <Result>(steps: Steps<Result>): Result => {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}
