// Compiles the sources and the tests to dist-tests/, so that test processes need not compile TypeScript.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleBrowserScripts, bundleTypeBox } from './build.js'
import { outputsOf, placer } from './place.js'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const FOLDER = 'dist-tests'

/** Holds the hash of every compiled file. Written last, so that an interrupted run is repeated. */
const STAMP = `${FOLDER}/.sources.json`
const FOLDERS = ['commands', 'db', 'plugins', 'routes', 'schemas', 'scripts', 'test']

/** Compiles the files that have changed since the last call. */
export function compileTests() {
  const previous = readStamp()
  const sources = readSources()
  const changed = Object.keys(sources).filter((path) => previous[path] !== sources[path])
  for (const path of Object.keys(previous)) {
    if (sources[path] === undefined) {
      for (const file of outputsOf(path)) rmSync(pathOf(`${FOLDER}/${file}`), { force: true })
    }
  }
  changed.forEach(placer(FOLDER))
  bundleTypeBox(FOLDER)
  bundleBrowserScripts(FOLDER)
  writeFileSync(pathOf(STAMP), JSON.stringify(sources))
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(pathOf(STAMP), 'utf8'))
  } catch {
    rmSync(pathOf(FOLDER), { recursive: true, force: true })
    return {}
  }
}

/**
 * Returns the hash of each file by its path. Of other files than modules, only SQL, SVG, CSS and text files are needed:
 * tests read all others from their places in the repository.
 */
function readSources() {
  const options = readFileSync(pathOf('tsconfig.json'))
  const paths = [
    ...readdirSync(root).filter((name) => name.endsWith('.ts')),
    ...FOLDERS.flatMap((folder) =>
      readdirSync(pathOf(folder), { recursive: true })
        .sort()
        .map((name) => `${folder}/${name}`)
    )
  ].filter((path) => /(?<!\.d)\.(tsx?|sql|svg|css|txt)$/.test(path) && !path.includes('/browser/'))
  return Object.fromEntries(
    paths.map((path) => [
      path,
      createHash('sha256')
        .update(options)
        .update(readFileSync(pathOf(path)))
        .digest('hex')
    ])
  )
}

const pathOf = (path) => `${root}${path}`
