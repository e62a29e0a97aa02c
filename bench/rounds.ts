/** Measures several servers in turns, so that other work on the machine slows all of them alike. */

/** A limit of the ratio to the yardstick if its unit is ×, else of the value. */
export type Bar = readonly [sign: '≥' | '≤', limit: number, unit: string]

/** A row of the table, and how to measure it. */
export interface Row<Target> {
  readonly name: string
  readonly unit: string
  readonly bars: readonly Bar[]
  readonly measure: (target: Target) => Promise<number>
  /** Measures what the service is compared with. */
  readonly yardstick?: () => Promise<number>
}

/** `against` is another version of the service. */
export interface Targets<Target> {
  readonly desk: Target
  readonly against?: Target | undefined
  readonly rounds: number
}

/** The values of one round, one for each server. A server that was not measured has NaN. */
export interface Round {
  readonly desk: number
  readonly yardstick: number
  readonly against: number
}

export interface Result extends Pick<Row<never>, 'name' | 'unit' | 'bars'> {
  readonly rounds: readonly Round[]
}

/**
 * Measures each server once a round, after a round that does not count. Each round begins with another server, because
 * the machine slows down in the course of a round. Asks for a row when the last one is done.
 */
export async function* inTurns<Target>(
  rows: AsyncIterable<Row<Target>>,
  { desk, against, rounds }: Targets<Target>
): AsyncIterable<Result> {
  for await (const { measure, yardstick, ...row } of rows) {
    const servers = {
      desk: () => measure(desk),
      yardstick: async () => (await yardstick?.()) ?? NaN,
      against: async () => (against === undefined ? NaN : await measure(against))
    }
    const names = ['desk', 'yardstick', 'against'] as const
    const measured: Round[] = []
    while (measured.length <= rounds) {
      const first = measured.length % names.length
      const round = { desk: NaN, yardstick: NaN, against: NaN }
      for (const name of [...names.slice(first), ...names.slice(0, first)]) round[name] = await servers[name]()
      measured.push(round)
    }
    yield { ...row, rounds: measured.slice(1) }
  }
}

/** The least value that this share of the values does not exceed; at 0.5 the (lower) median. */
export const quantile = (share: number, values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN
