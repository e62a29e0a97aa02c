// Builds the service in dist/, from where `npm start`, `desk` and the tests in test/process run it.
import { createHash } from 'node:crypto'
// Not by name: if an old Node lacks one of the names, the import fails before prepare.js can print the needed version.
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleScripts, compile, filesBelow, root } from './compile.js'

const FOLDERS = ['commands', 'db', 'plugins', 'routes', 'schemas']

/** Files other than sources that the build depends on. */
const CONFIGURATION = ['scripts/build.js', 'scripts/compile.js', 'tsconfig.json', 'package-lock.json']

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
  const sources = fingerprint()
  await compile('dist', [...filesBelow(FOLDERS), ...(await bundleScripts())])
  fs.writeFileSync(STAMP, sources)
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
