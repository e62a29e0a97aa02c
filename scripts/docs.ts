/**
 * Refreshes the generated parts of the Markdown, and writes the documents the service describes itself with into docs/,
 * where git ignores them. Run with `npm run docs`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import { buildApp } from '../app.ts'
import { deskCommand } from '../commands/index.ts'
import { readConfig } from '../config.ts'
import { rules } from '../plugins/authorization/rules.ts'
import type { Documents } from '../plugins/documents/index.ts'
import { Config } from '../schemas/config.ts'
import { problemKinds } from '../schemas/problem.ts'

/**
 * The Markdown with its generated parts up to date: its path and its text.
 * @param folder the project's
 */
export const markdown = async ({ addresses, rights }: Pick<Documents, 'addresses' | 'rights'>, folder: string): Promise<Record<string, string>> => ({
  'README.md': await filled(`${folder}/README.md`, 'settings', settings()),
  'docs/problems.md': problems(),
  'docs/rights.md': rightsTable(rights()),
  'docs/commands.md': await filled(
    `${folder}/docs/commands.md`, 'commands',
    table(['Command', 'What it does', 'Options'], commands(deskCommand(process)))
  ),
  'docs/api.md': await filled(
    `${folder}/docs/api.md`, 'addresses', table(['Method', 'Address', 'What it does', 'Parameters'], addresses())
  )
})

/** A document with the text between its marks replaced. */
const filled = async (path: string, name: string, text: string) => {
  const document = await readFile(path, 'utf8')
  const part = new RegExp(`(<!-- generated: ${name} -->\\n)[^]*?(<!-- /generated -->)`)
  return document.replace(part, (_all, start, end) => `${start}${text}${end}`)
}

const settings = () => table(['Variable', 'Default', 'Meaning'], Object.entries(Config.properties).map(([name, property]) => {
  const { default: byDefault = '', description }: { readonly [keyword: string]: unknown } = { ...property }
  return [`\`${name}\``, byDefault === '' ? '' : `\`${String(byDefault)}\``, String(description)]
}))

/** A row for each command that has no commands below it. */
const commands = (command: Command, path: readonly string[] = []): string[][] => {
  const words = [...path, command.name()]
  if (command.commands.length > 0) return command.commands.flatMap((below) => commands(below, words))
  const usage = [...words, ...command.registeredArguments.map((argument) => `<${argument.name()}>`)].join(' ')
  return [[`\`${usage}\``, command.description(), command.options.map(({ flags }) => `\`${flags}\``).join(', ')]]
}

const problems = () => `# Problems

Everything Desk refuses is answered with a problem document (RFC 9457) of one of these kinds. \`type\` ends with the
kind's name, and the address it gives shows the explanation.

${table(['Kind', 'Status', 'Title', 'Explanation'], Object.entries(problemKinds).map(([name, { status, title, explanation }]) =>
  [`\`${name}\``, `${status}`, title, explanation]))}`

const rightsTable = (rows: readonly (readonly string[])[]) => `# Who may do what

Reading is open to everybody, unless the operator closes drafts or profiles. Each route that changes something names one of
these rules; a user who does not meet it gets 403, a request without a session 401.

${table(['Rule', 'Who'], Object.entries(rules).map(([name, { may }]) => [`\`${name}\``, may]))}
${table(['Method', 'Address', 'Rule'], rows)}`

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')

/** Builds the service with its default settings, without a database: describing itself needs none. */
const write = async () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const url = 'postgres://nobody@127.0.0.1:1/nothing'
  const app = await buildApp(readConfig({ DATABASE_URL: url }), { databaseUrl: url })
  await app.ready()
  const { schema, problemSchema, openApi, addresses, rights } = app.documents
  const files = {
    ...await markdown({ addresses, rights }, root),
    'docs/schema.xsd': schema(),
    'docs/problem.xsd': problemSchema(),
    'docs/openapi.json': openApi()
  }
  for (const [path, text] of Object.entries(files)) await writeFile(`${root}/${path}`, text)
  await app.close()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await write()
