// Runs the tests: all of them, or the files and folders that are named, such as `npm test -- test/routes/rights`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { compileTests, FOLDER, root } from './compile-tests.js'

// Files of these folders kill and freeze processes, so each has its own; elsewhere, a room shares one.
const ALONE = ['test/process']
const ENTRIES = `${FOLDER}/rooms`

/** Where databases are in memory, if there is room for them: cloning one on a disk costs ten times as much. */
const MEMORY = freeBytes('/dev/shm') > 3 * 1024 ** 3 ? '/dev/shm' : undefined

await compileTests()
process.exitCode = runTap(entriesOf(process.argv.slice(2)))

/** @returns the files that tap is to run: one for every process */
function entriesOf(wanted) {
  const files = readdirSync(`${root}test`, { recursive: true })
    .sort()
    .map((name) => `test/${name}`)
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => wanted.length === 0 || wanted.some((start) => path.startsWith(start.replace(/\/$/, ''))))
  const rooms = groupBy(files, (path) => path.split('/').slice(0, 2).join('/'))
  rmSync(`${root}${ENTRIES}`, { recursive: true, force: true })
  mkdirSync(`${root}${ENTRIES}`, { recursive: true })
  return [...rooms].flatMap(([room, paths]) => (ALONE.includes(room) ? paths.map(compiled) : [entryOf(room, paths)]))
}

/** Writes a file that runs a room's files one after the other. */
function entryOf(room, paths) {
  const entry = `${ENTRIES}/${room.replaceAll('/', '-')}.js`
  const files = Object.fromEntries(paths.map((path) => [path, pathToFileURL(`${root}${compiled(path)}`).href]))
  writeFileSync(
    `${root}${entry}`,
    `import { runTogether } from '../test/support/together.js'
await runTogether(${JSON.stringify(files, null, 2)})
`
  )
  return entry
}

function groupBy(values, keyOf) {
  const groups = new Map()
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value])
  return groups
}

/** @returns tap's exit code. What is given here replaces what .taprc says for single files in TypeScript. */
function runTap(entries) {
  const { status } = spawnSync(
    process.execPath,
    [
      `${root}node_modules/tap/dist/esm/run.mjs`,
      `--before=${compiled('test/support/start-database.ts')}`,
      `--after=${compiled('test/support/stop-database.ts')}`,
      '--node-arg=--enable-source-maps',
      // Most of what a test makes is garbage at its end: collected less often, it costs half as much.
      '--node-arg=--max-semi-space-size=64',
      '--timeout=3600',
      ...entries
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        ...(MEMORY !== undefined && { TMPDIR: MEMORY }),
        // tap would otherwise count what the preparation of the database covers.
        _TAPJS_PROCESSINFO_COVERAGE_: '0'
      }
    }
  )
  return status ?? 1
}

/** @returns 0 for a folder that is not there */
function freeBytes(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

function compiled(path) {
  return `${FOLDER}/${path.replace(/\.ts$/, '.js')}`
}
