/** Lists are sorted by each criterion of asc and desc, in the order in which the query names them. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { documentOf, itemsOf } from '../wire.ts'

await t.test('several criteria sort in the order of the query', async (t) => {
  const { get, sql } = await build(t)
  await sql`
    insert into persons (last_name, first_name, address)
    values ('Sorted A', 'Y', '2'), ('Sorted A', 'X', '1'), ('Sorted B', 'Y', '4'), ('Sorted B', 'X', '3')`
  for (const [order, expected] of [
    ['asc=lastName,firstName', ['1', '2', '3', '4']],
    ['asc=firstName,lastName', ['1', '3', '2', '4']],
    ['desc=lastName,firstName', ['4', '3', '2', '1']],
    ['asc=lastName&desc=firstName', ['2', '1', '4', '3']],
    ['desc=firstName&asc=lastName', ['2', '4', '1', '3']],
    ['desc=lastName&asc=firstName', ['3', '4', '1', '2']]
  ] as const) {
    const list = await get(`/resources/HR/Person?lastName=Sorted%25&X-Filter=Address&${order}`)
    t.same(
      itemsOf(documentOf(list)).map(({ Address }) => Address),
      expected,
      order
    )
  }
})
