// Runs all tests, or those in the files and folders of the command line, such as `npm test -- test/routes/rights`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { compileTests, FOLDER, root } from './compile-tests.js'

// Tests in these folders kill and freeze processes, so each file runs in a separate process. The files of every other
// folder share one process.
const SEPARATE = ['test/process']
const ENTRIES = `${FOLDER}/entries`

/**
 * Folder in memory for the databases of the tests, if it has enough space: cloning one on disk takes ten times as long.
 */
const MEMORY_FOLDER = freeBytes('/dev/shm') > 3 * 1024 ** 3 ? '/dev/shm' : undefined

compileTests()
process.exitCode = runTap(entriesOf(process.argv.slice(2)))

/**
 * Returns the files that tap runs, each in a process.
 * @param paths files and folders of tests; an empty list selects all
 */
function entriesOf(paths) {
  const files = readdirSync(`${root}test`, { recursive: true })
    .sort()
    .map((name) => `test/${name}`)
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => paths.length === 0 || paths.some((start) => path.startsWith(start.replace(/\/$/, ''))))
  const folders = groupBy(files, (path) => path.split('/').slice(0, 2).join('/'))
  rmSync(`${root}${ENTRIES}`, { recursive: true, force: true })
  mkdirSync(`${root}${ENTRIES}`, { recursive: true })
  return [...folders].flatMap(([folder, members]) =>
    SEPARATE.includes(folder) ? members.map(compiled) : [entryOf(folder, members)]
  )
}

/** Writes a file that runs the test files of a folder one after the other. Returns its path. */
function entryOf(folder, members) {
  const entry = `${ENTRIES}/${folder.replaceAll('/', '-')}.js`
  const files = Object.fromEntries(members.map((path) => [path, pathToFileURL(`${root}${compiled(path)}`).href]))
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

/**
 * Runs tap and returns its exit code. The options replace those of .taprc, which are for single files in TypeScript.
 */
function runTap(entries) {
  const { status } = spawnSync(
    process.execPath,
    [
      `${root}node_modules/tap/dist/esm/run.mjs`,
      `--before=${compiled('test/support/start-database.ts')}`,
      `--after=${compiled('test/support/stop-database.ts')}`,
      '--node-arg=--enable-source-maps',
      // Most objects of a test are garbage at its end. With a larger young generation, collecting them takes half the
      // time.
      '--node-arg=--max-semi-space-size=64',
      // Most code runs a few times only. Compiled at once, without optimisation, it takes less time than interpreted.
      '--node-arg=--always-sparkplug',
      '--timeout=3600',
      ...entries
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        ...(MEMORY_FOLDER !== undefined && { TMPDIR: MEMORY_FOLDER }),
        // Otherwise tap would count the code that runs before the tests, to prepare the database, as covered.
        _TAPJS_PROCESSINFO_COVERAGE_: '0'
      }
    }
  )
  return status ?? 1
}

/** Returns the free space of a folder in bytes; 0 if the folder does not exist. */
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
