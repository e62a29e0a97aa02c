/** Claims about the answers to a load, and figures of them. */
import { quantile } from '../../bench/rounds.ts'
import type { Pool } from '../../db/client.ts'
import type { Answer, Load, Writers } from './load.ts'
import { claim, note } from './stage.ts'

/** Returns the milliseconds that a share of the answers took at most; 0 if there are no answers. */
export const percentile = (share: number, answers: readonly Answer[]): number =>
  answers.length === 0
    ? 0
    : quantile(
        share,
        answers.map(({ ms }) => ms)
      )

/** Returns the number of answers of each status, as a line of text. */
export const statuses = (answers: readonly Answer[]): string => {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status === 0 ? 'broken' : status}: ${count}`).join(', ')
}

/** Claims that each acknowledged post is in the database, and none twice. */
export const claimStored = async (sql: Pool, { acknowledged, unexpected }: Writers, atLeast?: number) => {
  const rows = await sql<{ Content: string; Times: number }[]>`
    select content, count(*)::integer as times from posts where content like 'writer %' group by content`
  const stored = new Set(rows.map(({ Content }) => Content))
  if (atLeast !== undefined) claim('acknowledged posts', acknowledged.size, ['≥', atLeast])
  claim(
    `of ${acknowledged.size.toLocaleString('en-US')} acknowledged posts, missing`,
    [...acknowledged].filter((content) => !stored.has(content)).length,
    ['=', 0]
  )
  for (const answer of unexpected.slice(0, 3)) note(answer)
  claim('writes answered with neither 201, 502 nor 503', unexpected.length, ['=', 0])
  claim('stored twice', rows.filter(({ Times }) => Times > 1).length, ['=', 0])
}

/** Claims that no read has failed. */
export const claimReads = (what: string, { answers }: Load) => {
  const [p99, slowest] = [0.99, 1].map((share) => percentile(share, answers).toFixed(0))
  note(`${what}: ${statuses(answers)}; p99 ${p99} ms, slowest ${slowest} ms`)
  claim(
    `of ${answers.length.toLocaleString('en-US')} reads of ${what}, failed`,
    answers.filter(({ status }) => status !== 200).length,
    ['=', 0]
  )
}
