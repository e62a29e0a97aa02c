// Installs the packages and builds the service if needed. The npm scripts start, test, coverage, bench and desk begin
// with it. It is plain JavaScript, because it runs before the compiler is installed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { build, isBuilt, root } from './build.js'

requireNode(20, 19)
if (!isInstalled()) install()
if (!isBuilt()) build()

// This file must not use newer features of Node, so that an old Node gets as far as this message.
function requireNode(major, minor) {
  const [runningMajor, runningMinor] = process.versions.node.split('.').map(Number)
  if (runningMajor > major || (runningMajor === major && runningMinor >= minor)) return
  console.error(`Desk needs Node.js ${major}.${minor} or newer; this is Node.js ${process.versions.node}.`)
  process.exit(1)
}

/**
 * Returns whether node_modules has the versions of package-lock.json. npm lists the installed packages in
 * node_modules/.package-lock.json. Optional packages may be missing: they are for other operating systems.
 */
function isInstalled() {
  try {
    const required = packagesIn('package-lock.json')
    const installed = packagesIn('node_modules/.package-lock.json')
    return Object.keys(required).every(
      (path) =>
        path === '' || (installed[path] ? installed[path].version === required[path].version : required[path].optional)
    )
  } catch {
    return false
  }
}

function packagesIn(lockfile) {
  return JSON.parse(readFileSync(`${root}${lockfile}`, 'utf8')).packages
}

function install() {
  console.error('Installing the packages of Desk, which takes about a minute.')
  // Includes development and optional packages even with NODE_ENV=production: the compiler is a development package,
  // and the embedded PostgreSQL an optional one.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = /npm-cli\.js$/.test(process.env.npm_execpath || '')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm']
  const { status, error } = spawnSync(npm[0], [...npm.slice(1), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32' && npm.length === 1
  })
  if (status === 0) return
  console.error(
    error ? `npm could not be started: ${error.message}.` : 'The packages could not be installed: see npm above.'
  )
  process.exit(1)
}
