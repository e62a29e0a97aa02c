// Compiles the service and its tests with esbuild. It does not check types; `npm run typecheck` does.
import fs from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Path of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns the paths of all modules at the top of the repository, and of all files below some folders, sorted. */
export function filesBelow(folders) {
  return [
    ...fs.readdirSync(root).filter(isModule),
    ...folders.flatMap((folder) =>
      fs.readdirSync(`${root}${folder}`, { recursive: true }).map((path) => `${folder}/${path}`)
    )
  ]
    .filter((path) => fs.statSync(`${root}${path}`).isFile() && !path.endsWith('.md'))
    .sort()
}

/**
 * Replaces a folder of the repository by compiled files. Modules become JavaScript with a source map, the scripts of
 * pages become bundles, and all other files are copied.
 * @param folder such as `dist`
 * @param paths paths of the files in the repository
 * @param options options of esbuild. By default each module becomes a file, and imports packages from node_modules
 */
export async function compile(folder, paths, options = {}) {
  const target = `${root}${folder}`
  fs.rmSync(target, { recursive: true, force: true })
  const isForBrowsers = (path) => path.startsWith(BROWSER_FOLDER)
  for (const path of paths.filter((path) => !isForBrowsers(path) && !isModule(path))) {
    fs.mkdirSync(dirname(`${target}/${path}`), { recursive: true })
    fs.copyFileSync(`${root}${path}`, `${target}/${path}`)
  }
  // Loaded here, because prepare.js imports this module before the packages are installed.
  const esbuild = await import('esbuild')
  const run = (options) => esbuild.build({ absWorkingDir: root, bundle: true, ...options })
  await run({
    entryPoints: paths.filter((path) => !isForBrowsers(path) && isModule(path)),
    outbase: '.',
    outdir: target,
    format: 'esm',
    sourcemap: true,
    platform: 'node',
    target: 'node20',
    packages: 'external',
    plugins: [{ name: 'separate modules', setup: ({ onResolve }) => onResolve({ filter: /^\./ }, keepImport) }],
    ...options
  })
  await run({
    entryPoints: paths.filter((path) => isForBrowsers(path) && /\/[a-z]+\.ts$/.test(path)),
    outdir: `${target}/${BROWSER_FOLDER}`,
    minify: true,
    target: 'es2020'
  })
}

const BROWSER_FOLDER = 'plugins/pages/browser/'

function isModule(path) {
  return /\.tsx?$/.test(path)
}

/** Keeps an import of another module, whose compiled file ends in `.js`. */
function keepImport({ path, kind }) {
  return kind === 'entry-point' ? undefined : { path: path.replace(/\.tsx?$/, '.js'), external: true }
}
