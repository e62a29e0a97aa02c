// Puts the files of the service into a folder: TypeScript compiled, one file at a time, all others copied. It does not
// check types; `npm run typecheck` does.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Returns a function that puts a file into a folder.
 * @param folder a folder of the repository, such as `dist`
 */
export function placer(folder) {
  let compile
  return (path) => {
    const [target, map] = outputsOf(path).map((file) => `${root}${folder}/${file}`)
    mkdirSync(dirname(target), { recursive: true })
    if (map === undefined) return copyFileSync(root + path, target)
    compile ??= compiler()
    const { script, sourceMap } = compile(path)
    writeFileSync(target, script)
    writeFileSync(map, sourceMap)
  }
}

/** Returns a function that compiles a file. */
function compiler() {
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
    const fileName = `${path.replaceAll(/[^/]+/g, '..')}/${path}`
    const { outputText, sourceMapText } = ts.transpileModule(readFileSync(root + path, 'utf8'), {
      fileName,
      compilerOptions
    })
    return { script: outputText, sourceMap: JSON.stringify({ ...JSON.parse(sourceMapText), sources: [fileName] }) }
  }
}

/** Returns whether a file is compiled. */
export function isModule(path) {
  return /\.tsx?$/.test(path)
}

/** Returns the paths of the files that are made from a file, below the folder: for modules, script and source map. */
export function outputsOf(path) {
  const script = path.replace(/\.tsx?$/, '.js')
  return isModule(path) ? [script, `${script}.map`] : [path]
}
