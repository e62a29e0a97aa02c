/**
 * Sixteen editors do everything at once to the posts of one blog, in transactions that dawdle: followers who forget and
 * begin again miss nothing, and every count is exact. The longer run is `test/endurance/newsroom.ts`.
 */
import t from '../support/tap.ts'
import { exercise } from '../endurance/restless.ts'
import { writer } from '../endurance/stage.ts'
import { build } from '../support/app.ts'
import { listen } from './socket.ts'

t.test('sixteen editors and twenty followers', { timeout: 120_000 }, async (t) => {
  const { app, sql } = await build(t)
  const base = `http://127.0.0.1:${await listen(app)}`
  const { faults, told, changes, lives, pauses, answers } = await exercise({
    base,
    sql,
    ...(await writer(sql)),
    told: 3000,
    span: 2
  })
  t.comment(`${changes} changes, ${told} states told to followers who began ${lives} times, ${pauses} pauses`)
  t.same(faults, [])
  t.ok(changes > 50, `${changes} changes`)
  const done = [...answers.keys()].flatMap((answer) => /^(\S+) 20\d$/.exec(answer)?.[1] ?? []).toSorted()
  t.same(
    done,
    ['Hide', 'Publish', 'Unhide', 'Unpublish', 'correct', 'delete', 'insert', 'insert/Publish', 'reorder'],
    'every deed is done'
  )
})
