/**
 * Sixteen editors change the posts of one blog at the same time, in slow transactions: followers that lose their state
 * miss no change, and every counter is exact. `test/endurance/newsroom.ts` runs the same for longer.
 */
import t from '../support/tap.ts'
import { runNewsroom } from '../endurance/newsroom-run.ts'
import { addWriter } from '../endurance/environment.ts'
import { build } from '../support/app.ts'
import { listen } from './socket.ts'

t.test('twenty followers miss no change of sixteen concurrent editors', { timeout: 120_000 }, async (t) => {
  const { app, sql } = await build(t)
  const base = `http://127.0.0.1:${await listen(app)}`
  const { faults, states, changes, starts, comparisons, answers } = await runNewsroom({
    base,
    sql,
    ...(await addWriter(sql)),
    states: 3000,
    span: 2
  })
  t.comment(`${changes} changes; ${states} states received by followers; ${starts} starts; ${comparisons} comparisons`)
  t.same(faults, [])
  t.ok(changes > 50, `${changes} changes`)
  const done = [...answers.keys()].flatMap((answer) => /^(\S+) 20\d$/.exec(answer)?.[1] ?? []).toSorted()
  t.same(
    done,
    ['Hide', 'Publish', 'Unhide', 'Unpublish', 'correct', 'delete', 'insert', 'insert/Publish', 'reorder'],
    'every operation succeeded at least once'
  )
})
