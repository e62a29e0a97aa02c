/**
 * Sixteen editors change the posts of one blog concurrently, in slow transactions. Clients that poll or stream, and now
 * and then start over, miss no change, and every total is exact. `test/endurance/newsroom.ts` is the long version.
 */
import t from 'tap'
import { runNewsroom } from '../endurance/newsroom-run.ts'
import { addWriter } from '../endurance/environment.ts'
import { build } from '../support/app.ts'
import { listen } from './socket.ts'

t.test(
  'twenty clients miss no change while sixteen editors change one blog concurrently',
  { timeout: 120_000 },
  async (t) => {
    const { app, sql } = await build(t)
    const base = `http://127.0.0.1:${await listen(app)}`
    const { faults, states, changes, starts, comparisons, answers } = await runNewsroom({
      base,
      sql,
      ...(await addWriter(sql)),
      states: 3000,
      span: 2
    })
    t.comment(
      `${changes} changes; ${states} post states received by clients; ${starts} starts; ${comparisons} comparisons`
    )
    t.same(faults, [])
    t.ok(changes > 50, `${changes} changes`)
    const succeeded = [...answers.keys()].flatMap((answer) => /^(\S+) 20\d$/.exec(answer)?.[1] ?? []).toSorted()
    t.same(
      succeeded,
      ['Hide', 'Publish', 'Unhide', 'Unpublish', 'correct', 'delete', 'insert', 'insert/Publish', 'reorder'],
      'every kind of change succeeded at least once'
    )
  }
)
