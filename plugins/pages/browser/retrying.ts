/** When a page that could not be loaded is loaded again. */

/**
 * Returns the milliseconds before each further attempt. They double, so that after a few minutes nobody tries any more,
 * and are spread: pages that failed together must not all come back together.
 */
export const retryDelays = (): number[] =>
  [3_000, 6_000, 12_000, 24_000, 48_000, 96_000].map((delay) => delay * (0.5 + Math.random()))
