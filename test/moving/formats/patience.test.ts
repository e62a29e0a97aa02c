/** Exports wait while the database is busy, and commands do nothing that nobody asks for. */
import t from 'tap'
import { onService } from '../../../commands/app.ts'
import { patiently } from '../../../moving/patience.ts'
import { PassThrough, Readable } from 'node:stream'
import { cloneDatabase } from '../../support/index.ts'

t.test('a task is tried again while the database is busy, and not after other errors', async (t) => {
  const failures = [
    Object.assign(new Error('busy'), { statusCode: 503 }),
    Object.assign(new Error('cancelled'), { code: '57014' })
  ]
  const begin = performance.now()
  const done = await patiently(async () => {
    const failure = failures.shift()
    if (failure !== undefined) throw failure
    return 'done'
  })
  t.equal(done, 'done')
  t.same(failures, [])
  t.ok(performance.now() - begin < 3000, 'the first pauses are short')
  let attempts = 0
  const fails = patiently(async () => {
    attempts += 1
    throw new Error('wrong')
  })
  await t.rejects(fails, { message: 'wrong' })
  t.equal(attempts, 1)
  attempts = 0
  const stop = new AbortController()
  const stopped = patiently(async () => {
    attempts += 1
    stop.abort()
    throw Object.assign(new Error('busy'), { statusCode: 503 })
  }, stop.signal)
  await t.rejects(stopped, { message: 'busy' })
  t.equal(attempts, 1, 'nor after it was told to stop')
})

t.test('the service of a command publishes no scheduled drafts', async (t) => {
  const env = { DATABASE_URL: await cloneDatabase(t) }
  const output = () => new PassThrough().resume()
  const shell = { env, pid: process.pid, stdin: Readable.from([]), stdout: output(), stderr: output() }
  await onService(shell, async (app) => {
    t.notOk(app.hasPlugin('scheduler'))
  })
})
