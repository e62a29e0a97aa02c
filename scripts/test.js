// Runs all tests, or those in the files and folders of the command line, such as `npm test -- test/routes/rights`.
import { statfsSync } from 'node:fs'
import { stopCoverage } from 'node:v8'
import t from 'tap'
import { compile, filesBelow, root } from './compile.js'

const FOLDER = 'dist-tests'

// Tests in this folder kill and freeze processes, and check that nothing takes longer than a second. So another process
// runs them, and nothing runs beside it.
const SEPARATE = 'test/process/'

/** Number of processes that share the other test files, and run at the same time. Each imports the service. */
const PROCESSES = 2

/** Time in seconds after which a process counts as hung. Each test file has its own, shorter timeout. */
const TIMEOUT = '3600'

const NODE_OPTIONS = [
  '--enable-source-maps',
  // Most objects of a test are garbage at its end. With a larger young generation, collecting them takes half the time.
  '--max-semi-space-size=64',
  // Most code runs a few times only. Compiled at once, without optimisation, it takes less time than interpreted.
  '--always-sparkplug'
]

// Otherwise `npm run coverage` would count the code that prepares the database as covered.
if (process.env.NODE_V8_COVERAGE !== undefined) stopCoverage()

// Databases are in memory if it has enough space: cloning one on disk takes ten times as long.
if (freeBytes('/dev/shm') > 3 * 1024 ** 3) process.env.TMPDIR = '/dev/shm'

const sources = filesBelow(['commands', 'db', 'plugins', 'routes', 'schemas', 'scripts', 'test'])
// Tests read all other files from their places in the repository.
await compile(
  FOLDER,
  sources.filter((path) => /\.(tsx?|sql|svg|css|txt)$/.test(path))
)
const entries = entriesOf(process.argv.slice(2))
if (entries.length === 0) throw new Error(`There is no test in ${process.argv.slice(2).join(' ')}.`)
const { startDatabase } = await import(`../${FOLDER}/test/support/start-database.js`)
const database = await startDatabase()
t.teardown(database.stop)
// Ends the processes too, and then this one, in order.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => t.endAll())

t.setTimeout(0)
t.jobs = PROCESSES
await Promise.all(entries.map(run))
// Again at the end, because thousands of lines may follow a failure.
for (const { fullname, diag } of t.lists.fail) t.comment(`failed: ${fullname}`, diag)

/**
 * Returns lists of test files. Each list is for one process.
 * @param paths files and folders of tests; an empty list selects all
 */
function entriesOf(paths) {
  const files = sources
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => paths.length === 0 || paths.some((start) => path.startsWith(start.replace(/\/$/, ''))))
  const isSeparate = (path) => path.startsWith(SEPARATE)
  const shared = files.filter((path) => !isSeparate(path))
  return [
    ...Array.from({ length: PROCESSES }, (_, number) => ({
      name: `process ${number + 1}`,
      files: shared.filter((_path, index) => index % PROCESSES === number),
      alone: false
    })),
    { name: SEPARATE, files: files.filter(isSeparate), alone: true }
  ].filter(({ files }) => files.length > 0)
}

/** Runs test files one after another in a process. */
async function run({ name, files, alone }) {
  const program = `${root}${FOLDER}/test/support/together.js`
  const results = await t.spawn(process.execPath, [...NODE_OPTIONS, program], {
    name,
    cwd: root,
    env: { ...process.env, TEST_DATABASE: database.url, TEST_FILES: files.join(' '), TAP_TIMEOUT: TIMEOUT },
    buffered: !alone
  })
  // tap takes a process without output for skipped.
  if (results.count === 0) t.fail(`${name} has run no tests`)
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
