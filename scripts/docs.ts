/** Writes what the documents take from the schemas and the routes: settings, problems, schemas, addresses. Run with `npm run docs`. */
import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { Config } from '../schemas/config.ts'
import { problemKinds } from '../schemas/problem.ts'

const root = new URL('..', import.meta.url)

/** Every generated document: its path and its text. */
export const documents = async (): Promise<Record<string, string>> => {
  const described = await describe()
  return {
    'README.md': await filled('README.md', 'settings', settings()),
    'docs/problems.md': problems(),
    'docs/api.md': await filled('docs/api.md', 'addresses', table(['Method', 'Address', 'What it does', 'Parameters'], described.addresses)),
    'docs/schema.xsd': described.schema,
    'docs/problem.xsd': described.problemSchema,
    'docs/openapi.json': described.openApi
  }
}

/** What the service says of itself under its default settings. It needs no database for that: none is asked for anything. */
const describe = async () => {
  const url = 'postgres://nobody@127.0.0.1:1/nothing'
  const app = await buildApp(readConfig({ DATABASE_URL: url }), { databaseUrl: url })
  await app.ready()
  const { schema, problemSchema, openApi, addresses } = app.documents
  const described = { schema: schema(), problemSchema: problemSchema(), openApi: openApi(), addresses: addresses() }
  await app.close()
  return described
}

/** A document with the text between its marks replaced. */
const filled = async (path: string, name: string, text: string) => {
  const document = await readFile(new URL(path, root), 'utf8')
  return document.replace(new RegExp(`(<!-- generated: ${name} -->\\n)[^]*?(<!-- /generated -->)`), (_all, start, end) => `${start}${text}${end}`)
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
