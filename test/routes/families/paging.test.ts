/** `offset`, `limit`, `detailed`, `asc` and `desc` on every kind of list, the attributes of the list, and its order. */
import t from 'tap'
import { build, documentOf, each, hrefsOf, idsOf, itemsOf, words, type Document } from '../../support/index.ts'

/** Lists ordered by id or key: path, default page size, and the SQL source of their items, which counts them. */
const lists = [
  ['Desk/Blog', 100, 'blogs'],
  ['Desk/Blog/Live', 100, 'blogs where is_live'],
  ['HR/User/2/Blog', 100, 'blogs where creator = 2 or id = 3'],
  ['Localization/Language/1/Blog', 100, 'blogs where language = 1'],
  ['HR/User', 30, 'users where active'],
  ['HR/User/2/Post', 30, 'posts where creator = 2'],
  ['HR/User/3/Role', 30, 'roles'],
  ['HR/User/3/Right', 30, "rights where name not in ('Requests inspection', 'Assistant publish')"],
  ['HR/Person', 30, 'persons'],
  ['Data/Post', 30, 'posts'],
  ['Data/Post/Published', 30, 'posts where published_on is not null'],
  ['Data/Collaborator', 30, 'collaborators where "user" is null or "user" <> 12'],
  ['Data/Collaborator/13/Post', 30, 'posts where author = 13'],
  ['Data/Source', 30, 'sources'],
  ['Data/Source/1/Collaborator', 30, 'collaborators where source = 1 and ("user" is null or "user" <> 12)'],
  ['Data/SourceType/xml/Source', 30, "sources where type = 'xml'"],
  ['Data/PostType', 30, 'post_types'],
  ['RBAC/Role/1/Right', 30, "rights where name not in ('Requests inspection', 'Assistant publish')"],
  ['RBAC/Role/1/Roles', 30, 'roles where id > 1'],
  ['Security/Right', 30, 'rights'],
  ['Security/RightType/1/Right', 30, 'rights where type = 1']
] as const

/** Lists without a table, ordered by id: path and default page size. */
const inMemory = [['Admin/File', 30]] as const

/** Lists in another order. */
const otherLists = [
  ['Desk/Blog/3/Post', 100, 'posts where blog = 3'],
  ['Desk/Blog/3/Post/Published', 100, 'posts where blog = 3 and published_on is not null'],
  ['Desk/Blog/3/Post/Unpublished', 100, 'posts where blog = 3 and published_on is null'],
  ['Desk/Blog/3/Collaborator/13/Post', 100, 'posts where blog = 3 and author = 13'],
  ['Desk/Blog/3/Collaborator', 30, 'blog_collaborators where blog = 3'],
  ['Desk/Blog/3/Collaborator/Potential', 30, 'collaborators where "user" in (1, 4, 8, 9, 11)']
] as const

/** Queries, each with the offset and limit that it selects. `undefined` is the default limit. */
const pages = [
  ['', 0, undefined],
  ['offset=0', 0, undefined],
  ['limit=0', 0, 0],
  ['limit=1', 0, 1],
  ['limit=2&offset=1', 1, 2],
  ['offset=3', 3, undefined],
  ['limit=1000', 0, 1000],
  ['offset=5&limit=1000', 5, 1000],
  ['offset=100000', 100000, undefined],
  ['offset=2147483647&limit=1', 2147483647, 1]
] as const

const attributesOf = (document: Document) =>
  Object.fromEntries(Object.entries(document).filter(([, value]) => typeof value === 'string'))

/** Compares addresses: keys as text, ids as numbers. */
const compareAddresses = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })

await t.test('every list can be read in pages', async (t) => {
  const { get, sql } = await build(t, { CACHE_MB: '0' })
  await sql`insert into posts (blog, creator, author, content, published_on)
    select 3, 2, 13, 'post ' || n, case when n % 4 > 0 then now() end from generate_series(1, 300) as n`
  await sql`
    insert into blogs (type, language, creator, title, live_on)
    select 1, 1, 2, 'blog ' || n, case when n < 50 then now() end from generate_series(1, 120) as n`
  await sql`insert into persons (first_name) select 'person ' || n from generate_series(1, 40) as n`
  // PostgreSQL moves updated rows, so a list without an order does not pass by chance.
  for (const [table, column] of [
    ['blogs', 'title'],
    ['users', 'name'],
    ['persons', 'address'],
    ['collaborators', 'source'],
    ['sources', 'name'],
    ['rights', 'name'],
    ['roles', 'name'],
    ['role_rights', 'role']
  ] as const) {
    await sql`
      update ${sql(table)} set ${sql(column)} = ${sql(column)}
      where ctid in (select ctid from ${sql(table)} order by ctid limit 4)`
  }

  for (const [path, defaultLimit, source] of [...lists, ...otherLists, ...inMemory]) {
    await t.test(`${path} can be read in pages`, async (t) => {
      const everything = hrefsOf(documentOf(await get(`/resources/${path}?limit=1000`)))
      const [{ Total }] =
        source === undefined
          ? [{ Total: everything.length }]
          : await sql<[{ Total: number }]>`select count(*)::integer as total from ${sql.unsafe(source)}`
      t.ok(Total > 0, 'the list is not empty')
      const found = { shown: everything.length, different: new Set(everything).size }
      t.same(found, { shown: Total, different: Total }, 'a page of 1000 shows every item once')
      if ([...lists, ...inMemory].some(([name]) => name === path)) {
        t.same(everything, everything.toSorted(compareAddresses), 'the list is ordered')
      }

      for (const [query, offset, limit = defaultLimit] of pages) {
        const document = documentOf(await get(`/resources/${path}?${query}`))
        const { offsetMore, lastCId, ...attributes } = attributesOf(document)
        t.same(
          { attributes, items: hrefsOf(document) },
          {
            attributes: { total: `${Total}`, limit: `${Math.min(limit, Total)}`, offset: `${offset}` },
            items: everything.slice(offset, offset + limit)
          },
          `the attributes and items with ${query}`
        )
        if (offsetMore !== undefined) t.equal(offsetMore, `${Total}`)

        const notDetailed = documentOf(await get(`/resources/${path}?${query}&detailed=false`))
        const result = { attributes: attributesOf(notDetailed), items: hrefsOf(notDetailed) }
        t.same(result, { attributes: {}, items: hrefsOf(document) }, `the same items without attributes with ${query}`)
      }
    })
  }

  await t.test('consecutive pages show every item once, in order', async (t) => {
    for (const path of ['Desk/Blog/3/Post/Published', 'Data/Post', 'Data/Collaborator', 'HR/User/2/Blog']) {
      const collected: string[] = []
      for (let offset = 0; offset === 0 || collected.length === offset; offset += 7) {
        collected.push(...hrefsOf(documentOf(await get(`/resources/${path}?limit=7&offset=${offset}`))))
      }
      t.same(collected, hrefsOf(documentOf(await get(`/resources/${path}?limit=1000`))), path)
    }
  })
})

await t.test('Link headers lead to the next and previous page', async (t) => {
  const { get } = await build(t)
  const read = async (url: string) => {
    const answer = await get(url, { accept: 'application/json' })
    const linked = (rel: string) => new RegExp(`<([^>]*)>; rel="${rel}"`).exec(String(answer.headers.link))?.[1]
    return { hrefs: hrefsOf(documentOf(answer)), next: linked('next'), prev: linked('prev') }
  }

  for (const list of words`
    HR/User? HR/User?desc=lastName& Data/Post? Data/Post?asc=content& Desk/Blog/3/Post? Desk/Blog/3/Post?asc=content&
  `) {
    await t.test(`rel="next" leads through all of ${list}`, async (t) => {
      const { hrefs: all } = await read(`/resources/${list}limit=1000`)
      const collected: string[] = []
      let address: string | undefined = `/resources/${list}limit=${Math.ceil(all.length / 3)}`
      for (let page = 0; address !== undefined && page < 5; page++) {
        const { hrefs, next } = await read(address)
        collected.push(...hrefs)
        address = next
      }
      t.same(collected, all)
    })
  }

  await t.test('rel="prev" ends at the first page', async (t) => {
    const { prev = '' } = await read('/resources/HR/User?offset=2&limit=5')
    t.equal(new URL(prev).searchParams.get('offset'), '0')
    t.equal((await read(prev)).prev, undefined)
  })

  await t.test('beyond the end, rel="prev" leads to the last page', async (t) => {
    const { hrefs } = await read('/resources/HR/User?limit=1000')
    const { prev = '' } = await read('/resources/HR/User?offset=1000&limit=2')
    t.same((await read(prev)).hrefs, hrefs.slice(-2))
  })
})

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
    t.same(each(itemsOf(documentOf(list)), 'Address'), expected, order)
  }
})

await t.test("a blog's lists of posts sort by change number", async (t) => {
  const { json, sql } = await build(t)
  for (const [path, condition] of [
    ['', 'true'],
    ['/Published', 'published_on is not null'],
    ['/Unpublished', 'published_on is null']
  ] as const) {
    const posts = await sql<{ Id: number }[]>`
      select id from posts where blog = 3 and deleted_on is null and ${sql.unsafe(condition)} order by c_id`
    t.ok(posts.length > 1)
    t.same(idsOf(await json(`Desk/Blog/3/Post${path}?asc=cId`)), each(posts, 'Id'), `asc, Post${path}`)
    t.same(idsOf(await json(`Desk/Blog/3/Post${path}?desc=cId`)), each(posts.toReversed(), 'Id'), `desc, Post${path}`)
  }
})

await t.test('criteria of time compare what documents show', async (t) => {
  const { json, sql } = await build(t)
  await sql`
    update posts set created_on = timestamptz '2026-01-02 03:04:05.678Z' + id * interval '1 microsecond'
    where id in (81, 82)`
  const shown = '2026-01-02T03:04:05.678Z'
  for (const [operator, expected] of [
    ['', [82, 81]],
    ['.equal', [82, 81]],
    ['.start', [82, 81]],
    ['.end', [82, 81]],
    ['.since', []],
    ['.until', []]
  ] as const) {
    const list = await json(`Data/Post?createdOn${operator}=${shown}&id.start=81&id.end=82&desc=id`)
    t.same(idsOf(list), expected, `createdOn${operator}`)
  }
  const { total } = await json('Data/Post?createdOn.end=9999-12-31T23:59:59.999Z&limit=0')
  t.equal(total, (await json('Data/Post?limit=0')).total, 'the last time that a request can name')
})
