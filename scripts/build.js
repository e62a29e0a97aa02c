// Builds the service in dist/, from where `npm start`, `desk` and the tests in test/process run it.
import { createHash } from 'node:crypto'
// Not by name: if an old Node lacks one of the names, the import fails before prepare.js can print the needed version.
import fs from 'node:fs'
import { extname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile, filesBelow, root } from './compile.js'

const FOLDERS = ['commands', 'db', 'plugins', 'routes', 'schemas']

/** Files other than sources that the build depends on. */
const CONFIGURATION = ['scripts/build.js', 'scripts/compile.js', 'tsconfig.json', 'package-lock.json']

/**
 * The programs, and files with the modules and packages that they share. A start reads 28 files; without bundles, Node
 * would read 769. Some packages stay outside: they read files of their own, or are native code.
 */
const BUNDLES = {
  entryPoints: ['server.ts', 'cli.ts'],
  splitting: true,
  packages: 'bundle',
  external: ['@fastify/swagger', '@fastify/swagger-ui', '@node-rs/argon2', 'sharp'],
  plugins: [{ name: 'own addresses', setup: ({ onLoad }) => onLoad({ filter: /\.tsx?$/ }, withOwnAddress) }],
  // Otherwise functions may get other names, and Fastify names plugins after functions.
  keepNames: true,
  sourcesContent: false,
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);"
  }
}

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

/** Builds dist/. */
export async function build() {
  console.error('Building Desk.')
  const sources = fingerprint()
  await compile('dist', filesBelow(FOLDERS), BUNDLES)
  fs.writeFileSync(STAMP, sources)
}

/** Returns a module with the `import.meta.url` of a file of its own, because some modules read files next to them. */
function withOwnAddress({ path }) {
  const address = relative(root, path)
    .replaceAll('\\', '/')
    .replace(/\.tsx?$/, '.js')
  const contents = fs
    .readFileSync(path, 'utf8')
    .replaceAll('import.meta.url', `new URL('${address}', import.meta.url).href`)
  return { contents, loader: extname(path).slice(1) }
}

/** Returns a hash of all files that the build depends on. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of [...CONFIGURATION, ...filesBelow(FOLDERS)]) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(`${root}${file}`))
      .update('\0')
  }
  return hash.digest('hex')
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) build()
