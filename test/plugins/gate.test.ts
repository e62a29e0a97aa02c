/** The gate in front of the database refuses early only what it would refuse late. */
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { gate } from '../../plugins/database/gate.ts'
import { until } from '../support/until.ts'

await t.test('a burst is let in, however long the last of its tasks have waited', async (t) => {
  const { run, refuses } = gate(2, 5_000)
  const answers = await Promise.all(Array.from({ length: 60 }, () => run(() => sleep(10, 'done'))))
  t.same(new Set(answers), new Set(['done']))
  t.notOk(refuses())
})

await t.test('a gate is full after tasks have waited in vain, also while urgent tasks pass promptly', async (t) => {
  const { run, refuses } = gate(1, 200)
  await until(() => {
    void run(() => sleep(20)).catch(() => {})
    void run(() => sleep(1), true).catch(() => {})
    return refuses()
  })
  await t.rejects(
    run(() => sleep(20)),
    { message: /overloaded/ }
  )
  t.equal(await run(() => sleep(1, 'urgent'), true), 'urgent')
})
