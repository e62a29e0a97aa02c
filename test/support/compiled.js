// Lets tests import the service as scripts/build.js has compiled it, and themselves as compile.js has. tsx, which
// compiles each module of the service in each process, takes twice the time.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../', import.meta.url).href
const DIST = `${ROOT}dist/`
const COMPILED = `${ROOT}.tap/compiled/`
const DOMAIN = new URL('./domain.js', import.meta.url).href
const SERVICE = /^(?:\w+\.ts$|(?:commands|db|moving|plugins|routes|schemas)\/)/

export function resolve(specifier, context, next) {
  if (specifier === 'async-hook-domain') return { url: DOMAIN, format: 'module', shortCircuit: true }
  if (!/^(?:\.|file:)/.test(specifier)) return next(specifier, context)
  const { href } = new URL(specifier, context.parentURL)
  const path = href.startsWith(ROOT) ? href.slice(ROOT.length) : ''
  const isService = /\.tsx?$/.test(path) && SERVICE.test(path)
  if (!isService && !href.endsWith('.ts') && !href.startsWith(DIST)) return next(specifier, context)
  return { url: isService ? DIST + path.replace(/tsx?$/, 'js') : href, format: 'module', shortCircuit: true }
}

export function load(url, context, next) {
  if (context.format !== 'module') return next(url, context)
  const compiled = url.endsWith('.ts') ? url.replace(ROOT, COMPILED).replace(/ts$/, 'js') : url
  // tap's own hook, which `next` calls, records each module and parses its source map. Nothing reads that.
  return { format: 'module', source: readFileSync(fileURLToPath(compiled)), shortCircuit: true }
}
