/** The import law (docs/design, section 2): rooms import downwards only, and some things live in one place. */
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { root } from '../support/root.ts'
import t from '../support/tap.ts'
import ts from 'typescript'

/**
 * The rooms, each of which may import itself and those before it. Files beside the rooms and those of the command line
 * put everything together.
 */
const rooms = ['schemas', 'db', 'plugins', 'routes', 'top'] as const
type Room = (typeof rooms)[number]

/** The files that are the process's own; nothing else may know that there is a process. */
const EDGE = ['server.ts', 'cli.ts']

interface Source {
  path: string
  room: Room
  text: string
  imports: string[]
}

const sourcesOf = async (room: Room): Promise<Source[]> => {
  const paths = room === 'top' ? [...(await filesIn('.', false)), ...(await filesIn('commands'))] : await filesIn(room)
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(root, path), 'utf8')
      return { path, room, text, imports: ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName) }
    })
  )
}

const filesIn = async (folder: string, recursive = true) =>
  (await readdir(join(root, folder), { recursive }))
    .filter((entry) => entry.endsWith('.ts'))
    .sort()
    .map((entry) => join(folder, entry))

const sources = (await Promise.all(rooms.map(sourcesOf))).flat()

const isLocal = (specifier: string) => specifier.startsWith('.')
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Where a local import leads, from the top of the project. */
const targetOf = ({ path }: Source, specifier: string) => normalize(join(dirname(path), specifier))
const roomOf = (path: string): Room | undefined => {
  const [first = '', ...rest] = path.split('/')
  return rest.length === 0 || first === 'commands' ? 'top' : rooms.find((room) => room === first)
}

/** Every syntax node of a file. */
const nodesOf = ({ path, text }: Source): ts.Node[] => {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node) => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  return nodes
}

const importersOf = (name: string) =>
  sources
    .filter(({ imports }) => imports.some((specifier) => !isLocal(specifier) && packageOf(specifier) === name))
    .map(({ path }) => path)

t.test('the rooms are there, and their imports are read', async (t) => {
  for (const room of rooms) {
    t.ok(
      sources.some((source) => source.room === room),
      room
    )
  }
  t.same(
    ts
      .preProcessFile('import a from "a"; import type b from "b"; export * from "c"; const d = await import("d")')
      .importedFiles.map(({ fileName }) => fileName),
    ['a', 'b', 'c', 'd']
  )
  t.same(sources.find(({ path }) => path === 'plugins/health.ts')?.imports, ['fastify-plugin', 'fastify'])
})

t.test('a room imports only itself and the rooms below it', async (t) => {
  for (const source of sources) {
    const wrong = source.imports
      .filter(isLocal)
      .map((specifier) => targetOf(source, specifier))
      .filter((target) => {
        const room = roomOf(target)
        return room === undefined || rooms.indexOf(room) > rooms.indexOf(source.room)
      })
    t.same(wrong, [], source.path)
  }
})

t.test('what is imported is there', async (t) => {
  const paths = new Set(sources.map(({ path }) => path))
  const missing = sources
    .flatMap((source) => source.imports.filter(isLocal).map((specifier) => targetOf(source, specifier)))
    .filter((target) => !paths.has(target))
  t.same(missing, [])
})

t.test('nothing imports itself by a detour', async (t) => {
  const targets = new Map(
    sources.map((source) => [
      source.path,
      source.imports.filter(isLocal).map((specifier) => targetOf(source, specifier))
    ])
  )
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    if (done.has(path) || trail.includes(path)) return
    for (const target of targets.get(path) ?? []) walk(target, [...trail, path])
    done.add(path)
  }
  for (const path of targets.keys()) walk(path, [])
  t.same(circles, [])
})

t.test('schemas are data: they import TypeBox and each other', async (t) => {
  const packages = sources
    .filter(({ room }) => room === 'schemas')
    .flatMap(({ imports }) => imports.filter((specifier) => !isLocal(specifier)))
  t.same([...new Set(packages)], ['typebox'])
})

t.test('xmlbuilder2 is known to the XML writer alone, postgres to db/ alone, Fastify to neither', async (t) => {
  t.same(importersOf('xmlbuilder2'), ['plugins/resources/representation/xml.ts'])
  t.same(
    importersOf('postgres').filter((path) => !path.startsWith('db/')),
    []
  )
  t.ok(importersOf('postgres').includes('db/client.ts'))
  t.same(
    importersOf('fastify').filter((path) => /^(schemas|db)\//.test(path)),
    []
  )
})

/** Whether a node is the name `process` itself, not that of something else's member, as in `ipaddr.process`. */
const isProcess = (node: ts.Node) =>
  ts.isIdentifier(node) &&
  node.text === 'process' &&
  !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node && !isGlobal(node.parent.expression))

const isGlobal = (node: ts.Node) => ts.isIdentifier(node) && ['globalThis', 'global'].includes(node.text)

t.test('only the edge knows of the process', async (t) => {
  const knowing = (text: string) => nodesOf({ path: 'example.ts', room: 'top', text, imports: [] }).some(isProcess)
  for (const text of [
    'process.pid',
    'const { pid } = process',
    'globalThis.process',
    'read(process)',
    'export { process }'
  ]) {
    t.ok(knowing(text), text)
  }
  for (const text of ['ipaddr.process(address)', 'ipaddr?.process', 'processes']) t.notOk(knowing(text), text)
  for (const source of sources.filter(({ path }) => !EDGE.includes(path))) {
    t.notOk(source.imports.includes('node:process') || source.imports.includes('process'), `${source.path} imports`)
    t.same(
      nodesOf(source)
        .filter(isProcess)
        .map((node) => node.parent.getText()),
      [],
      source.path
    )
  }
  t.same(importersOf('node:cluster'), ['server.ts', 'workers.ts'], 'nor of the others')
})

t.test('SQL is written in db/ alone, as templates', async (t) => {
  const isQuery = (node: ts.Node) => ts.isTaggedTemplateExpression(node) && /\bsql$/.test(node.tag.getText())
  const isUnsafe = (node: ts.Node) => ts.isPropertyAccessExpression(node) && node.name.text === 'unsafe'
  const writing = sources.filter((source) => nodesOf(source).some(isQuery)).map(({ path }) => path)
  t.ok(writing.includes('db/posts/blog-posts.ts'))
  t.same(
    writing.filter((path) => !path.startsWith('db/')),
    []
  )
  t.same(
    sources.filter((source) => nodesOf(source).some(isUnsafe)).map(({ path }) => path),
    ['db/migrate.ts'],
    'migrations are files'
  )
})
