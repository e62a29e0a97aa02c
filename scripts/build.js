// Builds the service in dist/, from where `npm start`, `desk`, bench/ and the tests that start it run it. Each module
// becomes a file. Nothing here checks types; `npm run typecheck` does.
import { createHash } from 'node:crypto'
// Not by name: if an old Node lacks one of the names, the import fails before prepare.js can print the needed version.
import fs from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Path of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const FOLDERS = ['commands', 'db', 'moving', 'plugins', 'routes', 'schemas']

/** The client package, which the scripts of pages contain. */
const CLIENT = 'clients/js/src'

/** Files other than sources that the build depends on. */
const CONFIGURATION = ['scripts/build.js', 'tsconfig.json', 'package-lock.json']

const IN_BROWSERS = /^plugins\/\w+\/browser\//

/** The scripts of pages. Their bundles lie next to them, where the service finds them even without dist/. */
const SCRIPTS = [
  'plugins/pages/browser/element',
  'plugins/pages/browser/embed',
  'plugins/pages/browser/frame',
  'plugins/pages/browser/front',
  'plugins/pages/browser/reader',
  'plugins/pages/browser/waiting',
  'plugins/desk/browser/desk',
  'plugins/desk/browser/settings'
]

/** Scripts that others load when they are needed. They are modules. */
const MODULES = ['plugins/desk/browser/rich']

/** A package of 370 modules. As one file it is loaded three times as fast, at each start and by each test. */
const TYPEBOX = 'typebox'

// Holds the hash of the sources. Written last, so that an interrupted build is repeated.
const STAMP = `${root}dist/.sources`

/** Returns whether dist/ is up to date. Compares content, because a checkout changes the modification times. */
export function isBuilt() {
  try {
    return fs.readFileSync(STAMP, 'utf8') === fingerprint()
  } catch {
    return false
  }
}

/** Builds dist/, and the scripts of pages. */
export async function build() {
  console.error('Building Desk.')
  const hash = fingerprint()
  // Loaded here, because prepare.js imports this module before the packages are installed.
  const [esbuild, { minify }] = await Promise.all([import('esbuild'), import('terser')])
  const run = (options) => esbuild.build({ absWorkingDir: root, bundle: true, outbase: '.', ...options })
  const bundle = (paths, format) =>
    run({
      entryPoints: paths.map((path) => `./${path}`),
      outdir: '.',
      minify: true,
      target: 'es2021',
      plugins: [{ name: 'styles as texts', setup: ({ onLoad }) => onLoad({ filter: /\.css$/ }, styleText) }],
      format
    })
  const styleText = async ({ path }) => {
    const { code } = await esbuild.transform(fs.readFileSync(path, 'utf8'), { loader: 'css', minify: true })
    return { contents: code, loader: 'text' }
  }
  await Promise.all([bundle(SCRIPTS, 'iife'), bundle(MODULES, 'esm')])
  // Compressed, the scripts are then 4 to 6 % smaller than what esbuild makes.
  for (const path of [...SCRIPTS, ...MODULES]) {
    const file = `${root}${path}.js`
    const { code } = await minify(fs.readFileSync(file, 'utf8'), { module: MODULES.includes(path) })
    fs.writeFileSync(file, code)
  }
  fs.rmSync(`${root}dist`, { recursive: true, force: true })
  const all = sources(FOLDERS)
  const isStyle = (path) => path.endsWith('.css')
  // Comments are a fifth of what readers would load. Without a target, nothing is rewritten for old browsers.
  await run({ entryPoints: all.filter(isStyle), outdir: 'dist', minify: true })
  await run({ entryPoints: [TYPEBOX], outdir: 'dist', entryNames: TYPEBOX, format: 'esm', platform: 'node' })
  await run({
    entryPoints: [
      ...all.filter((path) => !IN_BROWSERS.test(path) && !isStyle(path)),
      ...[...SCRIPTS, ...MODULES].map((path) => `${path}.js`)
    ],
    outdir: 'dist',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // `npm run coverage` needs them.
    sourcemap: true,
    loader: {
      '.js': 'copy',
      '.jpg': 'copy',
      '.po': 'copy',
      '.pot': 'copy',
      '.sql': 'copy',
      '.svg': 'copy',
      '.txt': 'copy',
      '.webp': 'copy'
    },
    plugins: [{ name: 'separate modules', setup: ({ onResolve }) => onResolve({ filter: /^/ }, keepImport) }]
  })
  fs.writeFileSync(STAMP, hash)
}

/** Keeps an import. The compiled file of another module ends in `.js`. */
function keepImport({ path, kind, resolveDir }) {
  if (kind === 'entry-point') return undefined
  if (path === TYPEBOX) {
    return { path: `${relative(resolveDir, root).replaceAll('\\', '/') || '.'}/typebox.js`, external: true }
  }
  return { path: path.replace(/^(\..*)\.tsx?$/, '$1.js'), external: true }
}

/** Returns the paths of the modules at the top of the repository and of all source files in the folders, sorted. */
function sources(folders) {
  const inFolders = folders.flatMap((folder) =>
    fs.readdirSync(`${root}${folder}`, { recursive: true }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
  )
  return [...fs.readdirSync(root), ...inFolders]
    .filter((path) => /\.(tsx?|css|jpg|po|pot|sql|svg|txt|webp)$/.test(path))
    .sort()
}

/** Returns a hash of all files that the build depends on. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of [...CONFIGURATION, ...sources([...FOLDERS, CLIENT])]) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(`${root}${file}`))
      .update('\0')
  }
  return hash.digest('hex')
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) build()
