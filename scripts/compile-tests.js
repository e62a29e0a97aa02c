// Compiles the sources and the tests to dist-tests/, so that a test run transforms no TypeScript on the fly.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleTypeBox } from './build.js'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const FOLDER = 'dist-tests'

/** The content of every compiled file at the time it was compiled. Written last: a broken-off run is repeated. */
const STAMP = `${FOLDER}/.sources.json`
const FOLDERS = ['commands', 'db', 'plugins', 'routes', 'schemas', 'scripts', 'test']

/** Compiles what has changed since the last time. Types are checked by `npm run typecheck`, not here. */
export async function compileTests() {
  const compiled = readStamp()
  const sources = readSources()
  const changed = Object.keys(sources).filter((path) => compiled[path] !== sources[path])
  for (const path of Object.keys(compiled)) {
    if (sources[path] === undefined) for (const file of outputsOf(path)) rmSync(at(file), { force: true })
  }
  const transpile = changed.some((path) => path.endsWith('.ts')) ? await compiler() : undefined
  for (const path of changed) {
    mkdirSync(dirname(at(`${FOLDER}/${path}`)), { recursive: true })
    if (path.endsWith('.ts')) transpile(path)
    else copyFileSync(at(path), at(`${FOLDER}/${path}`))
  }
  bundleTypeBox(FOLDER)
  writeFileSync(at(STAMP), JSON.stringify(sources))
}

/** @returns a function that compiles one file */
async function compiler() {
  const { default: ts } = await import('typescript')
  const { config } = ts.readConfigFile(at('tsconfig.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  // One file at a time: the compiler then cannot see that package.json makes modules of them all.
  const compilerOptions = {
    ...options,
    module: ts.ModuleKind.ESNext,
    noEmit: false,
    sourceMap: true,
    inlineSources: true
  }
  return (path) => {
    const depth = path
      .split('/')
      .map(() => '..')
      .join('/')
    const { outputText, sourceMapText } = ts.transpileModule(readFileSync(at(path), 'utf8'), {
      fileName: `${depth}/${path}`,
      compilerOptions
    })
    const [script, map] = outputsOf(path)
    writeFileSync(at(script), outputText)
    writeFileSync(at(map), JSON.stringify({ ...JSON.parse(sourceMapText), sources: [`${depth}/${path}`] }))
  }
}

function outputsOf(path) {
  const script = `${FOLDER}/${path.replace(/\.ts$/, '.js')}`
  return path.endsWith('.ts') ? [script, `${script}.map`] : [script]
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(at(STAMP), 'utf8'))
  } catch {
    rmSync(at(FOLDER), { recursive: true, force: true })
    return {}
  }
}

/** @returns the hash of each file by its path; tests read other files than modules from where they are */
function readSources() {
  const options = readFileSync(at('tsconfig.json'))
  const paths = [
    ...readdirSync(root).filter((name) => name.endsWith('.ts')),
    ...FOLDERS.flatMap((folder) =>
      readdirSync(at(folder), { recursive: true })
        .sort()
        .map((name) => `${folder}/${name}`)
    )
  ].filter((path) => /\.(ts|sql|svg|txt)$/.test(path))
  return Object.fromEntries(
    paths.map((path) => [
      path,
      createHash('sha256')
        .update(options)
        .update(readFileSync(at(path)))
        .digest('hex')
    ])
  )
}

const at = (path) => `${root}${path}`
