/** A blog follows a feed: Atom, RSS or JSON Feed. */
import t, { type Test } from 'tap'
import { numberFrom, remembering, until } from '../../support/index.ts'
import { atOnce } from '../../support/at-once.ts'
import { picture } from '../../support/media.ts'
import { site } from '../../support/sites.ts'
import { buildFollower, following, playing, type Answer } from '../polled.ts'

interface Entry {
  readonly id: string
  readonly text: string
  /** Minute of the evening in which it was published. */
  readonly at: number
}

const log: string[] = []
/** A service with a blog for each feed. */
const ours = await buildFollower(t, {}, { logger: remembering(log, 'info') })
// A process can be killed after each post, and then the next one must read everything again.
await ours.sql`
  create function refuse_copy() returns trigger language plpgsql as $$
  begin
    if exists (
      select from sync_states join syncs on syncs.id = sync where syncs.blog = new.blog and compared_on is not null
    ) then raise 'a post is copied while the state of the sync says that nothing is left';
    end if;
    return new;
  end $$`
await ours.sql`create trigger refuse_copy before insert on posts for each row execute function refuse_copy()`

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 0, 2, 20, minute, second))

/** Writes a feed in each form. */
const forms: Readonly<Record<string, (entries: readonly Entry[], removed?: readonly string[]) => string>> = {
  atom: (entries, removed = []) =>
    `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0">
<id>https://news.example/live</id><title>Night</title>
${removed.map((id) => `<at:deleted-entry ref="${id}" when="${at(59).toISOString()}"/>`).join('')}
${entries
  .map(
    ({ id, text, at: minute }) => `<entry><id>${id}</id><title>${text}</title><author><name>Ann Lee</name></author>
<published>${at(minute).toISOString()}</published><updated>${at(minute, 30).toISOString()}</updated>
<content type="html">&lt;p&gt;${text}&lt;/p&gt;</content></entry>`
  )
  .join('')}</feed>`,
  rss: (entries) =>
    `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Night</title>
<link>https://news.example/live</link><ttl>0</ttl>${entries
      .map(
        ({ id, text, at: minute }) => `<item><guid isPermaLink="false">${id}</guid><dc:creator>Ann Lee</dc:creator>
<pubDate>${at(minute).toUTCString()}</pubDate><description>&lt;p&gt;${text}&lt;/p&gt;</description></item>`
      )
      .join('')}</channel></rss>`,
  'json-feed': (entries, removed = []) =>
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Night',
      home_page_url: 'https://news.example/live',
      _desk: { removed: removed.map((id) => ({ id, removed_on: at(59).toISOString() })) },
      items: entries.map(({ id, text, at: minute }) => ({
        id,
        content_html: `<p>${text}</p>`,
        date_published: at(minute).toISOString(),
        authors: [{ name: 'Ann Lee' }]
      }))
    })
}

const one: Entry = { id: 'tag:1', text: 'one', at: 1 }
const two: Entry = { id: 'tag:2', text: 'two', at: 2 }
const three: Entry = { id: 'tag:3', text: 'three', at: 3 }

/** Follows a feed that the test changes by `feed.body`. */
const followFeed = async (
  t: Test,
  body: Answer['body'],
  options: { auto?: boolean } = {},
  service = ours,
  headers = {}
) => {
  const feed: Answer = { body, headers }
  const { origin, statuses } = await playing(t, () => feed)
  return { ...(await following(service, `${origin}/feed`, options)), feed, statuses }
}

t.test('a look that a pause interrupts has not failed', atOnce(), async (t) => {
  const asked = { times: 0 }
  // The second answer never comes.
  const { origin } = await site(t, (_request, response) => {
    asked.times += 1
    if (asked.times === 1) response.end(forms['rss']?.([one]))
  })
  const { edit, sync, state, showing } = await following(ours, `${origin}/feed`)
  await showing('one')
  await until(() => asked.times === 2)
  await edit('PUT', `/Desk/Sync/${sync}`, { IsPaused: true })
  t.notOk('Error' in (await state(({ IsFollowed }) => IsFollowed === 'False')))
})

for (const [name, write] of Object.entries(forms)) {
  t.test(`entries of ${name} arrive, change and go, and old ones stay`, atOnce(), async (t) => {
    const { showing, feed, statuses, count, blog, state } = await followFeed(t, write([two, one]))
    await showing('two', 'one')
    const [row] = await ours.sql`select author_name, published_on, uuid from post_rows where blog = ${blog} limit 1`
    t.match(row, { AuthorName: 'Ann Lee', PublishedOn: at(1) })
    const chain = await ours.json(`Desk/Blog/${blog}/SourceType/blog%20provider/Post/Chain`)
    t.equal(chain.PostList.length, 2, 'the list of chained posts shows them')
    feed.body = write([three, { ...two, text: 'two, corrected' }, one])
    await showing('three', 'two, corrected', 'one')
    statuses.length = 0
    await until(() => statuses.includes(304))
    t.match(await state(({ SucceededOn }) => SucceededOn !== undefined), { IsFollowed: 'True', Parked: '0' })
    feed.body = write([{ id: 'tag:4', text: 'four', at: 4 }, three])
    await showing('four', 'three', 'two, corrected', 'one')
    if (name !== 'rss') {
      feed.body = write([{ id: 'tag:4', text: 'four', at: 4 }], ['tag:2', 'tag:unknown'])
      await showing('four', 'three', 'one')
      feed.body = write([{ ...two, text: 'two, again' }])
      await showing('four', 'three', 'two, again', 'one')
    }
    t.equal(await count(), 4, 'nothing twice')
  })
}

t.test('a feed that gets another id has the same entries', atOnce(), async (t) => {
  const { atom: write = () => '' } = forms
  // Of two that were published at the same time, the first one in the feed is the newer one.
  const { showing, feed, count } = await followFeed(t, write([{ ...two, at: 1 }, one]))
  await showing('two', 'one')
  feed.body = write([three, { ...two, text: 'two, corrected' }, one]).replaceAll('news.example', 'www.news.example')
  await showing('three', 'two, corrected', 'one')
  t.equal(await count(), 3, 'nothing twice')
})

t.test('whatever a feed answers in between, nothing is lost', atOnce(), async (t) => {
  const { atom: write = () => '' } = forms
  const { showing, shown, feed, state, failing, reasons, count } = await followFeed(t, write([one]))
  await showing('one')
  const refused = async (reason: string, answer: Answer) => {
    Object.assign(feed, { status: 200, headers: {} }, answer)
    await failing(reason)
    t.same(await shown(), ['one'])
  }
  const NO_FEED = 'The address leads to no feed: neither Atom nor RSS nor JSON Feed'
  await refused('The file is not well-formed: 8:8: unclosed tag: entry', { body: write([two, one]).slice(0, -60) })
  const { origin } = await playing(t, () => ({ body: write([{ id: 'tag:5', text: 'sports', at: 5 }]) }))
  const link = `<link rel="alternate" type="application/atom+xml" href="${origin}/all">`
  await refused(NO_FEED, { body: `<!doctype html><title>Down for maintenance</title>${link}` })
  await refused('The address leads to a document of more than 8388608 bytes', { body: 'x'.repeat(8 * 1024 * 1024 + 1) })
  await refused(NO_FEED, { body: '\u0000\u0001 no text at all' })
  await refused('The other service answered 500', { status: 500, body: write([two]) })
  await refused('The source is not a JSON Feed: it is not a JSON object', {
    body: '{"version":"https://jsonfeed.org/version/1.1","items":['
  })
  const nameless = '<entry><title>An entry without an id</title></entry>'
  Object.assign(feed, { status: 200, body: write([two, one]).replace('<entry>', `${nameless}<entry>`) })
  await showing('two', 'one')
  await state(({ IsFailing, Parked }) => IsFailing === 'False' && Parked === '1')
  t.same(await reasons(), ['An entry without an id was left out.'])
  t.equal(await count(), 2, 'nothing twice')
})

t.test('a blank line at the start, or a character that XML forbids, stops no feed', atOnce(), async (t) => {
  const { atom: write = () => '' } = forms
  const [bell, nul] = [
    { ...two, text: 'bell \u0007' },
    { ...three, text: 'nul &amp;#0;' }
  ]
  const { showing, feed, state, reasons } = await followFeed(t, `\n${write([nul, bell, one]).replace(/amp;#/g, '#')}`)
  await showing('nul &#0;', 'one')
  await state(({ IsFailing, Parked }) => IsFailing === 'False' && Parked === '1')
  t.match(await reasons(), [/^Its text contains control characters/])
  feed.body = write([two, one])
  await showing('nul &#0;', 'two', 'one')
})

t.test('the encoding that only the header of a feed tells counts', atOnce(), async (t) => {
  const { rss: write = () => '' } = forms
  const body = Buffer.from(write([{ ...two, text: '\x84Ja\x93 über' }, one]), 'latin1')
  const { showing, feed } = await followFeed(t, body, {}, ours, { 'content-type': 'text/xml; charset=ISO-8859-1' })
  await showing('„Ja“ über', 'one')
  feed.body = write([three, { ...two, text: '„Nein“' }])
  await showing('three', '„Nein“', 'one')
  feed.body = Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-2"?>${write([{ ...three, text: 'b\xb3\xb1d' }])}`,
    'latin1'
  )
  await showing('błąd', '„Nein“', 'one')
})

t.test('a source that says "not modified" to a first request has failed', atOnce(), async (t) => {
  const { rss: write = () => '' } = forms
  const feed: Answer = { status: 304, body: write([one]) }
  const { origin } = await playing(t, () => feed)
  const { failing, showing } = await following(ours, `${origin}/feed`)
  await failing('The other service answered 304')
  feed.status = 200
  await showing('one')
})

t.test('the entries of a site that moves to HTTPS do not come again, and can be removed', atOnce(), async (t) => {
  const { atom: write = () => '' } = forms
  const over = (scheme: string, entry: Entry) => ({ ...entry, id: `${scheme}://a.example/${entry.id}` })
  const { showing, feed, count } = await followFeed(t, write([over('http', two), over('http', one)]))
  await showing('two', 'one')
  feed.body = write([three, { ...two, text: 'two, corrected' }, one].map((entry) => over('https', entry)))
  await showing('three', 'two, corrected', 'one')
  t.equal(await count(), 3, 'nothing twice')
  feed.body = write([over('https', three)], [over('https', one).id])
  await showing('three', 'two, corrected')
  feed.body = write([over('http', { ...three, text: 'four', at: 4 }), over('https', three)])
  await showing('four', 'three', 'two, corrected')
})

t.test('an entry whose picture comes later has not been corrected', atOnce(), async (t) => {
  const image = await picture('png')
  let isAway = true
  const { origin } = await site(t, (_request, response) => {
    if (isAway) response.writeHead(503).end()
    else response.end(image)
  })
  const entry = { ...one, text: `&lt;img src="${origin}/a.png"&gt;one` }
  const { showing, blog, state } = await followFeed(t, forms['rss']?.([entry]) ?? '')
  await showing('one')
  await state(({ Parked }) => Parked === '1')
  isAway = false
  const read = async () => {
    const { PostList } = await ours.json(`Desk/Blog/${blog}/Post/Published?X-Filter=Content,UpdatedOn`)
    return PostList[0]
  }
  const post = await until(read, ({ Content }) => Content.includes('/content/files/'))
  t.notOk('UpdatedOn' in post)
  await state(({ Parked }) => Parked === '0')
})

t.test('a feed that does not change is read once', atOnce(), async (t) => {
  const { showing, statuses } = await followFeed(t, forms['rss']?.([one]) ?? '')
  await showing('one')
  await until(() => statuses.includes(304))
  statuses.length = 0
  await until(() => statuses.length > 10, Boolean, { limit: 90_000 })
  t.ok(statuses.every((status) => status === 304))
})

t.test('an entry whose feed only gives it another time of change has not been corrected', atOnce(), async (t) => {
  const { atom: write = () => '' } = forms
  const { showing, blog, feed, statuses } = await followFeed(t, write([two, one]))
  await showing('two', 'one')
  const changes = () => ours.json(`Desk/Blog/${blog}/Post/Published?X-Filter=CId,UpdatedOn`)
  const before = await changes()
  // As servers write it that make the feed for each request.
  feed.body = write([two, one]).replaceAll(':30.000Z', ':45.000Z')
  statuses.length = 0
  await until(() => statuses.includes(304))
  t.same(await changes(), before)
  feed.body = write([{ ...two, text: 'two, corrected' }, one]).replaceAll(':30.000Z', ':50.000Z')
  await showing('two, corrected', 'one')
})

t.test('entries that always have the time of the request stay where they are', atOnce(), async (t) => {
  for (const [write = () => '', date] of [
    [forms['rss'], /(?<=<pubDate>)[^<]*/g],
    [forms['atom'], /(?<=<(?:published|updated)>)[^<]*/g]
  ] as const) {
    const feed = { entries: [two, one] }
    const { origin, statuses } = await playing(t, () => ({
      body: write(feed.entries).replace(date, new Date().toUTCString())
    }))
    const { showing, blog } = await following(ours, `${origin}/feed`)
    await showing('two', 'one')
    const changes = () => ours.json(`Desk/Blog/${blog}/Post/Published?X-Filter=CId,Order,PublishedOn`)
    const before = await changes()
    await until(() => statuses.length > 3)
    t.same(await changes(), before)
    feed.entries = [three, { ...two, text: 'two, corrected' }, one]
    await showing('three', 'two, corrected', 'one')
  }
})

t.test('the log has a line when a source begins to fail, and one when it is back', atOnce(), async (t) => {
  const { feed, sync, statuses, showing } = await followFeed(t, forms['rss']?.([one]) ?? '')
  await showing('one')
  const answeredTwice = async (status: number) => {
    statuses.length = 0
    await until(() => statuses.filter((each) => each === status).length >= 2)
  }
  feed.status = 500
  await answeredTwice(500)
  feed.status = 200
  await answeredTwice(304)
  feed.status = 500
  await answeredTwice(500)
  const lines = log.map((line) => JSON.parse(line)).filter((line) => line.sync === sync)
  t.same(
    lines.map(({ msg }) => String(msg).replace(/;.*/, '')),
    ['a blog cannot be followed', 'a blog is followed again', 'a blog cannot be followed']
  )
})

t.test('an error page in place of a feed leads to no other one, also just after a start', atOnce(), async (t) => {
  const { rss: write = () => '' } = forms
  const { showing, shown, feed, failing, edit, sync, state } = await followFeed(t, write([one]))
  await showing('one')
  const { origin } = await playing(t, () => ({
    body: write([{ id: 'tag:5', text: 'sports', at: 5 }]).replace('/live', '/')
  }))
  const RSS = 'application/rss+xml'
  const errors = {
    'The page leads to another feed than the one that was copied': `rel="alternate" type="${RSS}" href="${origin}/all"`,
    'The page leads to the blog https://a.example/resources/Desk/Blog/1':
      'rel="describedby" href="https://a.example/resources/Desk/Blog/1"'
  }
  await state(({ SucceededOn }) => SucceededOn !== undefined)
  await edit('PUT', `/Desk/Sync/${sync}`, { IsPaused: true })
  await state(({ IsFollowed }) => IsFollowed === 'False')
  feed.body = '<!doctype html><title>Down for maintenance</title>'
  await edit('PUT', `/Desk/Sync/${sync}`, { IsPaused: false })
  for (const [reason, link] of Object.entries(errors)) {
    feed.body = `<!doctype html><title>Down for maintenance</title><link ${link}>`
    await failing(reason)
    t.same(await shown(), ['one'])
  }
  feed.body = write([two, one])
  await showing('two', 'one')
})

t.test('an error page leads to no other blog after the database has crashed', atOnce(), async (t) => {
  const { rss: write = () => '' } = forms
  const { showing, shown, feed, failing, edit, sync, state } = await followFeed(t, write([one]))
  await showing('one')
  await state(({ SucceededOn }) => SucceededOn !== undefined)
  await edit('PUT', `/Desk/Sync/${sync}`, { IsPaused: true })
  await state(({ IsFollowed }) => IsFollowed === 'False')
  // PostgreSQL empties the table after a crash, because it is not logged.
  await ours.sql`delete from sync_states where sync = ${sync}`
  const link = '<link rel="describedby" href="https://a.example/resources/Desk/Blog/1">'
  feed.body = `<!doctype html><title>Down for maintenance</title>${link}`
  await edit('PUT', `/Desk/Sync/${sync}`, { IsPaused: false })
  await failing('The page leads to the blog https://a.example/resources/Desk/Blog/1')
  t.same(await shown(), ['one'])
  feed.body = write([two, one])
  await showing('two', 'one')
})

t.test('a correction that was made here is kept, and the later one is offered', atOnce(), async (t) => {
  const { rss: write = () => '' } = forms
  const { showing, feed, edit, blog, sync } = await followFeed(t, write([one]))
  await showing('one')
  const Id = await numberFrom(ours.sql`select id from posts where blog = ${blog}`)
  await edit('PUT', `/Desk/Blog/${blog}/Post/${Id}`, { Content: 'ours' })
  feed.body = write([two, { ...one, text: 'theirs' }])
  await showing('two', 'ours')
  const { ParkedChangeList: parked } = await ours.json(`Desk/Sync/${sync}/ParkedChange.json?X-Filter=*`)
  const Reason = 'The post was corrected here, and then changed at its source.'
  t.match(parked, [{ Kind: 'offered', Reason, Content: '<p>theirs</p>' }])
  const { pathname } = new URL(parked[0].href)
  await edit('DELETE', pathname.replace('/resources', '').replace('.json', ''))
  feed.body = write([three, two, { ...one, text: 'theirs' }])
  await showing('three', 'two', 'ours')
  t.same((await ours.json(`Desk/Sync/${sync}/ParkedChange.json`)).ParkedChangeList, [], 'what was forgotten stays away')
})

t.test('an entry that is too long is parked, until it is gone', atOnce(), async (t) => {
  const { 'json-feed': write = () => '' } = forms
  const { showing, state, feed, reasons } = await followFeed(t, write([{ ...two, text: 'long'.repeat(20_000) }, one]))
  await showing('one')
  t.match(await state(({ Parked }) => Parked === '1'), { Parked: '1' })
  t.same(await reasons(), ['Its text is longer than 65535 characters.'])
  feed.body = write([one], ['tag:2'])
  t.match(await state(({ Parked }) => Parked === '0'), { Parked: '0' })
})

t.test('without Auto, entries wait for an editor', atOnce(), async (t) => {
  const { 'json-feed': write = () => '' } = forms
  const { shown, blog } = await followFeed(t, write([one]), { auto: false })
  const waiting = () => ours.sql`select content from posts where blog = ${blog} and submitted_on is not null`
  t.match(await until(waiting, ({ count }) => count === 1), [{ Content: '<p>one</p>' }])
  t.same(await shown(), [])
})

t.test('a web page leads to its best feed, and a feed to the end of its archive', atOnce(), async (t) => {
  const { atom: write = () => '' } = forms
  const pages: Readonly<Record<string, string>> = {
    '/2026/night': `<!doctype html><link rel="alternate" type="application/rss+xml" href="/rss">
<link rel="alternate" type="application/atom+xml" href="feeds/atom"><p>Night</p>`,
    '/2026/feeds/atom': write([three]).replace('<title>', '<link rel="next" href="atom?page=2"/><title>'),
    '/2026/feeds/atom?page=2': write([two]).replace('<title>', '<link rel="next" href="atom?page=3"/><title>'),
    '/2026/feeds/atom?page=3': write([one]).replace('<title>', '<link rel="next" href="atom?page=4"/><title>')
  }
  let status = 500
  const { origin } = await playing(t, ({ pathname, search }) => {
    // Links are relative to the address to which a redirect leads.
    if (pathname === '/') return { status: 302, headers: { location: '/2026/night' }, body: '' }
    const { [pathname + search]: body } = pages
    return body === undefined ? { status: 404, body: '' } : { status: search === '?page=3' ? status : 200, body }
  })
  const { showing, state, failing, count } = await following(ours, `${origin}/`)
  await failing('The other service answered 500')
  await showing('three', 'two')
  status = 200
  await showing('three', 'two', 'one')
  t.equal(await count(), 3, 'nothing twice')
  await state(({ SucceededOn, IsFailing }) => SucceededOn !== undefined && IsFailing === 'False')
  t.match(log.join(''), 'The archive of the feed ends with an error: The other service answered 404')
})

t.test('a look reads 200 pages of an archive that has no end', atOnce(), async (t) => {
  const { atom: write = () => '' } = forms
  let oldest = 1
  const { origin } = await playing(t, ({ searchParams }) => {
    const number = Number(searchParams.get('page') ?? 1)
    oldest = Math.max(oldest, number)
    return { body: write([one]).replace('<title>', `<link rel="next" href="?page=${number + 1}"/><title>`) }
  })
  const { state } = await following(ours, `${origin}/feed`)
  t.match(await state(({ SucceededOn }) => SucceededOn !== undefined), { IsFailing: 'False' })
  t.equal(oldest, 201)
})

t.test('a feed to which an old web page leads is read again after an error', atOnce(), async (t) => {
  const { atom: write = () => '' } = forms
  const feed: Answer = { body: write([one]) }
  const pageChangedAt = at(0)
  const { origin } = await playing(t, ({ pathname }, { 'if-modified-since': since }) => {
    if (pathname === '/feed') return { ...feed, headers: { 'last-modified': at(30).toUTCString() } }
    if (since !== undefined && new Date(since) >= pageChangedAt) return { status: 304, body: '' }
    return { body: '<!doctype html><link rel="alternate" type="application/atom+xml" href="/feed"><p>Night</p>' }
  })
  const { showing, failing } = await following(ours, `${origin}/`)
  await showing('one')
  feed.status = 500
  await failing('The other service answered 500')
  feed.body = write([two, one])
  feed.status = 200
  await showing('two', 'one')
})

t.test('a look whose beginning the database does not note begins again', atOnce(), async (t) => {
  const { rss: write = () => '' } = forms
  const { showing, feed, sync, state, failing } = await followFeed(t, write([one]))
  await showing('one')
  await state(({ ComparedOn }) => ComparedOn !== undefined)
  // Also true for the first copy of a look: the trigger of this file refuses it while the state says that all is here.
  await ours.sql`create sequence refused_beginnings`
  await ours.sql`
    create function refuse_beginning() returns trigger language plpgsql as $$
    begin
      if nextval('refused_beginnings') = 1 then raise 'nothing can be noted now'; end if;
      return new;
    end $$`
  await ours.sql.unsafe(`
    create trigger refuse_beginning before update on sync_states for each row
    when (new.sync = ${sync} and new.compared_on is null) execute function refuse_beginning()`)
  feed.body = write([two, one])
  await failing('The database of this service refused a change')
  await showing('two', 'one')
})

t.test('pages of an archive that an interrupted look has not reached are read later', atOnce(), async (t) => {
  const { atom: write = () => '' } = forms
  const page = (next: number, ...entries: readonly Entry[]) =>
    write(entries).replace('<title>', `<link rel="next" href="?page=${next}"/><title>`)
  const later = [4, 5, 6].map((number) => ({ ...one, id: `tag:${number}`, text: `later ${number}`, at: number }))
  let pages = [three, two, one]
  let last = 200
  const { origin } = await playing(t, ({ searchParams }) => {
    const number = Number(searchParams.get('page') ?? 1)
    const { [number - 1]: entry } = pages
    return entry === undefined
      ? { status: 404, body: '' }
      : { status: number < 3 ? 200 : last, body: page(number + 1, entry) }
  })
  const { showing, state, failing, edit, sync } = await following(ours, `${origin}/feed`)
  await state(({ SucceededOn }) => SucceededOn !== undefined)
  await showing('three', 'two', 'one')
  last = 500
  pages = later.toReversed()
  await failing('The other service answered 500')
  await edit('PUT', `/Desk/Sync/${sync}`, { IsPaused: true })
  await state(({ IsFollowed }) => IsFollowed === 'False')
  await edit('PUT', `/Desk/Sync/${sync}`, { IsPaused: false })
  last = 200
  await showing('later 6', 'later 5', 'later 4', 'three', 'two', 'one')
})

t.test('feeds of private networks are read only if the operator allows it', atOnce(), async (t) => {
  const guarded = await buildFollower(t, { FOLLOW_PRIVATE: 'false' })
  const { failing } = await followFeed(t, forms['atom']?.([one]) ?? '', {}, guarded)
  await failing(
    'The address does not lead to a public address. The operator may allow private networks (FOLLOW_PRIVATE)'
  )
})
