// Compiles the tests, and what they import besides the service, such as the client package. tap does it once, before
// all tests.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { root } from '../../scripts/build.js'

const FOLDERS = ['bench', 'clients/js/src', 'scripts', 'test']

const COMPILED = `${root}.tap/compiled/`

/** Writes the compiled modules, with source maps, to where compiled.js reads them. */
export async function compileTests() {
  // Loaded here, because the processes of tests need no compiler.
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: FOLDERS.flatMap(modulesIn),
    // Source maps name the sources next to them.
    outdir: '.',
    outbase: '.',
    sourcemap: 'inline',
    target: 'node20',
    write: false
  })
  for (const { path, contents } of outputFiles) write(`${COMPILED}${path.slice(root.length)}`, contents)
}

function modulesIn(folder) {
  const paths = readdirSync(`${root}${folder}`, { recursive: true })
  return paths.filter((path) => path.endsWith('.ts')).map((path) => `${folder}/${path}`)
}

/** Writes a file unless it has this content. Another run of tap, which reads it now, sees all of it or nothing. */
function write(path, contents) {
  try {
    if (readFileSync(path).equals(contents)) return
  } catch {
    mkdirSync(dirname(path), { recursive: true })
  }
  writeFileSync(`${path}-${process.pid}`, contents)
  renameSync(`${path}-${process.pid}`, path)
}
