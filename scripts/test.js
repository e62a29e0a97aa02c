// Runs all tests, or those in the files and folders of the command line, such as `npm test -- test/routes/rights`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { compile, filesBelow, root } from './compile.js'

const FOLDER = 'dist-tests'

// Tests in this folder kill and freeze processes, and check that nothing takes longer than a second. So each file runs
// in a separate process, and no other file runs beside it.
const SEPARATE = 'test/process/'
/** Number of processes that share all other files. tap runs two at a time (.taprc), and each imports the service. */
const SHARED_PROCESSES = 2
const ENTRIES = `${FOLDER}/entries`

/**
 * Folder in memory for the databases of the tests, if it has enough space: cloning one on disk takes ten times as long.
 */
const MEMORY_FOLDER = freeBytes('/dev/shm') > 3 * 1024 ** 3 ? '/dev/shm' : undefined

// Tests read all other files from their places in the repository.
await compile(
  FOLDER,
  filesBelow(['commands', 'db', 'plugins', 'routes', 'schemas', 'scripts', 'test']).filter((path) =>
    /(?<!\.d)\.(tsx?|sql|svg|css|txt)$/.test(path)
  )
)
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
  rmSync(`${root}${ENTRIES}`, { recursive: true, force: true })
  mkdirSync(`${root}${ENTRIES}`, { recursive: true })
  const isSeparate = (path) => path.startsWith(SEPARATE)
  const shared = files.filter((path) => !isSeparate(path))
  const shares = Array.from({ length: Math.min(SHARED_PROCESSES, shared.length) }, (_, number) =>
    shared.filter((_path, index) => index % SHARED_PROCESSES === number)
  )
  return [...shares.map(entryOf), ...files.filter(isSeparate).map(compiled)]
}

/** Writes a file that runs test files one after another. Returns its path. */
function entryOf(share, number) {
  const entry = `${ENTRIES}/${number + 1}.js`
  const files = Object.fromEntries(share.map((path) => [path, pathToFileURL(`${root}${compiled(path)}`).href]))
  writeFileSync(
    `${root}${entry}`,
    `import { runTogether } from '../test/support/together.js'
await runTogether(${JSON.stringify(files, null, 2)})
`
  )
  return entry
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
      `--serial=${FOLDER}/${SEPARATE}`,
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
