/** `desk import` stores blogs of other services: each post once, however often it is run. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { blogLine } from '../../../moving/formats/desk.ts'
import { blog, file, importer, post } from '../importer.ts'

t.test('an export becomes a new blog with its posts in their order, and again adds only what is new', async (t) => {
  const { run, posts, json } = await importer(t)
  const pinnedOn = new Date('2026-01-03T00:00:00Z')
  const first = file(post('1'), post('3', { pinnedOn, isKeyPoint: true }), post('2', { type: 'quote' }))
  const { report, code, err } = await run(first)
  t.equal(code, 0, err)
  t.match(report, { Title: 'Storm watch', IsNew: true, Added: 3, Changed: 0, Unchanged: 0, Losses: [] })
  t.match(await posts(report.Blog), [
    {
      Content: '<p>Post 3</p>',
      AuthorName: 'Ann Lee',
      IsKeyPoint: 'True',
      PinnedOn: /1\/3\/26/,
      CreatedOn: /1\/2\/26/
    },
    { Content: '<p>Post 2</p>', Type: { Key: 'quote' } },
    { Content: '<p>Post 1</p>' }
  ])
  const again = await run(first)
  t.match(again.report, { Blog: report.Blog, IsNew: false, Added: 0, Changed: 0, Unchanged: 3 })
  const before = await json(`Desk/Blog/${report.Blog}/Post/Published`)
  const later = file(
    post('1'),
    post('4'),
    post('2', { content: 'Corrected', updatedOn: new Date('2026-01-05T00:00Z') })
  )
  t.match((await run(later)).report, { Added: 1, Changed: 1, Unchanged: 1 })
  t.match((await posts(report.Blog))[2], { Content: 'Corrected', IsModified: 'True' })
  const { PostList } = await json(
    `Desk/Blog/${report.Blog}/Post/Published?cId.since=${before.lastCId}&X-Filter=Content`
  )
  t.equal(PostList.length, 2, 'clients learn of two changes')
})

t.test('a post that was corrected here keeps the correction', async (t) => {
  const { run, posts, senderOf } = await importer(t)
  const { report } = await run(file(post('1'), post('2')))
  const [{ Id }] = await posts(report.Blog)
  const send = await senderOf('admin')
  t.equal((await send('PUT', `/resources/Desk/Blog/${report.Blog}/Post/${Id}`, { Content: 'Ours' })).statusCode, 200)
  const later = await run(file(post('1', { content: 'One' }), post('2', { content: 'Theirs' })))
  t.match(later.report, { Changed: 2, Losses: [{ What: 'correction', Count: 1 }] })
  t.match(await posts(report.Blog), [{ Content: 'Ours' }, { Content: 'One' }])
})

t.test('states arrive: drafts, withdrawn and deleted posts, and later changes of them', async (t) => {
  const { run, posts, get } = await importer(t)
  const { report } = await run(
    file(
      post('1', { state: 'draft', submittedOn: new Date('2026-01-02T04:00Z') }),
      post('2', { state: 'withdrawn', withdrawnOn: new Date() }),
      post('3', { state: 'deleted', publishedOn: new Date('2026-01-02T03:00Z'), deletedOn: new Date() }),
      post('4')
    )
  )
  t.equal(report.Added, 4)
  t.match(await posts(report.Blog), [{ Content: '<p>Post 4</p>' }])
  t.match(await posts(report.Blog, 'Post/Unpublished'), [{ Content: '<p>Post 2</p>' }, { SubmittedOn: String }])
  t.equal((await posts(report.Blog)).length, 1)
  t.equal(
    (await get(`/resources/Desk/Blog/${report.Blog}/Post/Published?cId.since=0`)).body.match(/<Post /g)?.length,
    3
  )
  const later = await run(file(post('1'), post('4', { state: 'deleted', content: '' })))
  t.match(later.report, { Changed: 2 })
  t.match(await posts(report.Blog), [{ Content: '<p>Post 1</p>' }])
})

t.test('posts that come into a blog with posts stand below them', async (t) => {
  const { run, posts } = await importer(t)
  const before = await posts(1)
  const { report } = await run(file(post('1'), post('2')), '--blog', '1')
  t.match(report, { Blog: 1, IsNew: false, Added: 2 })
  const shown = (await posts(1)).map(({ Content }: { Content: string }) => Content)
  t.match(shown, [...before.map(({ Content }: { Content: string }) => Content), '<p>Post 2</p>', '<p>Post 1</p>'])
  await run(file(post('3')), '--blog', '1')
  t.match((await posts(1)).at(-3), { Content: '<p>Post 3</p>' })
})

t.test('posts with positions too high, or times far off, stand below those of the blog', async (t) => {
  const { run, posts } = await importer(t)
  const before = (await posts(1)).length
  const { report } = await run(
    file(
      post('1', { position: '5' }),
      post('2', { position: '10000000000' }),
      post('3', { position: '1767322980000.5' }),
      post('4', { createdOn: new Date('9999-01-02T03:04:05Z') })
    ),
    ...['--blog', '1']
  )
  t.match(report, { Added: 4, Losses: [{ What: 'position', Count: 2, Example: /10000000000 is not below/ }] })
  const shown = (await posts(1)).slice(before).map(({ Content }: { Content: string }) => Content)
  t.same(
    shown,
    [4, 3, 2, 1].map((number) => `<p>Post ${number}</p>`)
  )
})

t.test('bytes that fit no character are reported', async (t) => {
  const { run, posts } = await importer(t)
  const night = file(post('1', { content: 'caf\u00e9' }), post('2'))
  const { report } = await run(Buffer.from(night, 'latin1'))
  t.match(report, { Added: 2, Losses: [{ What: 'characters', Count: 1, Example: /U\+FFFD/ }] })
  t.match(await posts(report.Blog), [{}, { Content: 'caf\uFFFD' }])
  t.match((await run(night)).report, { Changed: 1, Losses: [] })
})

t.test('what Desk cannot store is changed and reported, and each post stands alone', async (t) => {
  const { run, posts } = await importer(t)
  const folder = await mkdtemp(join(tmpdir(), 'desk-report-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const { report } = await run(
    file(
      post('1', { content: `${'x'.repeat(70_000)}<p>` }),
      post('2', { content: 'a\u0000b', author: 'Bo <bo@example.org>' }),
      post('3', { type: 'poll', position: 'top' }),
      post('4', { meta: { big: 'x'.repeat(70_000) }, author: 'cy@example.org' }),
      post('5', { uuid: '6a1fd5a5-6d0a-4e0f-8b49-52ad0e0a1d3f' }),
      post('6', { uuid: '6a1fd5a5-6d0a-4e0f-8b49-52ad0e0a1d3f' }),
      post('7'),
      post('7', { content: 'Later' }),
      post('8'.repeat(600), { createdOn: undefined })
    ),
    '--report',
    join(folder, 'losses')
  )
  t.match(report, { Added: 7 })
  const shown = new Set(report.Losses.map(({ What }: { What: string }) => What))
  t.same(shown, new Set(['length', 'characters', 'e-mail address', 'type', 'position', 'meta data', 'copy']))
  const stored = await posts(report.Blog)
  t.equal(stored.length, 7)
  const found = stored.find(({ Content }: { Content: string }) => Content === 'a\uFFFDb')
  t.match(found, { AuthorName: 'Bo' })
  t.ok(stored.some(({ Content }: { Content: string }) => Content === 'Later'))
  const lines = (await readFile(join(folder, 'losses'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.equal(
    lines.length,
    report.Losses.reduce((sum: number, { Count }: { Count: number }) => sum + Count, 0)
  )
  t.match(lines[0], { Post: '1', What: 'length', Why: String })
})

t.test('a post that the database refuses is reported with the reason, and stops no other', async (t) => {
  const { run, posts, sql } = await importer(t)
  await sql`alter table posts add constraint dry check (content <> 'Rain')`
  const { report, code } = await run(file(post('1'), post('2', { content: 'Rain' }), post('3')))
  t.equal(code, 0)
  const Example = /The database refused the post: new row for relation "posts" violates check constraint "dry"\.$/
  t.match(report, { Added: 2, Losses: [{ What: 'post', Count: 1, Example }] })
  t.match(await posts(report.Blog), [{ Content: '<p>Post 3</p>' }, { Content: '<p>Post 1</p>' }])
})

t.test('what a new blog does not take over is reported, with the reason', async (t) => {
  const { run } = await importer(t)
  const strange = {
    ...{
      type: 'parade',
      outputLink: `https://a.example/${'x'.repeat(65_536)}`,
      embedConfig: '[',
      description: 'x'.repeat(65_536)
    },
    ...{ people: [{ name: 'Bo', role: 'Administrator' }], configuration: { Known: 'yes', Long: 'x'.repeat(65_536) } }
  }
  const { report } = await run(blogLine({ ...blog, ...strange }) + file().slice(blogLine(blog).length))
  t.same(
    report.Losses.map(({ What, Example }: { What: string; Example: string }) => `${What}: ${Example}`),
    [
      'configuration: The value of "Long" was left out: Desk cannot store it.',
      'embed settings: The settings of the embed were left out.',
      'length: Only 65535 characters of the description were kept.',
      'output link: The address of the page of the blog was left out.',
      'people: Bo (Administrator) is no member here: people need accounts.',
      'type of the blog: Desk has no type "parade": the blog has the first one.'
    ]
  )
})

t.test('a dry run stores nothing', async (t) => {
  const { run, sql } = await importer(t)
  const counts = () => sql`select (select count(*) from posts) as posts, (select count(*) from blogs) as blogs,
    (select count(*) from sources) as sources`
  const before = await counts()
  const { report } = await run(file(post('1'), post('2')), '--dry-run')
  t.match(report, { Added: 2, Blog: undefined })
  t.same(await counts(), before)
  const made = await run(file(post('1')))
  t.match((await run(file(post('1'), post('2')), '--dry-run')).report, {
    Blog: made.report.Blog,
    Added: 1,
    Unchanged: 1
  })
})

t.test('feeds in files with nothing but a title are different blogs, and found again under another name', async (t) => {
  const { runOn, run, posts } = await importer(t)
  const folder = t.testdir({ a: {}, b: {} })
  const rss = (title: string, text: string) =>
    `<rss version="2.0"><channel>${title}<item><guid>1</guid><description>${text}</description></item></channel></rss>`
  const load = async (path: string, text: string) => {
    await writeFile(join(folder, path), text)
    return (await runOn(join(folder, path), '', '--language', 'en')).report
  }
  const [alpha, beta] = ['<title>Alpha</title>', '<title>Beta</title>']
  const first = await load('a/feed.xml', rss(alpha, 'alpha'))
  t.match(first, { IsNew: true, Added: 1, Losses: [{ What: 'identity', Example: /its title, “Alpha”/ }] })
  const second = await load('b/feed.xml', rss(beta, 'beta'))
  t.match(second, { IsNew: true, Added: 1 })
  t.match(await posts(first.Blog), [{ Content: 'alpha' }])
  t.match(await load('b/monday.xml', rss(alpha, 'corrected')), { Blog: first.Blog, IsNew: false, Changed: 1 })
  const [third, fourth] = [await load('a/x.xml', rss('', 'three')), await load('b/x.xml', rss('', 'four'))]
  t.match([third, fourth], [{ IsNew: true, Losses: [{ Example: /its place/ }] }, { IsNew: true }])
  t.match(await load('a/x.xml', rss('', 'three')), { Blog: third.Blog, Unchanged: 1 })
  t.match(await run(rss('', 'five'), '--language', 'en'), {
    code: 1,
    err: /Nothing in the source tells which blog it is/
  })
})

t.test('errors say what to do', async (t) => {
  const { run, runOn, sql } = await importer(t)
  t.match(await run('PK\u0003\u0004 more'), { code: 1, err: /is a ZIP archive: unzip it, and import the folder/ })
  t.match(await run(file(), '--report', '/nonexistent/x'), { code: 1, err: /The report cannot be written to/ })
  t.match(await runOn('http://127.0.0.1:9/x', ''), {
    code: 1,
    err: /desk: http:\/\/127\.0\.0\.1:9\/x (does not lead to a public address; --private-network|names a port)/
  })
  await sql`update blogs set closed_on = now() where id = 2`
  t.match(await run(file(post('1')), '--blog', '2'), { code: 1, err: /Blog 2 is closed: open it again/ })
  const cut = await run(file(post('1')).replace(/\{"kind":"end.*/, ''))
  t.match(cut, { code: 1, err: /posts are missing/, report: { Added: 1, Losses: [{ What: 'missing posts' }] } })
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:f</id><title>F</title>
    <link rel="prev-archive" href="https://x.example/1"/><entry><id>a</id><title>t</title></entry></feed>`
  t.match(await run(feed, '--language', 'en'), {
    code: 1,
    report: { Added: 1, Losses: [{ What: 'missing posts', Example: /x\.example\/1, was not read/ }] }
  })
  t.match((await run('nonsense')).err, /The format of standard input was not recognised: give --format with one of/)
  const { err } = await run(blogLine({ ...blog, id: 'tlh', language: 'tlh' }))
  t.match(err, /Desk has no language tlh: give --language with one of/)
  t.match((await run(file(), '--blog', '999')).err, /There is no blog 999/)
  t.match((await run(file(), '--format', 'word')).code, 2)
})
