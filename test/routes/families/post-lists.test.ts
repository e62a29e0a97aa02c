/** Lists of posts: their selections, their order, and their totals, which triggers maintain. */
import t from 'tap'
import { build, type Built, documentOf, each, idsOf, numberFrom } from '../../support/index.ts'

const idsIn = (json: Built['json']) => async (path: string) => idsOf(await json(`Desk/Blog/${path}`))

await t.test('the posts of a blog can be selected', async (t) => {
  const { get, json, sql } = await build(t, { CACHE_MB: '0' })
  const ids = idsIn(json)
  const expected = async (condition: string) =>
    (
      await sql<{ Id: number }[]>`
        select id from posts where deleted_on is null and ${sql.unsafe(condition)} order by "order" desc`
    ).map(({ Id }) => Id)

  await t.test('posts from the sources of a type are listed, if the blog follows the source', async (t) => {
    const [{ Id: author }, { Id: unfollowed }] = await sql<[{ Id: number }, { Id: number }]>`
      insert into collaborators (source) select source from syncs where id in (1, 3) order by id returning id`
    await sql`insert into posts (blog, creator, author, content, published_on) values
      (1, 2, ${author}, 'from the sentinel', now()), (1, 2, ${author}, 'and a draft', null),
      (1, 2, ${unfollowed}, 'from a blog that this one does not follow', now())`
    t.same(await ids('1/SourceType/chained%20blog/Post/Chain'), await expected(`author = ${author}`))
    const shown = await ids('1/SourceType/chained%20blog/Post/Chain?isPublished=true')
    t.same(shown, await expected(`author = ${author} and is_published`))
    t.same(await ids('1/SourceType/internal/Post/Chain'), [])
    t.equal((await get('/resources/Desk/Blog/9/SourceType/internal/Post/Chain')).statusCode, 404)
  })

  await t.test('a search finds texts in contents and meta data, by each of its names', async (t) => {
    await sql`insert into posts (blog, creator, content, meta) values
      (1, 2, 'A Cormorant', '{}'), (1, 2, '', '{"annotation":"two cormorants"}'), (1, 2, 'A gull', '{"a":1}')`
    const found = await expected("(content || meta) ilike '%cormorant%'")
    t.equal(found.length, 2)
    for (const name of ['search', 'search.like', 'search.ilike']) t.same(await ids(`1/Post?${name}=cormorant`), found)
  })

  await t.test('posts that a user inserted are listed', async (t) => {
    t.same(await ids('3/User/2/Post/Owned'), await expected('blog = 3 and creator = 2'))
    const shown = await ids('1/User/2/PostType/wrapup/Post/Owned')
    t.same(shown, await expected("blog = 1 and creator = 2 and type = 'wrapup'"))
  })

  await t.test('the drafts of a group are listed, also by type and member', async (t) => {
    const members = '(select collaborator from blog_collaborator_group_members)'
    await sql`
      insert into posts (blog, creator, author, content, type)
      select 1, "user", id, 'draft', 'quote' from collaborators
      where id in (select collaborator from blog_collaborator_group_members)`
    const group = '1/BlogCollaboratorGroup/1'
    const drafts = await expected(`blog = 1 and published_on is null and author in ${members}`)
    const member = await numberFrom(sql`select min(collaborator) as id from blog_collaborator_group_members`)
    t.ok(drafts.length >= 2)
    t.same(await ids(`${group}/Post/GroupUnpublished`), drafts)
    const shown = await ids(`${group}/PostType/quote/Post/GroupUnpublished`)
    t.same(shown, await expected(`blog = 1 and published_on is null and type = 'quote' and author in ${members}`))
    const found = await ids(`${group}/Collaborator/${member}/Post/GroupUnpublished`)
    t.same(found, await expected(`blog = 1 and published_on is null and author = ${member}`))
    const result = await ids(`${group}/PostType/quote/Collaborator/${member}/Post/GroupUnpublished`)
    t.same(result, await expected(`blog = 1 and published_on is null and type = 'quote' and author = ${member}`))
    const status = (await get('/resources/Desk/Blog/2/BlogCollaboratorGroup/1/Post/GroupUnpublished')).statusCode
    t.equal(status, 404, 'the group belongs to another blog')
  })

  await t.test('the comments of readers are listed', async (t) => {
    const reader = await numberFrom(sql`
      with person as (insert into persons (first_name, last_name) values ('Una', 'commentator') returning id)
      insert into users (id, name, type, password_hash)
      select id, 'Comment-2', 'commentator', '' from person returning id`)
    await sql`
      with source as (insert into sources (name, type, is_modifiable) values ('embed', 'comment', true) returning id),
      author as (insert into collaborators ("user", source) select ${reader}, id from source returning id)
      insert into posts (blog, creator, author, content) select 2, ${reader}, id, 'What a run!' from author`
    t.match(await json('Desk/Blog/2/Post/Comment?X-Filter=Content,AuthorName,IsPublished'), {
      total: '1',
      PostList: [{ Content: 'What a run!', AuthorName: 'Una commentator', IsPublished: 'False' }]
    })
    t.match(await json('Desk/Blog/1/Post/Comment'), { total: '0' })
  })
})

await t.test('posts of all blogs are listed by their state and origin', async (t) => {
  const { json, sql } = await build(t)
  const member = await numberFrom(sql`
    insert into posts (blog, creator, author, content)
    select 1, "user", id, 'draft' from collaborators where "user" = 2 returning author`)
  const internal = 'author in (select id from collaborators where source = 1)'
  for (const [origin, isFrom] of Object.entries({
    Data: 'true',
    'HR/User/2': 'creator = 2',
    [`HR/User/2/Collaborator/${member}`]: `creator = 2 and author = ${member}`,
    [`Data/Collaborator/${member}`]: `author = ${member}`,
    'Data/Source/1': internal,
    'Data/SourceType/internal': internal
  })) {
    for (const [state, isIn] of Object.entries({
      '': 'true',
      '/Published': 'published_on is not null',
      '/Unpublished': 'published_on is null'
    })) {
      const rows = await sql<{ Id: number }[]>`
        select id from posts where deleted_on is null and ${sql.unsafe(`${isFrom} and ${isIn}`)} order by id`
      t.ok(rows.length > 0)
      t.same(idsOf(await json(`${origin}/Post${state}?limit=1000`)), each(rows, 'Id'), `${origin}/Post${state}`)
    }
  }
})

await t.test('with PUBLIC_DRAFTS=false, the drafts of a group need a session', async (t) => {
  const { get, json, tokenOf, sql } = await build(t, { PUBLIC_DRAFTS: 'false' })
  await sql`insert into posts (blog, creator, content) values (3, 2, 'draft')`
  const path = '/resources/Desk/Blog/1/BlogCollaboratorGroup/1/Post/GroupUnpublished'
  t.equal((await get(path)).statusCode, 401)
  t.equal((await get(path, { authorization: await tokenOf('mira') })).statusCode, 200)
  const Published = await numberFrom(sql`
    select count(*)::integer as published from posts where blog = 3 and creator = 2 and is_published`)
  t.equal((await idsIn(json)('3/User/2/Post/Owned')).length, Published)
})

const lists = [
  ['', 'true'],
  ['/Published', 'published_on is not null'],
  ['/Unpublished', 'published_on is null']
] as const

await t.test('lists of posts have the right order and totals', async (t) => {
  const { app, get, post, sql, tokenOf } = await build(t)
  const authorization = await tokenOf('bjarki')
  const insert = async (address: string) =>
    documentOf(await post(`/resources/Desk/Blog/3/Post${address}`, { Content: 'x' }, { authorization }))

  const check = async (about: string) => {
    for (const blog of [1, 2, 3]) {
      for (const [address, state] of lists) {
        const expected = await sql<{ Id: number }[]>`
          select id from posts where blog = ${blog} and deleted_on is null and ${sql.unsafe(state)}
          order by "order" desc`
        const list = documentOf(await get(`/resources/Desk/Blog/${blog}/Post${address}?limit=1000`))
        t.same(idsOf(list), each(expected, 'Id'), `${about}: blog ${blog}${address} is ordered`)
        t.same(
          { total: list.total, offsetMore: list.offsetMore },
          { total: `${expected.length}`, offsetMore: `${expected.length}` },
          `${about}: blog ${blog}${address} has the right total`
        )
      }
    }
  }

  await check('the demo')

  await t.test('published posts descend by Order, and by Id until they are reordered', async (t) => {
    const ids = idsOf(documentOf(await get('/resources/Desk/Blog/1/Post/Published?limit=1000')))
    t.ok(ids.length > 20)
    const shown = ids.toSorted((a, b) => b - a)
    t.same(ids, shown)
    const orders = await Promise.all(
      ids.map(async (id) => Number(documentOf(await get(`/resources/Desk/Blog/1/Post/${id}`)).Order))
    )
    const descending = [...new Set(orders)].sort((a, b) => b - a)
    t.same(orders, descending, 'no two posts have the same Order')
  })

  await t.test('a new post comes first', async (t) => {
    for (const address of ['', '/Publish', '/Published']) {
      const { Id, Order } = await insert(address)
      const list = documentOf(await get('/resources/Desk/Blog/3/Post'))
      t.equal(idsOf(list)[0], Number(Id))
      t.match(Order, /^\d+\.0$/)
      await check(`after POST /Post${address}`)
    }
  })

  await t.test('direct changes in the database update the order and totals', async () => {
    for (const [about, change] of [
      ['publishing', () => sql`update posts set published_on = now() where id in (84, 90)`],
      ['unpublishing', () => sql`update posts set published_on = null where id in (81, 84)`],
      ['editing', () => sql`update posts set content = 'y', updated_on = now() where id in (82, 85)`],
      ['reordering', () => sql`update posts set "order" = 2.5 where id = 92`],
      ['deleting', () => sql`update posts set deleted_on = now() where id in (83, 86, 90)`],
      ['editing deleted posts', () => sql`update posts set published_on = null where id in (83, 90)`],
      ['restoring', () => sql`update posts set deleted_on = null where id in (83, 86)`],
      ['deleting all posts of a blog', () => sql`update posts set deleted_on = now() where blog = 2`]
    ] as const) {
      await change()
      await app.freshness.catchUp()
      await check(about)
    }
  })

  await t.test('concurrent inserts get distinct ids, change numbers and orders', async (t) => {
    const inserted = await Promise.all(Array.from({ length: 8 }, (_, n) => insert(n % 2 === 0 ? '/Publish' : '')))
    for (const name of ['Id', 'CId', 'Order']) {
      t.equal(new Set(inserted.map((post) => post[name])).size, 8, `each post has its own ${name}`)
    }
    await check('after concurrent inserts')
  })
})
