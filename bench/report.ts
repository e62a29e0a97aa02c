/** The table of results, and the marked block of docs/performance.md that holds it. */
import { readFile, writeFile } from 'node:fs/promises'
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'
import { median, ratio, type Found } from './rounds.ts'

/** A bar for the value itself or for its ratio to the yardstick's. */
export interface Bar { readonly of: 'value' | 'ratio', readonly least?: number, readonly most?: number }

export interface Result { name: string, found: Found, bars: readonly Bar[], unit: string }

const HEAD = ['What', 'Bar', 'Desk', 'Yardstick', 'Ratio', 'Before', 'Desk / before', 'Held']
const page = new URL('../docs/performance.md', import.meta.url)

// Taken before anything is measured.
const [loadBefore = 0] = loadavg()

/** A Markdown table of the results, and the machine they were measured on. */
export const report = (results: readonly Result[]): string => {
  const [{ model } = { model: 'unknown processor' }] = cpus()
  const machine = `${availableParallelism()} cores of ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const system = `${type()} ${release()} ${arch()}, Node ${process.versions.node}`
  const today = new Date().toISOString().slice(0, 10)
  const options = ['npm run bench', ...process.argv.length > 2 ? ['--'] : [], ...process.argv.slice(2)].join(' ')
  return `${table(HEAD, results.map(cells))}
Measured on ${today} on ${machine}, ${system}, load average ${loadBefore.toFixed(1)} before, with \`${options}\`.
`
}

const cells = ({ name, found: { desk, yardstick, against }, bars, unit }: Result): string[] => {
  const value = median(desk)
  const share = ratio(desk, yardstick)
  const held = bars.every(({ of, least = -Infinity, most = Infinity }) => {
    const measured = of === 'value' ? value : share
    return measured >= least && measured <= most
  })
  const figure = (number: number, suffix = '') => Number.isNaN(number) ? '–' : `${rounded(number)}${suffix}`
  return [
    name,
    bars.map((bar) => inWords(bar, unit)).join(', ') || '–',
    figure(value, ` ${unit}`),
    figure(median(yardstick), ` ${unit}`),
    figure(share),
    figure(median(against), ` ${unit}`),
    figure(ratio(desk, against)),
    bars.length === 0 ? '–' : held ? 'yes' : 'no'
  ]
}

const inWords = ({ of, least, most }: Bar, unit: string) => {
  const bound = least === undefined ? `≤ ${most}` : `≥ ${least}`
  return of === 'value' ? `${bound} ${unit}` : `${bound} ×`
}

const rounded = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const pad = (cell: string, column: number, width: number) => column === 0 ? cell.padEnd(width) : cell.padStart(width)
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => pad(row[column] ?? '', column, width)).join(' | ')} |\n`
  const rule = widths.map((width, column) => column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)
  return [head, rule, ...rows].map(line).join('')
}

/**
 * Puts text between the marks `<!-- bench:name -->` and `<!-- /bench:name -->` of docs/performance.md.
 * @throws Error when the page has no such marks
 */
export const updateBlock = async (name: string, text: string): Promise<void> => {
  const block = new RegExp(`(<!-- bench:${name} -->\n)[^]*?(<!-- /bench:${name} -->)`)
  const before = await readFile(page, 'utf8')
  if (!block.test(before)) throw new Error(`docs/performance.md has no place marked bench:${name}.`)
  await writeFile(page, before.replace(block, (_all, start, end) => `${start}${text}${end}`))
}
