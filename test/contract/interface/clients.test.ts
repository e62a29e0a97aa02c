/**
 * Replays the requests of existing clients word for word, and checks the properties that they read: an embed that a
 * server renders and a browser updates by polling, and an older embed that follows links.
 */
import type { LightMyRequestResponse } from 'fastify'
import t from 'tap'
import { build } from '../../support/app.ts'
import { numberFrom } from '../../support/database.ts'

const origin = 'https://desk.example'
const blog = `${origin}/resources/LiveDesk/Blog/1`
const published = '/resources/LiveDesk/Blog/1/Post/Published'
const timestampHeaders = { 'x-format-datetime': "yyyy-MM-ddTHH:mm:ss'Z'" }
const blogFilter = { ...timestampHeaders, 'x-filter': 'Description, Title, EmbedConfig, Language.Code' }
const postFilter = {
  ...timestampHeaders,
  'x-filter':
    'PublishedOn, DeletedOn, Order, Id, CId, Content, CreatedOn, Type, AuthorName, Author.Source.Name, ' +
    'Author.Source.IsModifiable, AuthorImage, Meta, IsPublished, Creator.FullName, ' +
    'Author.Source.Type.Key, Creator.Address'
}
const olderFilter = {
  ...postFilter,
  'x-filter':
    `${postFilter['x-filter']}, Author.Source.Id, IsModified, AuthorPerson.EMail, ` +
    'AuthorPerson.FirstName, AuthorPerson.LastName, AuthorPerson.Id, PostVerification.Status.Key'
}

/** The properties of a post that the embeds read. */
interface Post {
  href: string
  Id: string
  CId: string
  Order: string
  Content: string
  IsPublished: string
  DeletedOn?: string
}

/** The properties of a list of posts that the embeds read. */
interface Posts {
  total: string
  limit: string
  offset: string
  lastCId: string
  PostList: Post[]
}

/** Checks that the response is a success, is readable from any origin, and is JSON. Returns the list. */
const read = (t: Tap, answer: LightMyRequestResponse, type = 'application/json'): Posts => {
  const headers = { 'access-control-allow-origin': '*', 'content-type': `${type}; charset=utf-8` }
  t.has(answer, { statusCode: 200, headers })
  return answer.json()
}

type Tap = Pick<typeof t, 'has'>

await t.test('the server-rendered embed gets what it reads', async (t) => {
  const { get, sql } = await build(t, { MODULE: 'LiveDesk', BASE_URL: origin, CACHE_MB: '0' })
  const json = { accept: 'application/json', ...postFilter }
  const browser = { ...json, accept: 'application/json, text/javascript, */*; q=0.01' }

  await t.test('the embed reads the blog', async (t) => {
    const answer = await get('/resources/LiveDesk/Blog/1', { accept: 'application/json', ...blogFilter })
    const document = answer.json()
    t.match(document, {
      Title: 'Ullenmouth votes: election night, live',
      Description: /<span/,
      CreatedOn: '2026-11-09T10:02:33Z',
      Language: { href: `${origin}/resources/Localization/Language/1`, Code: 'en' },
      CommentPost: { href: `${blog}/Comment/Post/` },
      PostPublished: { href: `${blog}/Post/Published` }
    })
    t.match(JSON.parse(document.EmbedConfig), { theme: 'default', UserComments: true })
    t.equal((await get(new URL(document.CommentPost.href).pathname)).statusCode, 200)
  })

  await t.test('the embed renders the first page', async (t) => {
    const document = read(t, await get(`${published}?offset=0&limit=15&thumbSize=medium`, json))
    t.match(document, { total: '49', limit: '15', offset: '0', lastCId: '54' })
    t.equal(document.PostList.length, 15)
    const orders = document.PostList.map(({ Order }) => Number(Order))
    const descending = orders.toSorted((a, b) => b - a)
    t.same(orders, descending)
    for (const post of document.PostList) {
      t.match(post, {
        href: `${blog}/Post/${post.Id}`,
        Id: /^\d+$/,
        CId: /^\d+$/,
        Order: /^\d+\.\d+$/,
        IsPublished: 'True',
        Content: /./,
        Meta: /^\{.*\}$/s,
        PublishedOn: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
        CreatedOn: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
        AuthorName: /./,
        Type: { Key: /./ },
        Creator: { FullName: /./ },
        Author: { Source: { Name: 'internal', IsModifiable: 'False', Type: { Key: 'internal' } } }
      })
      t.equal('DeletedOn' in post, false)
    }
  })

  await t.test('the embed shows the post of a permanent link at the top of its page', async (t) => {
    const {
      PostList: [, , third]
    } = read(t, await get(`${published}?limit=3&thumbSize=medium`, json))
    const {
      PostList: [first]
    } = read(t, await get(`${published}?offset=0&limit=15&thumbSize=medium&order.end=${third?.Order}`, json))
    t.same(first, third)
  })

  await t.test('the embed polls for new, changed and removed posts', async (t) => {
    let last = read(t, await get(`${published}?limit=1`, browser)).lastCId
    const poll = async () => {
      const document = read(t, await get(`${published}?cId.since=${last}&thumbSize=medium`, browser))
      if (document.PostList.length > 0) {
        t.equal(Math.max(...document.PostList.map(({ CId }) => Number(CId))), Number(document.lastCId))
      }
      last = document.lastCId
      return document.PostList
    }
    t.same(await poll(), [], 'nothing has changed')

    const Id = await numberFrom(sql`
      insert into posts (blog, creator, author, content, published_on)
      select 1, 2, id, 'Stop press', now() from collaborators where "user" = 2 returning id`)
    t.match(await poll(), [
      {
        Id: `${Id}`,
        Content: 'Stop press',
        IsPublished: 'True',
        Creator: { FullName: 'Mira Okafor', Address: '14 Ropewalk Lane, Ullenmouth' }
      }
    ])

    await sql`insert into posts (blog, creator, content) values (1, 2, 'a draft')`
    t.same(await poll(), [], 'a new draft is not in the list')

    await sql`update posts set content = 'Stop press!', updated_on = now() where id = ${Id}`
    t.match(await poll(), [{ Id: `${Id}`, Content: 'Stop press!', IsPublished: 'True' }])

    await sql`update posts set published_on = null where id = ${Id}`
    const [withdrawn] = await poll()
    t.match(withdrawn, { Id: `${Id}`, IsPublished: 'False' })
    t.equal(withdrawn?.Content, undefined, 'a withdrawn post has no content')

    await sql`update posts set published_on = now() where id = ${Id}`
    t.match(await poll(), [{ Id: `${Id}`, IsPublished: 'True' }])

    await sql`update posts set deleted_on = now() where id = ${Id}`
    const [deleted] = await poll()
    t.match(deleted, { Id: `${Id}`, DeletedOn: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ })
    t.equal(deleted?.Content, undefined)
  })

  await t.test('the embed shows a comment, with its source, once it is published', async (t) => {
    const author = await numberFrom(sql`
      with source as (insert into sources (name, type, is_modifiable) values ('embed', 'comment', true) returning id)
      insert into collaborators (source) select id from source returning id`)
    const Id = await numberFrom(
      sql`insert into posts (blog, creator, author, content) values (1, 1, ${author}, 'Nice <blog>') returning id`
    )
    t.equal(read(t, await get(`${published}?limit=1`, browser)).total, '49')
    await sql`update posts set published_on = now() where id = ${Id}`
    const {
      PostList: [first]
    } = read(t, await get(`${published}?limit=1`, browser))
    t.match(first, {
      Id: `${Id}`,
      Content: 'Nice <blog>',
      Author: { Source: { Name: 'embed', IsModifiable: 'True', Type: { Key: 'comment' } } }
    })
    t.match((await get('/resources/LiveDesk/Blog/1/Post/Comment', browser)).json(), {
      total: '1',
      PostList: [{ Id: `${Id}` }]
    })
  })
})

await t.test('the older embed follows links', async (t) => {
  const { get, sql } = await build(t, { MODULE: 'LiveDesk', CACHE_MB: '0' })
  const host = { host: 'live.example:8443' }
  const follow = (href: string, query = '') => {
    const { pathname, host } = new URL(href)
    return get(`${pathname}${query}`, { host, accept: 'text/json', ...olderFilter })
  }

  const answer = await get('/resources/LiveDesk/Blog/1', { ...host, accept: 'text/json', ...blogFilter })
  const { Title, Language, PostPublished, ClosedOn } = answer.json()
  t.equal(answer.headers['content-type'], 'text/json; charset=utf-8')
  t.match(
    [Title, Language.Code, PostPublished.href],
    [/^Ullenmouth/, 'en', 'http://live.example:8443/resources/LiveDesk/Blog/1/Post/Published']
  )
  t.equal(ClosedOn, undefined)
  const closed = '/resources/LiveDesk/Blog/2'
  t.match(
    (await get(closed, { accept: 'text/json', ...blogFilter })).json(),
    { ClosedOn: '2026-10-12T17:30:00Z' },
    'the embed stops polling a closed blog, although it does not name ClosedOn'
  )
  t.match((await get(closed)).body, '<ClosedOn>10/12/26 5:30 PM</ClosedOn>')
  t.match((await get(`${closed}.html`)).body, /Closed on<\/dt><dd><time datetime="2026-10-12T17:30:00.000Z"/i)

  const first = read(t, await follow(PostPublished.href, '?limit=15&thumbSize=medium'), 'text/json')
  const next = read(t, await follow(PostPublished.href, '?limit=15&offset=15&thumbSize=medium'), 'text/json')
  t.same(
    { total: first.total, lastCId: first.lastCId, first: first.PostList.length, next: next.PostList.length },
    { total: '49', lastCId: '54', first: 15, next: 15 }
  )
  t.match(first.PostList[0], {
    IsModified: /^(True|False)$/,
    AuthorPerson: { Id: /^\d+$/, EMail: /@/, FirstName: /./, LastName: /./ },
    Author: { Source: { Id: '1' } }
  })
  const postsByAddress = new Map([...first.PostList, ...next.PostList].map((post) => [post.href, post]))
  t.equal(postsByAddress.size, 30)
  for (const { href, Id } of first.PostList.slice(0, 3)) {
    t.equal((await follow(href)).json().Id, Id, 'the address of a post in the list leads to the post')
  }

  const [{ href = '', Id } = {}] = first.PostList
  await sql`update posts set published_on = null where id = ${String(Id)}`
  const changes = read(t, await follow(PostPublished.href, `?cId.since=${first.lastCId}`), 'text/json')
  const shown = changes.PostList.map((post) => [post.href, post.IsPublished])
  t.same(shown, [[href, 'False']], 'a withdrawn post has the address that it had in the list')
})
