// Compiles TypeScript with esbuild. It does not check types; `npm run typecheck` does.
import fs from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Path of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Holds the scripts of pages, and their bundles: the service reads them here, and in the same place below dist/. */
const BROWSER_FOLDER = 'plugins/pages/browser/'

/** Returns the paths of modules at the top of the repository and of all source files below some folders, sorted. */
export function filesBelow(folders) {
  return [
    ...fs.readdirSync(root).filter(isModule),
    ...folders.flatMap((folder) =>
      fs.readdirSync(`${root}${folder}`, { recursive: true }).map((path) => `${folder}/${path}`)
    )
  ]
    .filter((path) => fs.statSync(`${root}${path}`).isFile() && !path.endsWith('.md') && !isBundle(path))
    .sort()
}

/** Bundles the scripts of pages, next to their sources. Returns the paths of the bundles. */
export async function bundleScripts() {
  const scripts = fs.readdirSync(`${root}${BROWSER_FOLDER}`).filter((name) => /^[a-z]+\.ts$/.test(name))
  await run({
    entryPoints: scripts.map((name) => BROWSER_FOLDER + name),
    outdir: BROWSER_FOLDER,
    minify: true,
    target: 'es2020'
  })
  return scripts.map((name) => BROWSER_FOLDER + name.replace(/ts$/, 'js'))
}

/**
 * Replaces a folder of the repository by compiled files: each module becomes a JavaScript file, all other files are
 * copied.
 * @param folder such as `dist`
 * @param paths paths of the files in the repository
 */
export async function compile(folder, paths) {
  const target = `${root}${folder}`
  fs.rmSync(target, { recursive: true, force: true })
  const isForBrowsers = (path) => path.startsWith(BROWSER_FOLDER) && !isBundle(path)
  for (const path of paths.filter((path) => !isForBrowsers(path) && !isModule(path))) {
    fs.mkdirSync(dirname(`${target}/${path}`), { recursive: true })
    fs.copyFileSync(`${root}${path}`, `${target}/${path}`)
  }
  await run({
    entryPoints: paths.filter((path) => !isForBrowsers(path) && isModule(path)),
    outbase: '.',
    outdir: target,
    format: 'esm',
    sourcemap: true,
    platform: 'node',
    target: 'node20',
    plugins: [{ name: 'separate modules', setup: ({ onResolve }) => onResolve({ filter: /^/ }, keepImport) }]
  })
}

async function run(options) {
  // Loaded here, because prepare.js imports this module before the packages are installed.
  const { build } = await import('esbuild')
  await build({ absWorkingDir: root, bundle: true, ...options })
}

function isModule(path) {
  return /\.tsx?$/.test(path)
}

function isBundle(path) {
  return path.startsWith(BROWSER_FOLDER) && path.endsWith('.js')
}

/** Keeps an import. The compiled file of another module ends in `.js`. */
function keepImport({ path, kind }) {
  return kind === 'entry-point' ? undefined : { path: path.replace(/^(\..*)\.tsx?$/, '$1.js'), external: true }
}
