/** Enforces the rules for imports in CONTRIBUTING.md, and restricts some packages and globals to single files. */
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { golden } from '../support/golden.ts'
import { root } from '../support/root.ts'
import t from 'tap'
import ts from 'typescript'

/**
 * Layers: each may import itself and those before it. All but `top` are folders. `top` consists of the files in the
 * root folder and in `commands/`.
 */
const layers = ['schemas', 'db', 'plugins', 'moving', 'routes', 'top'] as const
type Layer = (typeof layers)[number]

/** Entry points: the only files that may use `process`. */
const EDGE = ['server.ts', 'cli.ts', 'plugins/files/recordings-process.ts']

interface Source {
  path: string
  layer: Layer
  /** All syntax nodes. */
  nodes: ts.Node[]
  imports: string[]
}

const sourcesOf = async (layer: Layer): Promise<Source[]> => {
  const paths =
    layer === 'top' ? [...(await filesIn('.', false)), ...(await filesIn('commands'))] : await filesIn(layer)
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(root, path), 'utf8')
      const imports = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName)
      return { path, layer, nodes: nodesIn(path, text), imports }
    })
  )
}

const nodesIn = (path: string, text: string): ts.Node[] => {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node) => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  return nodes
}

const filesIn = async (folder: string, recursive = true) =>
  (await readdir(join(root, folder), { recursive }))
    .filter((entry) => /\.tsx?$/.test(entry) && !/^\w+\/browser\//.test(entry))
    .sort()
    .map((entry) => join(folder, entry))

const sources = (await Promise.all(layers.map(sourcesOf))).flat()

const isLocal = (specifier: string) => specifier.startsWith('.')
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Returns the path of a local import, relative to the root folder. */
const targetOf = ({ path }: Source, specifier: string) => normalize(join(dirname(path), specifier))
const layerOf = (path: string): Layer | undefined => {
  const [folder = '', ...segments] = path.split('/')
  return segments.length === 0 || folder === 'commands' ? 'top' : layers.find((layer) => layer === folder)
}

const importersOf = (name: string) =>
  sources
    .filter(({ imports }) => imports.some((specifier) => !isLocal(specifier) && packageOf(specifier) === name))
    .map(({ path }) => path)

t.test('every folder of tests below another one is run by a suite of its name', async (t) => {
  const files = await readdir(join(root, 'test'), { recursive: true })
  const parts = files.filter((path) => /^\w+\/[\w-]+\/.*\.test\.ts$/.test(path))
  const suites = new Set(parts.map((path) => `${dirname(path)}.test.ts`))
  t.ok(suites.size > 0)
  const unexpected = [...suites].filter((suite) => !files.includes(suite))
  t.same(unexpected, [])
})

t.test('every layer has files, and their imports are found', async (t) => {
  for (const layer of layers) {
    const holds = sources.some((source) => source.layer === layer)
    t.ok(holds, layer)
  }
  t.same(
    ts
      .preProcessFile('import a from "a"; import type b from "b"; export * from "c"; const d = await import("d")')
      .importedFiles.map(({ fileName }) => fileName),
    ['a', 'b', 'c', 'd']
  )
  t.same(sources.find(({ path }) => path === 'plugins/health.ts')?.imports, ['fastify-plugin', 'fastify'])
})

t.test('a layer imports only itself and the layers below it', async (t) => {
  const wrong = sources.flatMap((source) =>
    source.imports
      .filter(isLocal)
      .map((specifier) => targetOf(source, specifier))
      .filter((target) => {
        const layer = layerOf(target)
        return layer === undefined || layers.indexOf(layer) > layers.indexOf(source.layer)
      })
      .map((target) => `${source.path} imports ${target}`)
  )
  t.same(wrong, [])
})

/** Returns the imports of a file: paths relative to the root folder, and packages. */
const importsOf = async (path: string) =>
  ts
    .preProcessFile(await readFile(join(root, path), 'utf8'))
    .importedFiles.map(({ fileName }) => (isLocal(fileName) ? normalize(join(dirname(path), fileName)) : fileName))

/** Returns the sources of the scripts of pages. */
const scriptsOfPages = async () =>
  (await readdir(join(root, 'plugins'), { recursive: true }))
    .filter((entry) => /^\w+\/browser\/.*\.tsx?$/.test(entry))
    .map((entry) => join('plugins', entry))

t.test('bench/ imports only itself, db/ and the client package, and deploy/ has no modules', async (t) => {
  const paths = await filesIn('bench')
  t.ok(paths.includes('bench/stage/drill.ts'))
  for (const path of paths) {
    const local = (await importsOf(path)).filter((target) => target.endsWith('.ts'))
    const unexpected = local.filter((target) => !/^(bench|db|clients)\//.test(target))
    t.same(unexpected, [], path)
  }
  t.same(await filesIn('deploy'), [])
})

t.test('the client package imports only itself, and the service only in scripts of pages', async (t) => {
  const paths = await filesIn('clients/js/src')
  t.ok(paths.includes('clients/js/src/changes.ts'))
  for (const path of paths) {
    const unexpected = (await importsOf(path)).filter((target) => !target.startsWith('clients/js/src/'))
    t.same(unexpected, [], path)
  }
  const imports = (await Promise.all((await scriptsOfPages()).map(importsOf))).flat()
  t.ok(imports.includes('clients/js/src/changes.ts'), 'they use it instead of a second implementation')
})

t.test('every imported file exists', async (t) => {
  const paths = new Set(sources.map(({ path }) => path))
  const missing = sources
    .flatMap((source) => source.imports.filter(isLocal).map((specifier) => targetOf(source, specifier)))
    .filter((target) => !paths.has(target))
  t.same(missing, [])
})

/** Returns the circles in a graph, each as the names on its way. */
const circlesIn = (graph: ReadonlyMap<string, Iterable<string>>): string[] => {
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (name: string, trail: readonly string[]) => {
    if (trail.includes(name)) circles.push([...trail.slice(trail.indexOf(name)), name].join(' → '))
    if (done.has(name) || trail.includes(name)) return
    for (const target of graph.get(name) ?? []) walk(target, [...trail, name])
    done.add(name)
  }
  for (const name of graph.keys()) walk(name, [])
  return circles
}

t.test('no file imports itself through other files, not even a type', async (t) => {
  const paths = [...sources.map(({ path }) => path), ...(await scriptsOfPages()), ...(await filesIn('clients/js/src'))]
  const graph = new Map(await Promise.all(paths.map(async (path) => [path, await importsOf(path)] as const)))
  t.ok(graph.get('plugins/desk/browser/desk.tsx')?.includes('plugins/desk/browser/writing.ts'))
  t.same(circlesIn(graph), [])
})

/** Returns the unit that a file in plugins/ belongs to: `cache` for `plugins/cache/index.ts`. */
const unitOf = (path: string) => /^plugins\/([^/.]+)/.exec(path)?.[1]

t.test('no unit in plugins/ imports itself through other units, not even a type', async (t) => {
  const graph = new Map<string, Set<string>>()
  for (const source of sources) {
    const unit = unitOf(source.path)
    if (unit === undefined) continue
    const targets = graph.get(unit) ?? new Set()
    graph.set(unit, targets)
    for (const specifier of source.imports.filter(isLocal)) {
      const target = unitOf(targetOf(source, specifier))
      if (target !== undefined && target !== unit) targets.add(target)
    }
  }
  t.ok(graph.get('resources')?.has('representation'), 'imports between units are found')
  t.same(circlesIn(graph), [])
})

t.test('schemas are data: they import TypeBox and each other', async (t) => {
  const packages = sources
    .filter(({ layer }) => layer === 'schemas')
    .flatMap(({ imports }) => imports.filter((specifier) => !isLocal(specifier)))
  t.same([...new Set(packages)], ['typebox'])
})

t.test('only the XML writer imports xmlbuilder2, only db/ postgres, and no schema Fastify', async (t) => {
  t.same(importersOf('xmlbuilder2'), ['plugins/representation/xml.ts'])
  const unexpected = importersOf('postgres').filter((path) => !path.startsWith('db/'))
  t.same(unexpected, [])
  t.ok(importersOf('postgres').includes('db/client.ts'))
  const wrong = importersOf('fastify').filter((path) => /^(schemas|db)\//.test(path))
  t.same(wrong, [])
})

/** Tells whether a node is the global `process`, and not a property of that name, as in `ipaddr.process`. */
const isProcess = (node: ts.Node) =>
  ts.isIdentifier(node) &&
  node.text === 'process' &&
  !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node && !isGlobal(node.parent.expression))

const isGlobal = (node: ts.Node) => ts.isIdentifier(node) && ['globalThis', 'global'].includes(node.text)

t.test('only the entry points use process', async (t) => {
  const usesProcess = (text: string) => nodesIn('example.ts', text).some(isProcess)
  for (const text of [
    'process.pid',
    'const { pid } = process',
    'globalThis.process',
    'read(process)',
    'export { process }'
  ]) {
    t.ok(usesProcess(text), text)
  }
  for (const text of ['ipaddr.process(address)', 'ipaddr?.process', 'processes']) t.notOk(usesProcess(text), text)
  const shown = sources
    .filter(({ path }) => !EDGE.includes(path))
    .flatMap(({ path, imports, nodes }) => [
      ...imports.filter((name) => name === 'node:process' || name === 'process'),
      ...nodes.filter(isProcess).map((node) => `${path}: ${node.parent.getText()}`)
    ])
  t.same(shown, [])
})

t.test('only db/ contains SQL, as tagged templates', async (t) => {
  const isQuery = (node: ts.Node) => ts.isTaggedTemplateExpression(node) && /\bsql$/.test(node.tag.getText())
  const isUnsafe = (node: ts.Node) => ts.isPropertyAccessExpression(node) && node.name.text === 'unsafe'
  const filesWithSql = sources.filter(({ nodes }) => nodes.some(isQuery)).map(({ path }) => path)
  t.ok(filesWithSql.includes('db/posts/blog-posts.ts'))
  const unexpected = filesWithSql.filter((path) => !path.startsWith('db/'))
  t.same(unexpected, [])
  const shown = sources.filter(({ nodes }) => nodes.some(isUnsafe)).map(({ path }) => path)
  t.same(shown, ['db/migrate.ts'], 'only migrations, which are files, are not templates')
})

t.test('the lines of the log, which operators search for, change only on purpose', async (t) => {
  const linesIn = ({ path, nodes }: Source) =>
    nodes.flatMap((node) => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
      const { name, expression } = node.expression
      if (!LEVEL.test(name.text) || !/(^|\.)log\b/.test(expression.getText())) return []
      const fields = node.arguments.map((argument) => argument.getText().replace(/\s+/g, ' ')).join(', ')
      return [`${path} ${name.text}: ${fields}\n`]
    })
  await golden(t, 'log-lines.txt', Buffer.from(sources.flatMap(linesIn).join('')))
})

const LEVEL = /^(?:debug|info|warn|error)$/
