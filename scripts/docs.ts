/** Writes what the documents take from the schemas: the settings in README.md, docs/problems.md. Run with `npm run docs`. */
import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { Config } from '../schemas/config.ts'
import { problemKinds } from '../schemas/problem.ts'

const root = new URL('..', import.meta.url)

/** Every generated document: its path and its text. */
export const documents = async (): Promise<Record<string, string>> => ({
  'README.md': await withSettings(),
  'docs/problems.md': problems()
})

const withSettings = async () => {
  const readme = await readFile(new URL('README.md', root), 'utf8')
  return readme.replace(/(<!-- generated: settings -->\n)[^]*?(<!-- \/generated -->)/, (_all, start, end) => `${start}${settings()}${end}`)
}

const settings = () => table(['Variable', 'Default', 'Meaning'], Object.entries(Config.properties).map(([name, property]) => {
  const { default: byDefault = '', description }: { readonly [keyword: string]: unknown } = { ...property }
  return [`\`${name}\``, byDefault === '' ? '' : `\`${String(byDefault)}\``, String(description)]
}))

const problems = () => `# Problems

Everything Desk refuses is answered with a problem document (RFC 9457) of one of these kinds. \`type\` ends with the
kind's name, and the address it gives shows the explanation.

${table(['Kind', 'Status', 'Title', 'Explanation'], Object.entries(problemKinds).map(([name, { status, title, explanation }]) =>
  [`\`${name}\``, `${status}`, title, explanation]))}`

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, text] of Object.entries(await documents())) await writeFile(new URL(path, root), text)
}
