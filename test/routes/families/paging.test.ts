/** `offset`, `limit` and `detailed` on every kind of list, the arithmetic of the list's attributes, and that lists have an order. */
import t from '../../support/tap.ts'
import { build } from '../../support/app.ts'
import { documentOf, hrefsOf, type Document } from '../wire.ts'

/** Lists in order of their ids or keys: path, page size when none is asked for, and what counts their items. */
const lists = [
  ['Desk/Blog', 100, 'blogs'],
  ['Desk/Blog/Live', 100, 'blogs where is_live'],
  ['HR/User/2/Blog', 100, 'blogs where creator = 2 or id = 3'],
  ['Localization/Language/1/Blog', 100, 'blogs where language = 1'],
  ['HR/User', 30, 'users where active'],
  ['HR/User/2/Post', 30, 'posts where creator = 2'],
  ['HR/User/3/Role', 30, 'roles'],
  ['HR/User/3/Right', 30, 'rights where id <> 11'],
  ['HR/Person', 30, 'persons'],
  ['Data/Post', 30, 'posts'],
  ['Data/Post/Published', 30, 'posts where published_on is not null'],
  ['Data/Collaborator', 30, 'collaborators where "user" is null or "user" <> 12'],
  ['Data/Collaborator/13/Post', 30, 'posts where author = 13'],
  ['Data/Source', 30, 'sources'],
  ['Data/Source/1/Collaborator', 30, 'collaborators where source = 1 and ("user" is null or "user" <> 12)'],
  ['Data/SourceType/xml/Source', 30, "sources where type = 'xml'"],
  ['Data/PostType', 30, 'post_types'],
  ['RBAC/Role/1/Right', 30, 'rights where id <> 11'],
  ['RBAC/Role/1/Roles', 30, 'roles where id > 1'],
  ['Security/Right', 30, 'rights'],
  ['Security/RightType/1/Right', 30, 'rights where type = 1']
] as const

/** Lists that no table holds, in order of their ids. */
const inMemory = [['Admin/File', 30]] as const

/** Lists in an order of their own. */
const others = [
  ['Desk/Blog/3/Post', 100, 'posts where blog = 3'],
  ['Desk/Blog/3/Post/Published', 100, 'posts where blog = 3 and published_on is not null'],
  ['Desk/Blog/3/Post/Unpublished', 100, 'posts where blog = 3 and published_on is null'],
  ['Desk/Blog/3/Collaborator/13/Post', 100, 'posts where blog = 3 and author = 13'],
  ['Desk/Blog/3/Collaborator', 30, 'blog_collaborators where blog = 3'],
  ['Desk/Blog/3/Collaborator/Potential', 30, 'collaborators where "user" in (1, 4, 8, 9, 11)']
] as const

/** Queries: what they ask for, and the offset and limit they mean. */
const pages = [
  ['', 0, undefined],
  ['offset=0', 0, undefined],
  ['limit=0', 0, 0],
  ['limit=1', 0, 1],
  ['limit=2&offset=1', 1, 2],
  ['offset=3', 3, undefined],
  ['limit=1000', 0, 1000],
  ['offset=5&limit=1000&detailed=true', 5, 1000],
  ['offset=100000', 100000, undefined],
  ['offset=2147483647&limit=1', 2147483647, 1],
  ['limit=7&limit=2', 0, 2]
] as const

const attributesOf = (document: Document) =>
  Object.fromEntries(Object.entries(document).filter(([, value]) => typeof value === 'string'))

/** Keys as text, ids as numbers. */
const inOrder = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true })

await t.test('paging', async (t) => {
  const { get, sql } = await build(t, { CACHE_MB: '0' })
  await sql`insert into posts (blog, creator, author, content, published_on)
    select 3, 2, 13, 'post ' || n, case when n % 4 > 0 then now() end from generate_series(1, 300) as n`
  await sql`insert into blogs (type, language, creator, title, live_on) select 1, 1, 2, 'blog ' || n, case when n < 50 then now() end from generate_series(1, 120) as n`
  await sql`insert into persons (first_name) select 'person ' || n from generate_series(1, 40) as n`
  // PostgreSQL puts a changed row elsewhere, so nothing is in order by chance.
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
    await sql`update ${sql(table)} set ${sql(column)} = ${sql(column)} where ctid in (select ctid from ${sql(table)} order by ctid limit 4)`
  }

  for (const [path, size, counted] of [...lists, ...others, ...inMemory]) {
    await t.test(path, async (t) => {
      const everything = hrefsOf(documentOf(await get(`/resources/${path}?limit=1000`)))
      const [{ Total }] =
        counted === undefined
          ? [{ Total: everything.length }]
          : await sql<[{ Total: number }]>`select count(*)::integer as total from ${sql.unsafe(counted)}`
      t.ok(Total > 0, 'there is something to show')
      t.same([everything.length, new Set(everything).size], [Total, Total], 'the longest page shows all, and each once')
      if ([...lists, ...inMemory].some(([name]) => name === path)) {
        t.same(everything, everything.toSorted(inOrder), 'in order')
      }

      for (const [query, offset, limit = size] of pages) {
        const document = documentOf(await get(`/resources/${path}?${query}`))
        const { offsetMore, lastCId, ...attributes } = attributesOf(document)
        t.same(
          [attributes, hrefsOf(document)],
          [
            { total: `${Total}`, limit: `${Math.min(limit, Total)}`, offset: `${offset}` },
            everything.slice(offset, offset + limit)
          ],
          `${query} shows its attributes and items`
        )
        if (offsetMore !== undefined) t.equal(offsetMore, `${Total}`)

        const bare = documentOf(await get(`/resources/${path}?${query}&detailed=false`))
        t.same(
          [attributesOf(bare), hrefsOf(bare)],
          [{}, hrefsOf(document)],
          `${query} without attributes shows the same items`
        )
      }
    })
  }

  await t.test('page by page shows everything once, in order', async (t) => {
    for (const path of ['Desk/Blog/3/Post/Published', 'Data/Post', 'Data/Collaborator', 'HR/User/2/Blog']) {
      const shown = []
      for (let offset = 0; offset === 0 || shown.length === offset; offset += 7) {
        shown.push(...hrefsOf(documentOf(await get(`/resources/${path}?limit=7&offset=${offset}`))))
      }
      t.same(shown, hrefsOf(documentOf(await get(`/resources/${path}?limit=1000`))), path)
    }
  })
})

await t.test('Link headers', async (t) => {
  const { get } = await build(t)
  const read = async (url: string) => {
    const answer = await get(url, { accept: 'application/json' })
    const linked = (rel: string) => new RegExp(`<([^>]*)>; rel="${rel}"`).exec(String(answer.headers.link))?.[1]
    return { hrefs: hrefsOf(documentOf(answer)), next: linked('next'), prev: linked('prev') }
  }

  for (const list of [
    'HR/User?',
    'HR/User?desc=lastName&',
    'Data/Post?',
    'Data/Post?asc=content&',
    'Desk/Blog/3/Post?',
    'Desk/Blog/3/Post?asc=content&'
  ]) {
    await t.test(`rel="next" leads through all of ${list}`, async (t) => {
      const { hrefs: all } = await read(`/resources/${list}limit=1000`)
      const found: string[] = []
      let address: string | undefined = `/resources/${list}limit=${Math.ceil(all.length / 3)}`
      for (let page = 0; address !== undefined && page < 5; page++) {
        const { hrefs, next } = await read(address)
        found.push(...hrefs)
        address = next
      }
      t.same(found, all)
    })
  }

  await t.test('rel="prev" leads no further back than the first page', async (t) => {
    const { prev = '' } = await read('/resources/HR/User?offset=2&limit=5')
    t.equal(new URL(prev).searchParams.get('offset'), '0')
    t.equal((await read(prev)).prev, undefined)
  })
})
