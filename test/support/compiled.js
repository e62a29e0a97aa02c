// Lets tests import the service as scripts/build.js has compiled it, and compiles the tests themselves. tsx, which
// compiles each module of the service in each process, takes twice the time.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'

const ROOT = new URL('../../', import.meta.url).href
const DIST = `${ROOT}dist/`
const SERVICE = /^(?:\w+\.ts$|(?:commands|db|plugins|routes|schemas)\/)/

export function resolve(specifier, context, next) {
  if (!/^(?:\.|file:)/.test(specifier)) return next(specifier, context)
  const { href } = new URL(specifier, context.parentURL)
  const path = href.startsWith(ROOT) ? href.slice(ROOT.length) : ''
  const isService = /\.tsx?$/.test(path) && SERVICE.test(path)
  if (!isService && !href.endsWith('.ts') && !href.startsWith(DIST)) return next(specifier, context)
  return { url: isService ? DIST + path.replace(/tsx?$/, 'js') : href, format: 'module', shortCircuit: true }
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context)
  const sourcefile = fileURLToPath(url)
  const text = await readFile(sourcefile, 'utf8')
  const { code } = await transform(text, { sourcefile, loader: 'ts', sourcemap: 'inline', target: 'node20' })
  return { format: 'module', source: code, shortCircuit: true }
}
