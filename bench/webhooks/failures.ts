/** Failures of a receiver of webhooks, and of the processes that send to it. */
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { timeUntil } from '../stage/drill.ts'
import type { Receiver } from './receiver.ts'
import type { Run } from './run.ts'

/** Lets something fail. @returns a sentence about its effects */
export type Failure = (run: Run) => Promise<string>

/** Lets the next try of each webhook be now: as if the clock had moved by an hour. */
const moveClock = ({ stage: { postgres } }: Run) => postgres.sql`
  update webhook_states set
    next_try_on = next_try_on - interval '1 hour', failing_since = failing_since - interval '1 hour'`

/** Waits until all webhooks have failed a number of times. */
const untilFailed = ({ stage: { postgres }, secrets }: Run, times: number) =>
  timeUntil(async () => {
    await sleep(100)
    return (await postgres.sql`select from webhook_states where failures >= ${times}`).count === secrets.size
  })

/** Closes the receiver while posts change. */
export const stopReceiver =
  (changes: number): Failure =>
  async (run) => {
    await run.receiver.close()
    await run.edit(changes)
    await untilFailed(run, 1)
    await run.edit(changes)
    await run.receiver.open()
    await moveClock(run)
    return 'receiver away for an hour'
  }

/** Lets the receiver answer with an error, three times, while posts change. */
const failThrice = async (run: Run, changes: number, failing: Partial<Receiver['settings']>) => {
  const { settings } = run.receiver
  const before = { ...settings }
  Object.assign(settings, failing)
  for (const times of [1, 2, 3]) {
    await run.edit(changes)
    await untilFailed(run, times)
    await moveClock(run)
  }
  Object.assign(settings, before)
  await moveClock(run)
}

/** Lets the receiver refuse messages with a status. */
export const refuseWith =
  (status: number, changes: number): Failure =>
  async (run) => {
    const answer = (response: ServerResponse) => response.writeHead(status, { location: '/elsewhere' }).end()
    await failThrice(run, changes, { isTaking: false, answer })
    return `answers ${status}`
  }

/** Lets the receiver take messages without an answer, so that they come again. */
export const breakAnswers =
  (changes: number): Failure =>
  async (run) => {
    await failThrice(run, changes, { answer: (response) => response.destroy() })
    return 'no answers'
  }

/** Lets the receiver answer late. */
export const answerSlowly =
  (changes: number): Failure =>
  async ({ receiver: { settings }, edit }) => {
    const { answer } = settings
    settings.answer = (response) => setTimeout(() => answer(response), 1500)
    await edit(changes)
    settings.answer = answer
    return 'slow answers'
  }

/** Kills replicas at random, while posts change and answers are slow. */
export const killSenders =
  (kills: number, changes: number): Failure =>
  async ({ receiver: { settings }, replicas, edit }) => {
    const { answer } = settings
    settings.answer = (response) => setTimeout(() => answer(response), 200)
    for (let count = 0; count < kills; count += 1) {
      const editing = edit(changes)
      await sleep(100 + Math.random() * 900)
      await replicas[count % replicas.length]?.stop('SIGKILL')
      await editing
      await replicas[count % replicas.length]?.start()
    }
    settings.answer = answer
    return `${kills} senders killed`
  }
