/** No reader that follows change numbers ever misses a change, whoever writes and however many at a time. */
import t from '../support/tap.ts'
import { exercise } from '../endurance/exercise.ts'
import { documentOf } from '../endurance/service.ts'
import { build } from '../support/app.ts'

t.test('sixteen writers and two readers on one blog', { timeout: 60_000 }, async (t) => {
  const { app, sql, tokenOf } = await build(t)
  const authorization = await tokenOf('admin')

  const { inserts, changes, polls, slowest, faults } = await exercise({
    sql,
    seconds: 4,
    ask: async (method, url, body) => {
      const answer = await app.inject({ method, url, headers: { authorization, accept: 'application/json' }, ...body !== undefined && { payload: body } })
      return { status: answer.statusCode, document: documentOf(answer.json()) }
    }
  })
  t.comment(`${inserts} inserts, ${changes} changes, ${polls} polls, slowest insert ${Math.round(slowest)} ms`)
  t.same(faults, [])
  t.ok(inserts > 100, `${inserts} inserts`)
  t.ok(changes > inserts + 50, `${changes} changes`)
  t.ok(polls > 20, `${polls} polls`)
})
