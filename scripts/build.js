// Compiles the service to dist/: node runs that, and the tests of the process do.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
// Whole, because an old Node would miss a name before prepare.js can refuse it.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = new URL('..', import.meta.url)
const at = (path) => fileURLToPath(new URL(path, root))

// Written last, so that a build which was broken off is none.
const STAMP = 'dist/.sources'

/** Whether dist/ was built from the sources as they are. By content: a checkout changes every time stamp. */
export function isBuilt() {
  try {
    return fs.readFileSync(at(STAMP), 'utf8') === fingerprint()
  } catch {
    return false
  }
}

/** Ends the process when the compiler finds a mistake. */
export function build() {
  console.error('Building Desk.')
  const sources = fingerprint()
  fs.rmSync(at('dist'), { recursive: true, force: true })
  compile()
  bundleTypeBox('dist')
  for (const file of filesOfRooms().filter((file) => !/\.ts$/.test(file))) {
    fs.mkdirSync(dirname(at(`dist/${file}`)), { recursive: true })
    fs.copyFileSync(at(file), at(`dist/${file}`))
  }
  fs.writeFileSync(at(STAMP), sources)
}

function compile() {
  const { status, error } = spawnSync(
    process.execPath,
    [at('node_modules/typescript/bin/tsc'), '--project', at('tsconfig.build.json')],
    {
      cwd: at('.'),
      stdio: ['ignore', 'inherit', 'inherit']
    }
  )
  if (status === 0) return
  console.error(
    error
      ? `The compiler could not be started: ${error.message}.`
      : 'Desk could not be built: the compiler says why above.'
  )
  process.exit(1)
}

/** Puts TypeBox into a folder of compiled files as one file. Node needs 10 ms to load that, and 250 for its 300 files. */
export function bundleTypeBox(folder) {
  const target = at(`${folder}/node_modules/typebox`)
  // Loaded here, because prepare.js needs this module before anything is installed.
  createRequire(import.meta.url)('esbuild').buildSync({
    stdin: { contents: "export * from 'typebox'; export { default } from 'typebox'", resolveDir: at('.') },
    bundle: true,
    format: 'esm',
    outfile: `${target}/index.js`
  })
  fs.writeFileSync(`${target}/package.json`, '{ "type": "module", "exports": "./index.js" }')
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of [
    ...filesIn('.', false).filter((file) => /^(tsconfig.*\.json|.*\.ts|package-lock\.json)$/.test(file)),
    ...filesOfRooms()
  ]) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(at(file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesOfRooms() {
  return ['commands', 'db', 'plugins', 'routes', 'schemas']
    .flatMap((room) => filesIn(room, true))
    .filter((file) => !/(^|\/)README\.md$/.test(file))
}

function filesIn(folder, deep) {
  return fs
    .readdirSync(at(folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
      return entry.isDirectory() ? (deep ? filesIn(path, deep) : []) : [path]
    })
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) build()
