/** Takes measurements of several servers in turns, so that other work on the machine slows all of them alike. */

/** One measurement of each server. */
export interface Sides {
  readonly desk: () => Promise<number>
  /** What the service is compared with. */
  readonly yardstick?: (() => Promise<number>) | undefined
  /** Another version of the service. */
  readonly against?: (() => Promise<number>) | undefined
}

/** What each round found. */
export type Found = Readonly<Record<keyof Sides, readonly number[]>>

const SIDES = ['desk', 'yardstick', 'against'] as const

/** Measures every side once a round, after a round that does not count. `prepare` runs before each round. */
export const inTurns = async (
  sides: Sides, { rounds, prepare }: { rounds: number, prepare?: () => Promise<unknown> }
): Promise<Found> => {
  const found: Record<keyof Sides, number[]> = { desk: [], yardstick: [], against: [] }
  for (let round = 0; round <= rounds; round++) {
    await prepare?.()
    for (const side of SIDES) {
      const value = await sides[side]?.()
      if (round > 0 && value !== undefined) found[side].push(value)
    }
  }
  return found
}

/** The middle value; of an even number, the mean of the two in the middle. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[sorted.length >> 1] ?? NaN
  const lower = sorted[(sorted.length - 1) >> 1] ?? NaN
  return (lower + upper) / 2
}

/** The median of the ratios of each round; NaN where nothing was measured. */
export const ratio = (some: readonly number[], others: readonly number[]): number =>
  median(others.map((other, round) => (some[round] ?? NaN) / other))

/** The least value that 99 % of the values do not exceed. */
export const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? NaN
