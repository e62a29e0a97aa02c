/**
 * Runs the test files in TEST_FILES one after another, in a process that imports the service only once. The variable
 * has their paths in the repository, such as `test/routes/requests.test.ts`, separated by spaces.
 */
import tap from 'tap'
import { use } from './tap.ts'
import { code, extension } from './root.ts'

/** Timeout of a file in milliseconds. After it, the file fails and the next one runs. */
const FILE_TIMEOUT = 400_000

const { TEST_FILES = '' } = process.env
for (const path of TEST_FILES.split(' ')) {
  const startUsage = process.cpuUsage()
  await tap.test(path, { timeout: FILE_TIMEOUT }, async (t) => {
    use(t)
    await import(new URL(path.replace(/\.ts$/, extension), code).href)
  })
  const { user, system } = process.cpuUsage(startUsage)
  tap.comment(`${path} took ${((user + system) / 1e6).toFixed(2)} s of processor time`)
}

// Again at the end, because thousands of lines may follow a failure.
for (const { fullname, diag } of tap.lists.fail) tap.comment(`failed: ${fullname}`, diag)
