/** What was promised, and whether it was held: one table in docs/performance.md, to which every measurement adds its rows. */
import { readBlock, table, updateBlock } from './report.ts'

/** A promise, beside what was found. */
export interface Bar { readonly name: string, readonly bar: string, readonly measured: string, readonly held: boolean }

/** What a measurement has to say. */
export interface Finding { readonly text: string, readonly bars: readonly Bar[] }

interface Promised { readonly name: string, readonly bar: number, readonly found: number, readonly unit: string, readonly digits?: number }

/** Held when at least as much was found. */
export const atLeast = ({ name, bar, found, unit, digits = 2 }: Promised): Bar =>
  ({ name, bar: `≥ ${bar.toLocaleString('en-US')} ${unit}`, measured: `${fixed(found, digits)} ${unit}`, held: found >= bar })

/** Held when at most as much was found. */
export const atMost = ({ name, bar, found, unit, digits = 2 }: Promised): Bar =>
  ({ name, bar: `≤ ${bar.toLocaleString('en-US')} ${unit}`, measured: `${fixed(found, digits)} ${unit}`, held: found <= bar })

const fixed = (value: number, digits: number) => value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

const HEAD = ['Promise', 'Bar', 'Measured', 'Held']

const rowOf = ({ name, bar, measured, held }: Bar) => [name, bar, measured, held ? 'yes' : 'no']

export const barTable = (bars: readonly Bar[]): string => table(HEAD, bars.map(rowOf))

/** Puts bars into the page's table; those of other measurements stay. */
export const updateBars = async (bars: readonly Bar[]): Promise<void> => {
  const rows = new Map<string, readonly string[]>()
  for (const line of (await readBlock('bars')).split('\n').slice(2)) {
    const [, name, ...cells] = line.split('|').map((cell) => cell.trim())
    if (name !== undefined) rows.set(name, [name, ...cells.slice(0, HEAD.length - 1)])
  }
  for (const bar of bars) rows.set(bar.name, rowOf(bar))
  await updateBlock('bars', table(HEAD, [...rows.values()]))
}
