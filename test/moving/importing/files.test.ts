/** `desk import` stores blogs of other services: each post once, however often it is run. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { blogLine } from '../../../moving/formats/desk.ts'
import { until, untilWaitingForLocks } from '../../support/index.ts'
import { site } from '../../support/sites.ts'
import { blog, file, importer, post } from '../importer.ts'

t.test('an export becomes a new blog with its posts in their order, and again adds only what is new', async (t) => {
  const { run, posts, json } = await importer(t)
  const [pinnedOn, { createdOn }] = [new Date('2026-01-03T00:00:00Z'), post('1')]
  const first = file(post('1'), post('3', { pinnedOn, isKeyPoint: true }), post('2', { type: 'quote', createdOn }))
  const { report, code, err } = await run(first)
  t.equal(code, 0, err)
  const whole = { Losses: [], IsIncomplete: false, IsStopped: false }
  const counts = { Added: 3, Changed: 0, Unchanged: 0 }
  t.same(report, { Blog: report.Blog, Title: 'Storm watch', IsNew: true, ...counts, ...whole })
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
  t.same(again.report, { ...report, IsNew: false, Added: 0, Unchanged: 3 })
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

t.test('a draft is published at its time if that is to come, and not at once if it has passed', async (t) => {
  const { run, posts, sql } = await importer(t)
  const planned = new Date(Date.now() + 86_400_000)
  const drafts = [planned, new Date(Date.now() - 60_000)].map((publishOn, at) =>
    post(`${at + 1}`, { state: 'draft', publishOn })
  )
  const { report } = await run(file(...drafts))
  t.equal(report.Losses.length, 1)
  t.match(report.Losses, [{ What: 'plan', Count: 1 }])
  const rows = await sql`select publish_on from posts where blog = ${report.Blog} order by id`
  t.same(rows, [{ PublishOn: planned }, { PublishOn: undefined }])
  t.same(await posts(report.Blog), [])
})

t.test('a feed has its newest post first, so that becomes the highest', async (t) => {
  const { run, posts } = await importer(t)
  const items = ['new', 'old'].map((id) => ({ id, content_html: id }))
  for (const feed of [
    JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'JSON', items }),
    `<rss version="2.0"><channel><title>RSS</title>${items
      .map(({ id }) => `<item><guid>${id}</guid><description>${id}</description></item>`)
      .join('')}</channel></rss>`,
    `<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:feed</id><title>Atom</title>${items
      .map(({ id }) => `<entry><id>${id}</id><content>${id}</content></entry>`)
      .join('')}</feed>`
  ]) {
    const { report } = await run(feed, '--language', 'en')
    t.match(await posts(report.Blog), [{ Content: 'new' }, { Content: 'old' }], feed)
  }
})

t.test('two imports that begin together make one blog', async (t) => {
  const { run, sql, posts } = await importer(t)
  const { imports } = await sql.begin(async (transaction) => {
    await transaction`lock table blogs in exclusive mode`
    const imports = [run(file(post('1'), post('2'))), run(file(post('2'), post('3')))]
    await untilWaitingForLocks(sql, 2)
    return { imports }
  })
  const [one, other] = (await Promise.all(imports)).map(({ report }) => report.Blog)
  t.equal(one, other)
  t.equal((await posts(one)).length, 3, 'each post once')
})

t.test('a post that is no longer pinned, or no key point, is neither here', async (t) => {
  const { run, posts } = await importer(t)
  const first = { pinnedOn: new Date('2026-01-02T04:00Z'), isKeyPoint: true }
  const { report } = await run(file(post('1', first), post('2', first)))
  t.match(await posts(report.Blog), [
    { PinnedOn: String, IsKeyPoint: 'True' },
    { PinnedOn: String, IsKeyPoint: 'True' }
  ])
  t.match((await run(file(post('1'), post('2', first)))).report, { Changed: 1, Unchanged: 1 })
  const [second, changed] = await posts(report.Blog)
  t.match([second.PinnedOn, second.IsKeyPoint], [String, 'True'])
  t.same([changed.PinnedOn, changed.IsKeyPoint], [undefined, 'False'])
})

t.test('of a source that keeps all states of a post, the next import takes over the new one', async (t) => {
  const { run, posts } = await importer(t)
  const states = ['One', 'Two', 'Three'].map((content) => post('1', { content }))
  const { report } = await run(file(...states.slice(0, 2)))
  t.match((await run(file(...states.slice(0, 2)))).report, { Unchanged: 1 })
  t.match((await run(file(...states))).report, { Changed: 1 })
  t.match(await posts(report.Blog), [{ Content: 'Three' }])
})

t.test('a deletion without a time of its own has the time of the last change', async (t) => {
  const { run, sql } = await importer(t)
  const { report } = await run(file(post('1'), post('2')))
  const updatedOn = new Date('2026-01-05T00:00:00Z')
  await run(file(post('1', { state: 'deleted', content: '', updatedOn }), post('2', { state: 'deleted', content: '' })))
  const deleted = await sql`
    select deleted_on from posts where blog = ${report.Blog} and deleted_on is not null order by created_on`
  t.same(deleted, [{ DeletedOn: updatedOn }, { DeletedOn: post('2').createdOn }])
})

t.test('an import leaves withdrawn what was withdrawn here, and published what was corrected here', async (t) => {
  const { run, posts, sql } = await importer(t)
  const { report } = await run(file(post('1'), post('2')))
  await sql`
    update posts set published_on = null, withdrawn_on = now()
    where blog = ${report.Blog} and content = '<p>Post 1</p>'`
  await sql`update posts set content = 'Ours' where blog = ${report.Blog} and content = '<p>Post 2</p>'`
  const later = file(post('1', { content: 'New words' }), post('2', { state: 'deleted', content: '' }))
  t.match((await run(later)).report, { Changed: 2 })
  t.match(await posts(report.Blog), [{ Content: 'Ours' }])
  const [withdrawn] = await sql`select content from posts where blog = ${report.Blog} and published_on is null`
  t.same(withdrawn, { Content: 'New words' })
})

t.test('imported posts are placed below those that the blog has', async (t) => {
  const { run, posts } = await importer(t)
  const before = await posts(1)
  const { report } = await run(file(post('1'), post('2')), '--blog', '1')
  t.match(report, { Blog: 1, IsNew: false, Added: 2 })
  const shown = (await posts(1)).map(({ Content }: { Content: string }) => Content)
  t.match(shown, [...before.map(({ Content }: { Content: string }) => Content), '<p>Post 2</p>', '<p>Post 1</p>'])
  await run(file(post('3')), '--blog', '1')
  t.match((await posts(1)).at(-3), { Content: '<p>Post 3</p>' })
})

t.test('posts with positions too high, or times far off, are placed below those of the blog', async (t) => {
  const { run, posts, lastLosses } = await importer(t)
  const before = (await posts(1)).length
  const { report } = await run(
    file(
      post('1', { position: '9999999999.9' }),
      post('2', { position: '10000000000' }),
      post('3', { position: '1767322980000.5' }),
      post('4', { createdOn: new Date('9999-01-02T03:04:05Z') })
    ),
    ...['--blog', '1']
  )
  t.match(report, { Added: 4, Losses: [{ What: 'position', Count: 2 }] })
  const why = (position: string) => `The position ${position} is not below 10000000000: the post is placed by its time.`
  t.same(await lastLosses(), [
    { Post: '2', What: 'position', Why: why('10000000000') },
    { Post: '3', What: 'position', Why: why('1767322980000.5') }
  ])
  const shown = (await posts(1)).slice(before).map(({ Content }: { Content: string }) => Content)
  t.same(
    shown,
    [1, 4, 3, 2].map((number) => `<p>Post ${number}</p>`)
  )
})

t.test('bytes that fit no character are reported', async (t) => {
  const { run, posts } = await importer(t)
  const night = file(post('1', { content: 'caf\u00e9' }), post('2'))
  const { report } = await run(Buffer.from(night, 'latin1'))
  const Example = 'Characters of the content cannot be read: they are U+FFFD.'
  t.match(report, { Added: 2 })
  t.same(report.Losses, [{ What: 'characters', Count: 1, Example }])
  t.match(await posts(report.Blog), [{}, { Content: 'caf\uFFFD' }])
  t.match((await run(night)).report, { Changed: 1, Losses: [] })
})

t.test('what Desk cannot store is changed and reported, and a bad post stops no other one', async (t) => {
  const { run, posts, lastLosses } = await importer(t)
  const [uuid, other] = ['6a1fd5a5-6d0a-4e0f-8b49-52ad0e0a1d3f', '7A1FD5A5-6D0A-4E0F-8B49-52AD0E0A1D3F']
  const pinnedOn = new Date('2026-01-03T00:00:00Z')
  const { report } = await run(
    file(
      post('1', { content: `${'x'.repeat(65_534)}<p>`, author: 'y'.repeat(256), commentSource: 'z'.repeat(101) }),
      post('2', { content: 'a\u0000b', author: 'Bo <bo@example.org>', returnNote: 'n'.repeat(2001) }),
      post('3', { type: 'poll', position: 'top', meta: { a: '\u0000' } }),
      post('4', { metaText: JSON.stringify({ big: 'x'.repeat(65_526) }), author: 'cy@example.org' }),
      post('5', { uuid, metaText: JSON.stringify({ big: 'x'.repeat(65_525) }) }),
      post('6', { uuid }),
      post('7', { uuid: other, content: 'x'.repeat(65_535), author: 'y'.repeat(255), commentSource: 'z'.repeat(100) }),
      post('8', { position: `-${'1'.repeat(40)}.${'1'.repeat(40)}` }),
      post('9', { position: '1'.repeat(41) }),
      ...['10', '11', '12', '13'].map((id) => post(id, { pinnedOn })),
      post('14'),
      post('14', { content: 'Later' }),
      post('8'.repeat(501), { createdOn: undefined, uuid: 'x' }),
      post('8'.repeat(500), { createdOn: undefined })
    )
  )
  t.match(report, { Added: 15 })
  t.same(
    (await lastLosses()).map(({ Post, What, Why }) => `${Post} ${What}: ${Why}`),
    LOSSES
  )
  const stored = new Map((await posts(report.Blog)).map((row: { readonly Content: string }) => [row.Content, row]))
  t.equal(stored.size, 15)
  t.match(stored.get('x'.repeat(65_534)), { AuthorName: 'y'.repeat(255) })
  t.match(stored.get('a\uFFFDb'), { AuthorName: 'Bo' })
  t.match(stored.get('<p>Post 3</p>'), { Type: { Key: 'normal' }, Meta: '{"a":"\uFFFD"}' })
  t.match(stored.get('x'.repeat(65_535)), { Uuid: other.toLowerCase(), AuthorName: 'y'.repeat(255) })
  t.ok(stored.has('Later'))
})

const LOSSES = [
  '1 length: The content has 65537 characters; only the first 65535 were kept.',
  '1 length: The author has 256 characters; only the first 255 were kept.',
  '1 length: The comment form has 101 characters; only the first 100 were kept.',
  '2 characters: Characters of the content that no document may have became U+FFFD.',
  '2 e-mail address: E-mail addresses of authors are not published.',
  '2 length: The note has 2001 characters; only the first 2000 were kept.',
  '3 type: Desk has no posts of the type "poll": it became a plain post.',
  '3 position: The position "top" is not a decimal number.',
  '4 meta data: The meta data has 65536 characters, and at most 65535 are kept: it was dropped.',
  '4 e-mail address: E-mail addresses of authors are not published.',
  `9 position: The position "${'1'.repeat(41)}" is not a decimal number.`,
  '6 copy: The blog has this post already.',
  '13 pin: The post is not pinned: it is not published, or three posts of the blog are pinned.'
]

t.test('a post that the database refuses is reported with the reason, and stops no other', async (t) => {
  const { run, posts, sql } = await importer(t)
  await sql`alter table posts add constraint dry check (content <> 'Rain')`
  const { report, code } = await run(file(post('1'), post('2', { content: 'Rain' }), post('3')))
  t.equal(code, 0)
  const Example = /The database refused the post: new row for relation "posts" violates check constraint "dry"\.$/
  t.match(report, { Added: 2, Losses: [{ What: 'post', Count: 1, Example }] })
  t.match(await posts(report.Blog), [{ Content: '<p>Post 3</p>' }, { Content: '<p>Post 1</p>' }])
  const later = file(post('1'), post('2', { content: 'Rain' }), post('3', { content: 'Fog' }), post('4'))
  t.match((await run(later)).report, { Added: 1, Changed: 1, Unchanged: 1, Losses: [{ What: 'post', Count: 1 }] })
})

t.test('what a new blog does not take over is reported, with the reason', async (t) => {
  const { run } = await importer(t)
  const strange = {
    type: 'parade',
    outputLink: `https://a.example/${'x'.repeat(65_536)}`,
    embedConfig: '[',
    description: 'x'.repeat(65_536),
    // The user who imports a blog becomes its creator.
    people: [
      { name: 'Ann', role: 'Creator' },
      { name: 'Bo', role: 'Administrator' }
    ],
    configuration: { Known: 'yes', Long: 'x'.repeat(65_536) }
  }
  const { report } = await run(blogLine({ ...blog, ...strange }) + file().slice(blogLine(blog).length))
  t.same(
    report.Losses.map(({ What, Example }: { What: string; Example: string }) => `${What}: ${Example}`),
    [
      'configuration: The value of "Long" was left out: Desk cannot store it.',
      'embed settings: The settings of the embed were left out.',
      'length: Only 65535 characters of the description were kept.',
      'output link: The address of the page of the blog was left out.',
      'people: Bo (Administrator) is not a member here: people need accounts.',
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
  const recognised = (by: string) => `The source has neither an id nor a link: the next run recognises it by its ${by}.`
  t.match(first, { IsNew: true, Added: 1, Losses: [{ What: 'identity', Example: recognised('title, “Alpha”') }] })
  const second = await load('b/feed.xml', rss(beta, 'beta'))
  t.match(second, { IsNew: true, Added: 1 })
  t.match(await posts(first.Blog), [{ Content: 'alpha' }])
  t.match(await load('b/monday.xml', rss(alpha, 'corrected')), { Blog: first.Blog, IsNew: false, Changed: 1 })
  const [third, fourth] = [await load('a/x.xml', rss('', 'three')), await load('b/x.xml', rss('', 'four'))]
  t.match([third, fourth], [{ IsNew: true, Losses: [{ Example: recognised('place') }] }, { IsNew: true }])
  t.match(await load('a/x.xml', rss('', 'three')), { Blog: third.Blog, Unchanged: 1 })
  t.match(await run(rss('', 'five'), '--language', 'en'), {
    code: 1,
    err:
      'desk: Nothing in the source tells which blog it is: neither an id nor a link nor a title. ' +
      'Save it as a file and import that; later runs must find it at the same place\n'
  })
})

t.test('errors say what to do', async (t) => {
  const { runOn, sql } = await importer(t)
  await sql`update blogs set closed_on = now() where id = 2`
  let closed = 0
  const { origin } = await site(t, ({ url }, response) => {
    if (url?.endsWith('/2') === true) response.end(' '.repeat(33_554_433))
    else if (url?.endsWith('/3') === true) {
      response.on('close', () => (closed += 1)).writeHead(404)
      response.write('without an end')
    } else response.end('nonsense')
  })
  const folder = t.testdir({ empty: {} })
  const liveBlog2 = `${origin}/resources/Desk/Blog`
  const own = '--private-network'
  const refused = async (message: string, place: string, input: string, ...options: string[]) => {
    const { code, err } = await runOn(place, input, ...options)
    t.same([code, err], [1, `desk: ${message}\n`])
  }
  await refused('standard input is a ZIP archive: unzip it, and import the folder', '-', 'PK\u0003\u0004 more')
  await refused(
    "The report cannot be written to /nonexistent/x: ENOENT: no such file or directory, open '/nonexistent/x'",
    ...['-', file(), '--report', '/nonexistent/x']
  )
  const imported = join(folder, 'imported')
  await writeFile(imported, file())
  await refused(
    `The report would replace the file that is imported, ${imported}`,
    ...[imported, '', '--report', imported]
  )
  t.equal(await readFile(imported, 'utf8'), file())
  await refused('Blog 2 is closed: open it again at /desk/2/settings, then import', '-', file(), '--blog', '2')
  await refused('There is no blog 999; desk blog list shows all', '-', file(), '--blog', '999')
  await refused(
    'Blogs of the format liveblog2 are read at an address, not in a file',
    ...['-', file(), '--format', 'liveblog2']
  )
  await refused('The source has no blog', '-', '{}', '--format', 'desk')
  const languages = 'give --language with one of ar, de, en, es, fr'
  await refused(`Desk has no language tlh: ${languages}`, '-', blogLine({ ...blog, language: 'tlh' }))
  await refused(
    `The source does not say in which language it is: ${languages}`,
    '-',
    blogLine({ ...blog, language: '' })
  )
  const [none, empty] = [join(folder, 'none'), join(folder, 'empty')]
  await refused(`There is no file ${none}; addresses begin with http:// or https://`, none, '')
  await refused(`The folder ${empty} has no file blog.ndjson`, empty, '')
  await mkdir(join(empty, 'blog.ndjson'))
  await refused(`The folder ${empty} has no file blog.ndjson`, empty, '')
  await refused(
    `${origin} does not lead to a public address; --private-network allows addresses of private networks, too`,
    ...[origin, '']
  )
  await refused('http://desk.invalid/ names a host that cannot be found', 'http://desk.invalid/', '', own)
  await refused('http://127.0.0.1:9/x names a port that web pages are not served on', 'http://127.0.0.1:9/x', '', own)
  const isTold = refused(`${origin}/3 answers with the status 404`, `${origin}/3`, '', own)
  // Well before the time limit of a silent connection.
  await until(() => closed, 1, { limit: 20_000 })
  await isTold
  await refused(`${liveBlog2}/1 is not a JSON object`, `${liveBlog2}/1`, '', own)
  await refused(`${liveBlog2}/2 has more than 33554432 bytes`, `${liveBlog2}/2`, '', own)
  await refused(`${liveBlog2}/3 answers with the status 404`, `${liveBlog2}/3`, '', own)
  t.equal((await runOn('-', file(), '--format', 'word')).code, 2)
})

t.test('an import of a part of a blog fails with the reason, and stores the part', async (t) => {
  const { run, lastLosses } = await importer(t)
  const cut = await run(file(post('1')).replace(/\{"kind":"end.*/, ''))
  t.match(cut, { code: 1, report: { Added: 1, IsIncomplete: true } })
  t.equal(cut.err, 'desk: The source was not complete: posts are missing. The report says where\n')
  t.same(await lastLosses(), [{ What: 'missing posts', Why: 'The file was cut off: its last line is missing.' }])
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:f</id><title>F</title>
    <link rel="prev-archive" href="https://x.example/1"/><entry><id>a</id><title>t</title></entry></feed>`
  t.match(await run(feed, '--language', 'en'), { code: 1, err: cut.err, report: { Added: 1, IsIncomplete: true } })
  const Why = 'The file is one page of a feed. The page before it, https://x.example/1, was not read.'
  t.same(await lastLosses(), [{ What: 'missing posts', Why }])
})

const skip = existsSync('/dev/full') ? false : 'this system has no /dev/full'
t.test('a report for which the disk has no room ends the import, and is named', { skip }, async (t) => {
  const { run } = await importer(t)
  const { code, err } = await run(file(post('1', { position: '10000000000' })), '--report', '/dev/full')
  t.same([code, err], [1, 'desk: The report cannot be written to /dev/full: ENOSPC: no space left on device, write\n'])
})
