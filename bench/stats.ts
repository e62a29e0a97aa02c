/** What is said of several measurements of one thing. */

/** The middle one; of an even number, the mean of the two in the middle. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[sorted.length >> 1] ?? NaN
  const lower = sorted[(sorted.length - 1) >> 1] ?? NaN
  return (lower + upper) / 2
}

/** Least and greatest. */
export const range = (values: readonly number[]): readonly [number, number] => [Math.min(...values), Math.max(...values)]

/** The least value that a share of the values, in per cent, does not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share / 100) - 1)] ?? NaN
