// Makes a fresh clone ready: npm runs this before start, test, bench and desk. Plain JavaScript, because nothing is installed yet.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { build, isBuilt, root } from './build.js'

requireNode(20, 19)
if (!isInstalled()) install()
if (!isBuilt()) build()

// Nothing in this file may be newer than the Node that is refused here.
function requireNode(major, minor) {
  const [ourMajor, ourMinor] = process.versions.node.split('.').map(Number)
  if (ourMajor > major || (ourMajor === major && ourMinor >= minor)) return
  console.error(`Desk needs Node.js ${major}.${minor} or newer, and this is ${process.versions.node}.`)
  process.exit(1)
}

/** npm notes in node_modules what it put there, however it was called. Optional packages are those of other machines. */
function isInstalled() {
  try {
    const wanted = packagesIn('package-lock.json')
    const found = packagesIn('node_modules/.package-lock.json')
    return Object.keys(wanted).every(
      (path) => path === '' || (found[path] ? found[path].version === wanted[path].version : wanted[path].optional)
    )
  } catch {
    return false
  }
}

function packagesIn(lockfile) {
  return JSON.parse(readFileSync(new URL(lockfile, root), 'utf8')).packages
}

function install() {
  console.error('Installing the packages Desk is made of, which takes about a minute.')
  // The compiler and the embedded PostgreSQL are development and optional packages, whatever NODE_ENV says.
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
    error ? `npm could not be started: ${error.message}.` : 'The packages could not be installed: npm says why above.'
  )
  process.exit(1)
}
