/** Statements with criteria of clients do not stay prepared on a connection. */
import t from 'tap'
import { blogs } from '../../db/blogs.ts'
import { matchesAmong } from '../../db/collection.ts'
import { connect } from '../../db/client.ts'
import { ComponentCriteria } from '../../schemas/component.ts'
import { cloneDatabase } from '../support/database.ts'

t.test('filtered and ordered lists leave no prepared statements', async (t) => {
  const sql = connect({ url: await cloneDatabase(t), max: 1 })
  t.teardown(() => sql.end())
  const page = { offset: 0, limit: 10, detailed: true }
  for (const name of ['title', 'createdOn', 'liveOn']) {
    for (const query of [{ asc: name }, { desc: name }, { asc: 'title', desc: name }]) {
      await blogs(sql).list({ ...page, ...query })
    }
  }
  await blogs(sql).list({ ...page, 'title.ilike': '%storm%', isLive: true })
  await matchesAmong(sql, [], ComponentCriteria, { ...page, 'name.ilike': '%storm%', asc: 'name' })
  const prepared = await sql`select statement from pg_prepared_statements
      where statement like ${'%nulls%'} or statement like ${'% ilike %'}`
  t.same(
    prepared.map((row) => row.Statement),
    []
  )
  await blogs(sql).list(page)
  const [plainLists] =
    await sql`select count(*)::integer as blogs from pg_prepared_statements where statement like ${'% as blogs%'}`
  t.ok(plainLists?.Blogs > 0, 'a list without criteria stays prepared')
})
