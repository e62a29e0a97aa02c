/** X-Filter costs one statement for each kind of target and level, however many items a list has. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { servesRequest } from '../../support/readings.ts'
import { documentOf, itemsOf } from '../wire.ts'

const FILTER = 'Author.Source.*, Creator.FullName, Type'

await t.test('a published list costs as many statements as its filter has kinds of targets', async (t) => {
  const sent: string[] = []
  const { get, sql } = await build(
    t,
    { CACHE_MB: '0' },
    {
      watch: (statement) => {
        if (servesRequest(statement)) sent.push(statement)
      }
    }
  )
  // A hundred posts by a hundred people from a hundred sources: one query for each row would exceed the expected count.
  await sql`
    insert into persons (id, first_name, last_name)
    select 1000 + n, 'Person', n::text from generate_series(1, 100) as n;
    insert into users (id, name, password_hash)
    select 1000 + n, 'person ' || n, '' from generate_series(1, 100) as n;
    insert into sources (id, type, name)
    select 1000 + n, 'internal', 'source ' || n from generate_series(1, 100) as n;
    insert into collaborators (id, "user", source)
    select 1000 + n, 1000 + n, 1000 + n from generate_series(1, 100) as n;
    insert into posts (blog, creator, author, content, published_on)
    select 1, 1000 + n, 1000 + n, 'post ' || n, now() from generate_series(1, 100) as n`.simple()

  /** Reads a list of some length, and returns the number of statements it cost. */
  const statementsOf = async (limit: number) => {
    sent.length = 0
    const answer = await get(`/resources/Desk/Blog/1/Post/Published?limit=${limit}`, {
      'x-filter': FILTER,
      accept: 'application/json'
    })
    const items = itemsOf(documentOf(answer))
    t.equal(items.length, limit)
    t.match(
      items,
      Array.from({ length: limit }, (_post, index) => ({
        Author: { Source: { Name: `source ${100 - index}` } },
        Creator: { FullName: `Person ${100 - index}` },
        Type: { Key: 'normal' }
      })),
      'every link is expanded'
    )
    return sent.length
  }

  const counts = [await statementsOf(10), await statementsOf(50), await statementsOf(100)]
  t.same(counts, [5, 5, 5], 'the list, its posts, their authors, those authors’ sources, the creators')
})
