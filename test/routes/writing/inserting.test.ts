/** Inserting posts (docs/spec.md, section 4, endpoints 9 and 10): where, by whom, in one step, and as what. */
import t from 'tap'
import { golden } from '../../support/golden.ts'
import { atOnce } from '../../support/at-once.ts'
import { build, expectNothingStored, stateOf, untilWaitingForLocks } from '../../support/index.ts'
import { documentOf, idsOf, formats } from '../wire.ts'

/** Returns the wire text of a timestamp: `M/D/YY h:mm AM/PM` in UTC (docs/spec.md, section 2.3). */
const wireTextOf = (timestamp: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' })
    .format(timestamp)
    .replace(/,/, '')
    .replaceAll('\u202F', ' ')

const built = await build(t)
const { get, post, tokenOf } = built

await t.test('a post is inserted as a draft or published, depending on the address', async (t) => {
  const { get, post, sql, tokenOf } = await build(t, { BASE_URL: 'https://desk.example' })
  const authorization = await tokenOf('mira')
  const blog = '/resources/Desk/Blog/3'

  for (const [address, published] of [
    ['/Post', false],
    ['/Post/Publish', true],
    ['/Post/Published', true]
  ] as const) {
    for (const end of ['', '/']) {
      for (const [, accept] of formats) {
        await t.test(`POST ${address}${end} inserts a ${published ? 'post' : 'draft'}, in ${accept}`, async (t) => {
          const before = Date.now()
          const inserted = await post(`${blog}${address}${end}`, { Content: 'x' }, { authorization, accept })
          const possibleTimes = [wireTextOf(before), wireTextOf(Date.now())]
          t.equal(inserted.statusCode, 201)
          t.equal(inserted.headers['content-type'], `${accept}; charset=utf-8`)
          const { href, ...item } = documentOf(inserted)
          t.equal(href, `https://desk.example${blog}/Post/${String(item.Id)}`, 'the root of the response has its href')
          t.equal(inserted.headers.location, href, 'Location is the same address')
          t.equal(item.IsPublished, published ? 'True' : 'False')
          t.equal(item.IsModified, 'False')
          t.ok(possibleTimes.includes(String(item.CreatedOn)), 'CreatedOn is the current time')
          t.equal(item.PublishedOn, published ? item.CreatedOn : undefined, 'PublishedOn equals CreatedOn')

          const reread = await get(new URL(String(href)).pathname, { accept })
          t.equal(reread.statusCode, 200)
          t.same(documentOf(reread), item, 'GET returns the same item, without href on its root')

          const [top] = idsOf(documentOf(await get(`${blog}/Post`)))
          t.equal(top, Number(item.Id), 'it comes first in the list of all posts')
          const inItsState = idsOf(documentOf(await get(`${blog}/Post/${published ? 'Published' : 'Unpublished'}`)))
          t.equal(inItsState[0], top, 'and first in the list of its state')
          const inOtherState = idsOf(documentOf(await get(`${blog}/Post/${published ? 'Unpublished' : 'Published'}`)))
          t.notOk(inOtherState.includes(Number(item.Id)), 'the list of the other state does not show it')
        })
      }
    }
  }

  await t.test('the posts are inserted into that blog only', async (t) => {
    const rows = await sql<{ Blog: number; Total: number }[]>`
      select blog, count(*)::integer as total from posts
      where created_on > now() - interval '1 hour' group by blog`
    t.same([...rows], [{ Blog: 3, Total: 12 }])
  })

  await t.test('a user without a collaborator gets one, even while another transaction inserts it', async (t) => {
    await sql`delete from collaborators where "user" = 1`
    const token = await tokenOf('admin')
    const waiting = await sql.begin(async (transaction) => {
      await transaction`insert into collaborators ("user", source) values (1, 1)`
      const answer = post(`${blog}/Post`, { Content: 'x' }, { authorization: token })
      await untilWaitingForLocks(sql)
      return { answer }
    })
    const inserted = await waiting.answer
    t.equal(inserted.statusCode, 201)
    t.equal((await sql`select from collaborators where "user" = 1`).length, 1)
    t.equal(documentOf(inserted).AuthorName, 'Ada Min')
  })
})

const url = '/resources/Desk/Blog/3/Post/Publish'

/** Names of tests, each with a statement that lets inserts fail after their row was written. */
const failures = [
  [
    'an insert whose connection ends during the statement stores nothing',
    'create trigger die after insert on posts for each row execute function die()'
  ],
  [
    'an insert whose connection ends during the commit stores nothing',
    `create constraint trigger die after insert on posts deferrable initially deferred
    for each row execute function die()`
  ],
  ['an insert whose response cannot be read stores nothing', 'alter view post_rows rename to somewhere_else']
] as const

// The service opens new connections at intervals.
const failing = failures.map(([about, statement]) =>
  t.test(about, atOnce(), async (t) => {
    const { post, sql, tokenOf } = await build(t)
    const authorization = await tokenOf('admin')
    await sql`
      create function die() returns trigger language plpgsql as $$ begin
        perform pg_terminate_backend(pg_backend_pid());
        return null;
      end $$`
    await sql.unsafe(statement)
    const before = await stateOf(sql)
    for (let attempt = 1; attempt <= 3; attempt++) {
      const { statusCode } = await post(url, { Content: 'once' }, { authorization })
      t.ok(statusCode >= 500, `attempt ${attempt} answers ${statusCode}`)
      t.same(await stateOf(sql), before, `attempt ${attempt} stores nothing`)
    }
  })
)
await Promise.all(failing)

await t.test('a post is inserted and read in one statement', async (t) => {
  const statements: string[] = []
  const { post, tokenOf } = await build(
    t,
    {},
    {
      watch: (statement) => {
        statements.push(statement.trim().toLowerCase())
      }
    }
  )
  const authorization = await tokenOf('admin')
  statements.length = 0
  const answer = await post(url, { Content: 'once' }, { authorization })
  t.equal(documentOf(answer).Content, 'once')
  const steps = statements.flatMap(
    (statement) => /^(begin|commit)\b|\bposts\b|insert_post|\bpost_rows\b/.exec(statement)?.[0] ?? []
  )
  t.same(steps, ['insert_post'])
})

t.test('an insert with an invalid X-Filter is refused and stores nothing', async (t) => {
  const headers = { authorization: await built.tokenOf('admin'), 'x-filter': 'Nothing' }
  const request = { url: '/resources/Desk/Blog/3/Post', headers, payload: { Content: 'x' } }
  const refusal = { kind: 'bad-parameter', places: ['X-Filter'], about: 'an unknown property' }
  await expectNothingStored(t, built, request, refusal)
})

t.test('X-Filter applies to the list on GET and to the inserted post on POST', async (t) => {
  const address = '/resources/Desk/Blog/3/Post?X-Filter=Content,Creator.FullName'
  const list = await get(address)
  const inserted = await post(address, { Content: 'seen at once' }, { authorization: await tokenOf('admin') })
  t.equal(inserted.statusCode, 201)
  t.match(inserted.body, /^<\?xml[^>]*>\n<Post href=.*<Content>seen at once<\/Content>.*<FullName>Ada Min<\/FullName>/)
  t.match((await get(address)).body, /^<\?xml[^>]*>\n<PostList .*<Content>seen at once<\/Content>/)
  t.equal(list.statusCode, 200)
})

const POSTS = '/resources/Desk/Blog/3/Post'

/** User name, body, and the expected creator, author, author name and author person of the post. */
const accepted = [
  ['bjarki', {}, ['3', '14', 'Bjarki Öxndal', '3']],
  ['orysia', {}, ['6', '17', 'Орися Вітрогон', '6']],
  ['orysia', { Creator: 6 }, ['6', '17', 'Орися Вітрогон', '6']],
  ['bjarki', { Creator: 6 }, ['6', '17', 'Орися Вітрогон', '6']],
  ['aurelie', { Creator: 6, Author: 14 }, ['6', '14', 'Bjarki Öxndal', '3']],
  ['folake', { Creator: 7 }, ['7', '18', 'Λευτέρης Κυματάς', '7']],
  ['orysia', { Author: 17 }, ['6', '17', 'Орися Вітрогон', '6']],
  ['orysia', { Author: 2 }, ['6', '2', 'advertisement', undefined]],
  ['folake', {}, ['4', '15', 'Fọlákẹ́ Adéòkun', '4']],
  ['folake', { Author: 15 }, ['4', '15', 'Fọlákẹ́ Adéòkun', '4']]
] as const

/** User name, body, and the expected refusal: `forbidden`, or the invalid property. */
const refused = [
  ['orysia', { Creator: 3 }, 'forbidden'],
  ['orysia', { Creator: 7 }, 'forbidden'],
  ['orysia', { Creator: 9999 }, 'forbidden'],
  ['orysia', { Author: 14 }, 'forbidden'],
  ['orysia', { Author: 18 }, 'forbidden'],
  ['orysia', { Author: 20 }, 'forbidden'],
  ['bjarki', { Creator: 12 }, 'Creator'],
  ['bjarki', { Creator: 9999 }, 'Creator'],
  ['bjarki', { Author: 19 }, 'Author'],
  ['bjarki', { Author: 15 }, 'Author'],
  ['bjarki', { Author: 23 }, 'Author'],
  ['bjarki', { Author: 9999 }, 'Author'],
  ['folake', { Creator: 6, Author: 15 }, 'Author'],
  ['bjarki', { Creator: 0 }, 'Creator'],
  ['bjarki', { Author: -1 }, 'Author'],
  ['bjarki', { Author: 2147483648 }, 'Author'],
  ['bjarki', { Author: 14.5 }, 'Author'],
  ['bjarki', { Author: true }, 'Author'],
  ['bjarki', { Creator: true }, 'Creator'],
  ['bjarki', { Author: '0xe' }, 'Author'],
  ['bjarki', { Author: 'Infinity' }, 'Author'],
  ['bjarki', { Creator: 'Infinity' }, 'Creator'],
  ['bjarki', { Author: '1.4e1' }, 'Author'],
  ['bjarki', { Author: 'bjarki' }, 'Author'],
  ['bjarki', { Author: [14] }, 'Author'],
  ['bjarki', { Author: { Id: 14, Name: 'x' } }, 'Author'],
  ['bjarki', { Author: { Id: { Id: 14 } } }, 'Author'],
  ['bjarki', { Author: {} }, 'Author']
] as const

await t.test('a post has the creator and author that its body names and the user may set', async (t) => {
  const built = await build(t, { CACHE_MB: '0' })
  const { post, sql, tokenOf } = built

  for (const [name, body, expected] of accepted) {
    for (const [address, type, payload] of [
      [POSTS, 'application/json', JSON.stringify({ Content: 'x', ...body })],
      [
        `${POSTS}.json`,
        'application/xml',
        `<Post><Content>x</Content>${Object.entries(body)
          .map(([property, id]) => `<${property}>${id}</${property}>`)
          .join('')}</Post>`
      ]
    ] as const) {
      const inserted = documentOf(
        await post(address, payload, { authorization: await tokenOf(name), 'content-type': type })
      )
      const { Creator, Author, AuthorName, AuthorPerson } = inserted
      const idOf = (link: typeof Creator) => (typeof link === 'object' && 'Id' in link ? link.Id : undefined)
      const shown = [idOf(Creator), idOf(Author), AuthorName, idOf(AuthorPerson)]
      t.same(shown, expected, `${name} ${JSON.stringify(body)} in ${type}`)
    }
  }

  const lines: string[] = []
  for (const [name, body, refusal] of refused) {
    const request = { url: POSTS, headers: { authorization: await tokenOf(name) }, payload: { Content: 'x', ...body } }
    const expected = refusal === 'forbidden' ? { kind: 'forbidden' } : { kind: 'bad-body', places: [refusal] }
    const about = `${name} ${JSON.stringify(body)}`
    lines.push(`${about}: ${await expectNothingStored(t, built, request, { ...expected, about })}\n`)
  }
  await golden(t, 'refused-authors.txt', Buffer.from(lines.join('')))

  await t.test('only members of the blog can be authors', async (t) => {
    const [url, headers] = ['/resources/Desk/Blog/1/Post', { authorization: await tokenOf('mira') }] as const
    const payload = { Content: 'x', Author: 20 }
    const { location } = (await post(url, payload, headers)).headers
    t.match(location, /\/Blog\/1\/Post\/\d+$/, 'salma, a member of blog 1, is accepted')
    await sql`delete from blog_collaborators where blog = 1 and collaborator = 20`
    const refusal = { kind: 'bad-body', places: ['Author'], about: 'a former member' }
    await expectNothingStored(t, built, { url, headers, payload }, refusal)
  })
})
