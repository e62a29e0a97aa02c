/** Tables, what they were measured on, and the marked blocks of docs/performance.md that they are written into. */
import { readFile, writeFile } from 'node:fs/promises'
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'

const root = new URL('..', import.meta.url)
const page = new URL('docs/performance.md', root)

// Before anything is measured.
const [loadBefore = 0] = loadavg()

/** A Markdown table that can be read as it is: names to the left, figures to the right. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((_, column) => Math.max(4, ...[head, ...rows].map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, column) => pad(cell, column, widths[column])).join(' | ')} |\n`
  const rule = widths.map((width, column) => column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)
  return [head, rule, ...rows].map(line).join('')
}

const pad = (cell: string, column: number, width = 0) => column === 0 ? cell.padEnd(width) : cell.padStart(width)

/** A whole number with its thousands set off. */
export const thousands = (value: number) => Math.round(value).toLocaleString('en-US')

/**
 * What something was measured on and with, as a paragraph.
 * @param packages names of the packages whose versions matter
 * @param programs names and versions of programs that do
 */
export const measuredOn = async (packages: readonly string[], programs: readonly string[] = []): Promise<string> => {
  const [{ model } = { model: 'unknown processor' }] = cpus()
  const versions = await Promise.all(packages.map(async (name) => `${name} ${await versionOf(name)}`))
  const parts = [
    `${availableParallelism()} cores of ${model.trim()}`, `${Math.round(totalmem() / 2 ** 30)} GiB`, `${type()} ${release()} ${arch()}`,
    `Node ${process.versions.node}`, ...versions, ...programs, new Date().toISOString().slice(0, 10)
  ]
  return `Measured on ${parts.join(', ')}, load average ${loadBefore.toFixed(1)} before the run, with \`${command()}\`.\n`
}

const versionOf = async (name: string): Promise<string> => {
  const { version }: { version: string } = JSON.parse(await readFile(new URL(`node_modules/${name}/package.json`, root), 'utf8'))
  return version
}

const command = () => {
  const options = process.argv.slice(2)
  if (process.env.npm_lifecycle_event === 'bench') return ['npm run bench', ...options.length > 0 ? ['--'] : [], ...options].join(' ')
  return ['npx tsx', process.argv[1]?.replace(/^.*\/(?=bench\/)/, '') ?? '', ...options].join(' ')
}

/**
 * The text between the marks `<!-- bench:name -->` and `<!-- /bench:name -->`.
 * @throws Error when the page has no such marks
 */
export const readBlock = async (name: string): Promise<string> => {
  const [, , text] = blockOf(name).exec(await readFile(page, 'utf8')) ?? unmarked(name)
  return text ?? ''
}

/**
 * Puts a text between the marks `<!-- bench:name -->` and `<!-- /bench:name -->`.
 * @throws Error when the page has no such marks
 */
export const updateBlock = async (name: string, text: string): Promise<void> => {
  const before = await readFile(page, 'utf8')
  if (!blockOf(name).test(before)) unmarked(name)
  await writeFile(page, before.replace(blockOf(name), (_all, start, _text, end) => `${start}${text}${end}`))
}

const blockOf = (name: string) => new RegExp(`(<!-- bench:${name} -->\n)([^]*?)(<!-- /bench:${name} -->)`)

const unmarked = (name: string): never => { throw new Error(`docs/performance.md has no place marked bench:${name}.`) }
