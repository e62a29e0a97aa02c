// Runs all tests, or those in the files and folders of the command line, such as `npm test -- test/routes/rights`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statfsSync } from 'node:fs'
import { stopCoverage } from 'node:v8'
import { bundleScripts, compile, filesBelow, root } from './compile.js'

const FOLDER = 'dist-tests'

// Tests in this folder kill and freeze processes, and check that nothing takes longer than a second. So another process
// runs them, and nothing runs beside it.
const SEPARATE = 'test/process/'

/** Number of processes that share the other test files, and run at the same time. Each imports the service. */
const PROCESSES = 2

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
await compile(FOLDER, [...sources.filter((path) => /\.(tsx?|sql|svg|css|txt)$/.test(path)), ...(await bundleScripts())])
const paths = process.argv.slice(2).map((path) => path.replace(/\/$/, ''))
const files = sources
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) => paths.length === 0 || paths.some((start) => path.startsWith(start)))
if (files.length === 0) throw new Error(`There is no test in ${paths.join(' ')}.`)

const { startDatabase } = await import(`../${FOLDER}/test/support/start-database.js`)
const database = await startDatabase()
const running = new Set()
let endedBy
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    endedBy = signal
    for (const child of running) child.kill(signal)
  })
}
try {
  const isSeparate = (path) => path.startsWith(SEPARATE)
  const shared = files.filter((path) => !isSeparate(path))
  const shares = Array.from({ length: PROCESSES }, (_, number) =>
    shared.filter((_path, index) => index % PROCESSES === number)
  )
  const results = [...(await Promise.all(shares.map(run))), await run(files.filter(isSeparate))]
  process.stdout.write(results.map(({ summary }) => summary).join(''))
  if (results.some(({ passed }) => !passed)) process.exitCode = 1
} finally {
  await database.stop()
}

/**
 * Runs test files one after another in a process, and prints its output at its end, but for the summary: its failures
 * and the number of its checks. Returns the summary and whether all tests passed.
 */
async function run(files) {
  if (files.length === 0) return { summary: '', passed: true }
  if (endedBy !== undefined) return { summary: `# ended by ${endedBy}\n`, passed: false }
  const child = spawn(process.execPath, [...NODE_OPTIONS, `${root}${FOLDER}/test/support/together.js`], {
    cwd: root,
    // Each file has its own timeout, so tap needs none for all of them.
    env: { ...process.env, TEST_DATABASE: database.url, TEST_FILES: files.join(' '), TAP_TIMEOUT: '0' },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  running.add(child)
  const ended = once(child, 'exit')
  const output = (await child.stdout.toArray()).join('')
  const [code] = await ended
  running.delete(child)
  const [summary = ''] = /^(# failed: |1\.\.)[^]*/m.exec(output) ?? []
  process.stdout.write(output.slice(0, output.length - summary.length))
  // Nothing else would tell that the process has run no test.
  return { summary, passed: code === 0 && /^# { total: [1-9]/m.test(summary) }
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
