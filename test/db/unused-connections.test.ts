/** Connections that nobody uses. The clock of Node cannot be mocked beside other connections, so this runs alone. */
import { mock } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { connect } from '../../db/client.ts'
import { cloneDatabase, numberFrom } from '../support/index.ts'

t.test('a connection ends after a minute without use, and a lasting one stays', async (t) => {
  const url = await cloneDatabase(t)
  for (const [options, pause] of [
    [{}, 60_000],
    [{ isLasting: true }, 2 * 60 * 60_000]
  ] as const) {
    const sql = connect({ url, max: 1, ...options })
    t.teardown(() => sql.end({ timeout: 5 }))
    const pid = () => numberFrom(sql`select pg_backend_pid()`)
    mock.timers.enable({ apis: ['setTimeout'] })
    t.teardown(() => mock.timers.reset())
    const opening = pid()
    await setImmediate()
    mock.timers.tick(0)
    const before = await opening
    mock.timers.tick(59_999)
    t.equal(await pid(), before, 'it is in use')
    mock.timers.tick(pause)
    mock.timers.reset()
    t.equal((await pid()) === before, 'isLasting' in options)
  }
})
