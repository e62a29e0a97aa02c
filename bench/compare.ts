/** Measures several loads by turns, so that whatever else the machine does meets them all. */
import { measure, type Load, type Measured } from './load.ts'
import type { Options } from './options.ts'
import { thousands } from './report.ts'
import { median, range } from './stats.ts'

/** One of the compared, with what each round found. */
export interface Side { readonly load: Load, readonly found: Measured[] }

export const sideOf = (load: Load): Side => ({ load, found: [] })

/** Warms each side up, and measures each once a round. */
export const byTurns = async (sides: readonly Side[], { rounds, warmUp }: Options): Promise<void> => {
  for (const { load } of sides) await measure({ ...load, duration: warmUp })
  for (let round = 0; round < rounds; round++) {
    for (const { load, found } of sides) found.push(await measure(load))
  }
}

/** The ratio of two sides: the median of that of each round, and between what these lay. */
export const ratioOf = (one: Side, other: Side) => {
  const ratios = one.found.map(({ perSecond }, round) => perSecond / (other.found[round]?.perSecond ?? NaN))
  const [least, greatest] = range(ratios)
  return { ratio: median(ratios), text: `${median(ratios).toFixed(2)} (${least.toFixed(2)}–${greatest.toFixed(2)})` }
}

/** Two cells: requests a second, and p99. */
export const cellsOf = ({ found }: Side): readonly string[] => [
  thousands(median(found.map(({ perSecond }) => perSecond))),
  median(found.map(({ p99 }) => p99)).toFixed(1)
]

/** How much of a core the load tool used, in words; empty where nobody knows. */
export const busy = (sides: readonly Side[]): string => {
  const shares = sides.flatMap(({ found }) => found).flatMap(({ tool }) => tool === undefined ? [] : [Math.round(tool * 100)])
  if (shares.length === 0) return ''
  const [least, greatest] = range(shares)
  return `${least} to ${greatest} %`
}
