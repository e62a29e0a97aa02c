/** Formats the results as a table, and writes it to docs/performance.md. */
import { readFile, writeFile } from 'node:fs/promises'
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'
import { quantile, type Result, type Round } from './rounds.ts'

const HEAD = ['Measurement', 'Bar', 'Desk', 'Yardstick', 'Ratio', 'Before', 'Desk / before', 'Held']
const page = new URL('../docs/performance.md', import.meta.url)

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
  const value = median(({ desk }) => desk)
  const ratio = median(({ desk, yardstick }) => desk / yardstick)
  const areMet = bars.every(([sign, limit, barUnit]) => {
    const figure = barUnit === '×' ? ratio : value
    return sign === '≥' ? figure >= limit : figure <= limit
  })
  return [
    name,
    bars.map((bar) => bar.join(' ')).join(', ') || '–',
    formatFigure(value, unit),
    formatFigure(
      median(({ yardstick }) => yardstick),
      unit
    ),
    formatFigure(ratio),
    formatFigure(
      median(({ against }) => against),
      unit
    ),
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
  return [
    line(HEAD),
    line(
      HEAD.map(() => '-'),
      '-'
    ),
    ...rows.map((row) => line(row))
  ].join('')
}

/**
 * Replaces the text between the comments `<!-- bench:name -->` and `<!-- /bench:name -->` of docs/performance.md.
 * @throws Error if the page has no such comments
 */
export const updateBlock = async (name: string, text: string): Promise<void> => {
  const oldPage = await readFile(page, 'utf8')
  const block = new RegExp(`(?<=<!-- bench:${name} -->\n)[^]*?(?=<!-- /bench:${name} -->)`)
  if (!block.test(oldPage)) throw new Error(`docs/performance.md has no comments bench:${name} and /bench:${name}.`)
  await writeFile(
    page,
    oldPage.replace(block, () => text)
  )
}
