// Compiles the service to dist/, from where `npm start`, `desk` and the tests in test/process run it.
import { createHash } from 'node:crypto'
// Not by name: if an old Node lacks one of the names, the import fails before prepare.js can print the needed version.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isModule, placer } from './place.js'

export const root = new URL('..', import.meta.url)
const pathOf = (path) => fileURLToPath(new URL(path, root))

// Holds the hash of the sources. Written last, so that an interrupted build is repeated.
const STAMP = 'dist/.sources'

/** Returns whether dist/ is up to date. Compares content, because a checkout changes the modification times. */
export function isBuilt() {
  try {
    return fs.readFileSync(pathOf(STAMP), 'utf8') === fingerprint()
  } catch {
    return false
  }
}

/** Builds dist/. It does not check types, which takes four times as long; `npm run typecheck` does. */
export function build() {
  console.error('Building Desk.')
  const sources = fingerprint()
  fs.rmSync(pathOf('dist'), { recursive: true, force: true })
  const files = [...modulesOfRoot(), ...filesOfFolders()]
  files.filter((file) => !file.includes('/browser/')).forEach(placer('dist'))
  bundleTypeBox('dist')
  bundleBrowserScripts('dist')
  fs.writeFileSync(pathOf(STAMP), sources)
}

/** Bundles TypeBox into one file in a folder of compiled files. Node loads it in 10 ms, but its 300 files in 250 ms. */
export function bundleTypeBox(folder) {
  const target = pathOf(`${folder}/node_modules/typebox`)
  // Loaded here, because prepare.js imports this module before the packages are installed.
  createRequire(import.meta.url)('esbuild').buildSync({
    stdin: { contents: "export * from 'typebox'; export { default } from 'typebox'", resolveDir: pathOf('.') },
    bundle: true,
    format: 'esm',
    outfile: `${target}/index.js`
  })
  fs.writeFileSync(`${target}/package.json`, '{ "type": "module", "exports": "./index.js" }')
}

/** Bundles and minifies the scripts of pages into a folder of compiled files. */
export function bundleBrowserScripts(folder) {
  const scripts = 'plugins/pages/browser'
  createRequire(import.meta.url)('esbuild').buildSync({
    entryPoints: fs
      .readdirSync(pathOf(scripts))
      .filter((name) => /^[a-z]+\.ts$/.test(name))
      .map((name) => pathOf(`${scripts}/${name}`)),
    bundle: true,
    minify: true,
    target: 'es2020',
    outdir: pathOf(`${folder}/${scripts}`)
  })
}

/** Returns a hash of all files that the build depends on. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of ['tsconfig.json', 'package-lock.json', ...modulesOfRoot(), ...filesOfFolders()]) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(pathOf(file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function modulesOfRoot() {
  return filesIn('.', false).filter(isModule)
}

function filesOfFolders() {
  return ['commands', 'db', 'plugins', 'routes', 'schemas']
    .flatMap((folder) => filesIn(folder, true))
    .filter((file) => !/(^|\/)README\.md$/.test(file))
}

function filesIn(folder, recursive) {
  return fs
    .readdirSync(pathOf(folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
      return entry.isDirectory() ? (recursive ? filesIn(path, recursive) : []) : [path]
    })
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) build()
