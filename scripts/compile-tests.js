// Compiles the sources and the tests to dist-tests/, so that test processes need not compile TypeScript.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleBrowserScripts, bundleTypeBox } from './build.js'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const FOLDER = 'dist-tests'

/** Holds the hash of every compiled file. Written last, so that an interrupted run is repeated. */
const STAMP = `${FOLDER}/.sources.json`
const FOLDERS = ['commands', 'db', 'plugins', 'routes', 'schemas', 'scripts', 'test']

/** Compiles the files that have changed since the last call. It does not check types; `npm run typecheck` does. */
export async function compileTests() {
  const previous = readStamp()
  const sources = readSources()
  const changed = Object.keys(sources).filter((path) => previous[path] !== sources[path])
  for (const path of Object.keys(previous)) {
    if (sources[path] === undefined) for (const file of outputsOf(path)) rmSync(pathOf(file), { force: true })
  }
  const transpile = changed.some(isModule) ? await compiler() : undefined
  for (const path of changed) {
    mkdirSync(dirname(pathOf(`${FOLDER}/${path}`)), { recursive: true })
    if (isModule(path)) transpile(path)
    else copyFileSync(pathOf(path), pathOf(`${FOLDER}/${path}`))
  }
  bundleTypeBox(FOLDER)
  bundleBrowserScripts(FOLDER)
  writeFileSync(pathOf(STAMP), JSON.stringify(sources))
}

/** Returns a function that compiles one file. */
async function compiler() {
  const { default: ts } = await import('typescript')
  const { config } = ts.readConfigFile(pathOf('tsconfig.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  // `module` is set here, because the compiler gets one file at a time and does not read `"type": "module"` of
  // package.json.
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
    const { outputText, sourceMapText } = ts.transpileModule(readFileSync(pathOf(path), 'utf8'), {
      fileName: `${depth}/${path}`,
      compilerOptions
    })
    const [script, map] = outputsOf(path)
    writeFileSync(pathOf(script), outputText)
    writeFileSync(pathOf(map), JSON.stringify({ ...JSON.parse(sourceMapText), sources: [`${depth}/${path}`] }))
  }
}

function isModule(path) {
  return /\.tsx?$/.test(path)
}

function outputsOf(path) {
  const script = `${FOLDER}/${path.replace(/\.tsx?$/, '.js')}`
  return isModule(path) ? [script, `${script}.map`] : [script]
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
  ].filter((path) => /\.(tsx?|sql|svg|css|txt)$/.test(path) && !path.includes('/browser/'))
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
