/**
 * Generates the Markdown in docs/ that describes settings, problems, rights, bodies, commands and addresses, and brings
 * the catalogues of labels, the types of the client package and docker-compose.yml up to date. Also writes the OpenAPI
 * document and the XML Schemas to docs/, where git ignores them. Run with `npm run docs`.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import { buildApp } from '../app.ts'
import { deskCommand } from '../commands/index.ts'
import { legalValues, readConfig } from '../config.ts'
import { rules, type Rule } from '../plugins/authorization/rules.ts'
import type { Documents } from '../plugins/documents/index.ts'
import { Config } from '../schemas/config.ts'
import { problemKinds } from '../schemas/problem.ts'
import { clientModels } from './client-models.ts'
import { catalogues } from './labels.ts'
import { addressRows, bodyTables, rightRows, type BodyTable } from './tables.ts'

/**
 * Returns the text of all files with generated content, by path.
 * @param folder root of the repository
 */
export const generated = async (
  { operations }: Pick<Documents, 'operations'>,
  folder: string
): Promise<Record<string, string>> => ({
  ...(await catalogues(folder)),
  'clients/js/src/models.ts': clientModels(),
  'docker-compose.yml': await withDigest(`${folder}/docker-compose.yml`, `${folder}/deploy/nginx`),
  'docs/settings.md': settings(),
  'docs/problems.md': problems(),
  'docs/rights.md': rightsTable(rightRows(operations())),
  'docs/bodies.md': bodySections(bodyTables(operations())),
  'docs/commands.md': await withParts(`${folder}/docs/commands.md`, {
    commands: table(['Command', 'Description', 'Options'], commands(deskCommand(process)))
  }),
  'docs/client.md': await withParts(`${folder}/docs/client.md`, {
    'client.js': await code('js', `${folder}/docs/examples/client.js`)
  }),
  'docs/api.md': await withParts(`${folder}/docs/api.md`, {
    'follow.ts': await code('ts', `${folder}/docs/examples/follow.ts`),
    'follow.py': await code('python', `${folder}/docs/examples/follow.py`),
    addresses: table(['Method', 'Address', 'Description', 'Parameters'], addressRows(operations()))
  })
})

/** Returns a document with its generated parts, between the comments `generated: name` and `/generated`, replaced. */
const withParts = async (path: string, parts: Readonly<Record<string, string>>) =>
  Object.entries(parts).reduce(
    (document, [name, text]) => {
      const part = new RegExp(`(<!-- generated: ${name} -->\\n)[^]*?(<!-- /generated -->)`)
      return document.replace(part, (_all, start, end) => `${start}${text}${end}`)
    },
    await readFile(path, 'utf8')
  )

/** Returns a Compose file with the digest of the files that configure nginx. */
const withDigest = async (path: string, configuration: string) => {
  const hash = createHash('sha256')
  for (const name of (await readdir(configuration)).sort()) hash.update(await readFile(`${configuration}/${name}`))
  const digest = hash.digest('hex').slice(0, 12)
  return (await readFile(path, 'utf8')).replace(/(desk\.nginx: ')\w+/, `$1${digest}`)
}

const code = async (language: string, path: string) => `\`\`\`${language}\n${await readFile(path, 'utf8')}\`\`\`\n`

const settings = () => `# Settings

Settings are environment variables. \`npm run -s desk -- config\` prints their values. The service
refuses to start with an illegal value and says which values are legal. \`.env.example\` lists the
settings that most installations change. A setting of an earlier version has no effect, and the service
names it when it starts. Docker Compose reads a file \`.env\`; for \`npm start\`, export the variables in
the shell.

${table(
  ['Variable', 'Default', 'Meaning', 'Legal values'],
  Object.entries(Config.properties).map(([name, property]) => {
    const { default: defaultValue = '', description }: { readonly [keyword: string]: unknown } = { ...property }
    const defaultText = defaultValue === '' ? '' : `\`${String(defaultValue)}\``
    return [`\`${name}\``, defaultText, String(description), legalValues.get(name) ?? '']
  })
)}`

const bodySections = (bodies: readonly BodyTable[]) => `# Request bodies

Properties of every request body. XML, JSON and form bodies have the same properties
([api.md](api.md#log-in-and-insert)). Any other property is refused with 400, and nothing is stored.

- Lengths are in characters. A body has at most 16 KiB plus 12 bytes for each character that its texts may
  have, and never more than 1 MiB. It has at most 100 members.
- A link is the id or key of its target, or the link as documents show it: with its \`href\`, its id or key, or both.
- \`PUT\` on an item changes the properties that are sent, at least one, and leaves the others as they are.
- \`null\` in JSON is the same as an empty text. In a \`POST\`, an empty property counts as not sent. In a \`PUT\`, it
  loses its value if its type says "or empty". Otherwise the empty text is stored if its length may be 0, and refused
  with 400 if not.
- "Part of a path" means that links contain the text: it must not be \`.\` or \`..\`, or end with \`.xml\`, \`.json\`
  or \`.html\`.
- \`POST …/MetaData/Upload\` takes a file instead ([api.md](api.md#upload-a-file)).

${bodies
  .map(
    ({ name, requests, rows }) => `## ${requests.map((request) => `\`${request}\``).join(', ')}

Root element in XML: \`${name}\`.

${table(['Property', 'Type', 'Required', 'Length', 'Meaning'], rows)}`
  )
  .join('\n')}`

/** Returns a row of the table for each command without subcommands. */
const commands = (command: Command, path: readonly string[] = []): string[][] => {
  const words = [...path, command.name()]
  if (command.commands.length > 0) return command.commands.flatMap((subcommand) => commands(subcommand, words))
  const usage = [...words, ...command.registeredArguments.map((argument) => `<${argument.name()}>`)].join(' ')
  return [[`\`${usage}\``, command.description(), command.options.map(({ flags }) => `\`${flags}\``).join(', ')]]
}

const problems = () => `# Problems

Errors are RFC 9457 problem documents of these kinds. The last segment of \`type\` is the kind, and the
address in \`type\` shows its explanation.

${table(
  ['Kind', 'Status', 'Title', 'Explanation'],
  Object.entries(problemKinds).map(([name, { status, title, explanation }]) => [
    `\`${name}\``,
    `${status}`,
    title,
    explanation
  ])
)}`

const rightsTable = (rows: readonly (readonly string[])[]) => `# Rights

Everybody may read, unless the settings \`PUBLIC_DRAFTS\` and \`PUBLIC_PROFILES\` restrict that. Each
route that changes something, the export of a blog, the audit trail, and the lists of API tokens and webhooks
have one of these rules. A request without a session gets 401; a user whom the rule does not cover gets 403.

An API token with limits ([tokens.md](tokens.md)) must also allow what the rule needs: \`draft\` or \`publish\`, in the
blog that the token is for. Rules that need a session are closed to it. The same goes for assistants
([assistants.md](assistants.md)): \`draft\`, and \`publish\` if their user has the right \`Assistant publish\`.
[tokens.md](tokens.md#limits) also lists the requests that are closed to every API token. Users make their tokens
themselves: others cannot make them for them.
An upload below the address of another user also needs the rule \`staff\`.

${table(
  ['Rule', 'Allowed for', 'A limited API token needs'],
  Object.entries(rules).map(([name, rule]: [string, Rule]) => [`\`${name}\``, rule.may, rule.token ?? 'a session'])
)}
${table(['Method', 'Address', 'Rule'], rows)}`

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')

/** Writes all files. The app has default settings and no database: its descriptions don't need one. */
const write = async () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const url = 'postgres://nobody@127.0.0.1:1/nothing'
  const app = await buildApp(readConfig({ DATABASE_URL: url }), { databaseUrl: url })
  await app.ready()
  const { schema, problemSchema, openApi } = app.documents
  const files = {
    ...(await generated(app.documents, root)),
    'docs/schema.xsd': schema(),
    'docs/problem.xsd': problemSchema(),
    'docs/openapi.json': openApi()
  }
  for (const [path, text] of Object.entries(files)) await writeFile(`${root}/${path}`, text)
  await app.close()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await write()
