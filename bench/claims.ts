/** Claims about a run: a figure and the bar that it must meet. */
import type { Pool } from '../db/client.ts'
import type { Answer, Load, Writers } from './load/load.ts'

/** A limit of a figure: of the ratio to a yardstick if the unit is ×. */
export type Bar = readonly [sign: '≥' | '≤' | '=', limit: number, unit?: string]

/** Receiver of claims: a drill prints them, a test asserts them. */
export interface Claims {
  /** States that a figure meets its bar. */
  readonly claim: (what: string, figure: number, bar: Bar) => void
  /** Prints a line about which nothing is claimed. */
  readonly note: (line: string) => void
}

/** Returns whether a figure meets its bar. */
export const meets = (figure: number, [sign, limit]: Bar): boolean =>
  sign === '≥' ? figure >= limit : sign === '≤' ? figure <= limit : figure === limit

/** Returns a claim as a line of text. */
export const lineOf = (what: string, figure: number, [sign, limit, unit = '']: Bar): string => {
  const [figureText, limitText] = [figure, limit].map((value) =>
    `${Number(value.toFixed(2)).toLocaleString('en-US')} ${unit}`.trim()
  )
  return `${what}: ${figureText} (${sign} ${limitText})`
}

/** Prints claims. A process in which one does not hold ends with exit code 1. */
export const printed: Claims = {
  claim: (what, figure, bar) => {
    const holds = meets(figure, bar)
    if (!holds) process.exitCode = 1
    console.log(`${holds ? 'holds' : 'FAILS'}  ${lineOf(what, figure, bar)}`)
  },
  note: (line) => {
    console.log(`       ${line}`)
  }
}

/** Returns one of the values: their lower median for the share 0.5, their 99th percentile for 0.99. */
export const quantile = (share: number, values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN

/** Returns the milliseconds that a share of the answers took at most; 0 if there are no answers. */
export const percentile = (share: number, answers: readonly Answer[]): number =>
  answers.length === 0 ? 0 : quantile(share, durations(answers))

const durations = (answers: readonly Answer[]) => answers.map(({ ms }) => ms)

/** Returns the number of answers of each status, as a line of text. */
export const statuses = (answers: readonly Answer[]): string => {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status === 0 ? 'broken' : status}: ${count}`).join(', ')
}

/** Claims that a list is empty, and prints its first items. */
export const claimNone = ({ claim, note }: Claims, what: string, list: readonly string[]) => {
  for (const item of list.slice(0, 5)) note(item)
  claim(what, list.length, ['=', 0])
}

/**
 * Claims that each acknowledged post is in the database, that none of those refused since a moment is, and none twice.
 * A fault may come between a commit and its answer, so a post that was sent before may be refused and stored.
 */
export const claimStored = async (
  claims: Claims,
  sql: Pool,
  { acknowledged, refused, unexpected }: Writers,
  since = Infinity
) => {
  const rows = await sql<{ Content: string; Times: number }[]>`
    select content, count(*)::integer as times from posts where content like 'writer %' group by content`
  const stored = new Set(rows.map(({ Content }) => Content))
  const count = acknowledged.size.toLocaleString('en-US')
  const missing = [...acknowledged].filter((content) => !stored.has(content))
  claimNone(claims, `of ${count} acknowledged posts, missing`, missing)
  const storedRefused = [...refused].filter(([content, at]) => at > since && stored.has(content))
  if (refused.size > 0) claims.claim(`of ${refused.size} refused posts, stored`, storedRefused.length, ['=', 0])
  claimNone(claims, 'writes answered with neither 201, 502 nor 503', unexpected)
  claims.claim('stored twice', rows.filter(({ Times }) => Times > 1).length, ['=', 0])
}

/** Claims that no read has failed. */
export const claimReads = ({ claim, note }: Claims, what: string, { answers }: Load) => {
  const [p99, slowest] = [0.99, 1].map((share) => percentile(share, answers).toFixed(0))
  note(`${what}: ${statuses(answers)}; p99 ${p99} ms, slowest ${slowest} ms`)
  const failed = answers.filter(({ status }) => status !== 200).length
  claim(`of ${answers.length.toLocaleString('en-US')} reads of ${what}, failed`, failed, ['=', 0])
}
