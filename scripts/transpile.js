// Compiles files of TypeScript, one at a time. It does not check types; `npm run typecheck` does.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Returns a function that compiles a file into a folder.
 * @param folder a folder of the repository, such as `dist`
 */
export function transpiler(folder) {
  // Loaded here, because prepare.js imports this module before the packages are installed.
  const ts = createRequire(import.meta.url)('typescript')
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile)
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
    const source = `${path.replaceAll(/[^/]+/g, '..')}/${path}`
    const { outputText, sourceMapText } = ts.transpileModule(readFileSync(root + path, 'utf8'), {
      fileName: source,
      compilerOptions
    })
    const [script, map] = outputsOf(path).map((file) => `${root}${folder}/${file}`)
    mkdirSync(dirname(script), { recursive: true })
    writeFileSync(script, outputText)
    writeFileSync(map, JSON.stringify({ ...JSON.parse(sourceMapText), sources: [source] }))
  }
}

/** Returns whether a file is compiled. */
export function isModule(path) {
  return /\.tsx?$/.test(path)
}

/** Returns the paths of a compiled file and its source map. */
export function outputsOf(path) {
  const script = path.replace(/\.tsx?$/, '.js')
  return [script, `${script}.map`]
}
