/** Formats the results as a table. */
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'
import { meets, quantile } from '../claims.ts'
import type { Result, Round } from './rounds.ts'

const HEAD = ['Measurement', 'Bar', 'Desk', 'Yardstick', 'Ratio', 'Before', 'Desk / before', 'Held']

// Read at the start, because the measurements raise the load average themselves.
const [loadBefore = 0] = loadavg()

/** Returns a Markdown table of the results, and a line about the machine they were measured on. */
export const report = (results: readonly Result[]): string => {
  const [{ model } = { model: 'unknown processor' }] = cpus()
  const machine = `${availableParallelism()} cores of ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const system = `${type()} ${release()} ${arch()}, Node ${process.versions.node}`
  const today = new Date().toISOString().slice(0, 10)
  const command = ['npm run bench', ...(process.argv.length > 2 ? ['--'] : []), ...process.argv.slice(2)].join(' ')
  return `${table(results.map(cells))}
Measured on ${today} on ${machine}, ${system}, load average ${loadBefore.toFixed(1)} before, with \`${command}\`.
`
}

const cells = ({ name, unit, bars, rounds }: Result): string[] => {
  const median = (figure: (round: Round) => number) => quantile(0.5, rounds.map(figure))
  const medianWithUnit = (figure: (round: Round) => number) => formatFigure(median(figure), unit)
  const value = median(({ desk }) => desk)
  const ratio = median(({ desk, yardstick }) => desk / yardstick)
  const areMet = bars.every((bar) => meets(bar[2] === '×' ? ratio : value, bar))
  return [
    name,
    bars.map((bar) => bar.join(' ')).join(', ') || '–',
    formatFigure(value, unit),
    medianWithUnit(({ yardstick }) => yardstick),
    formatFigure(ratio),
    medianWithUnit(({ against }) => against),
    formatFigure(median(({ desk, against }) => desk / against)),
    bars.length === 0 ? '–' : areMet ? 'yes' : 'no'
  ]
}

const formatFigure = (figure: number, unit = '') => {
  if (Number.isNaN(figure)) return '–'
  const maximumFractionDigits = figure < 10 ? 2 : figure < 100 ? 1 : 0
  return `${figure.toLocaleString('en-US', { maximumFractionDigits })} ${unit}`.trim()
}

const table = (rows: readonly string[][]): string => {
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[], filler = ' ') =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, filler)).join(' | ')} |\n`
  const dashes = HEAD.map(() => '-')
  return [line(HEAD), line(dashes, '-'), ...rows.map((row) => line(row))].join('')
}
