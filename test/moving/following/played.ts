/** Sources of all kinds, as a test plays them: first with some posts, and then with changes of each sort. */

/** Documents of a source, by path and query, in each of its phases. */
export interface Played {
  readonly type: 'chained blog' | 'blog provider'
  /** Path of the address that is followed. */
  readonly path: string
  /** Path whose address identifies posts without an identity. */
  readonly list: string
  /** Returns the document at an address; undefined for an address that the source does not have. */
  readonly answer: (phase: number, url: URL, filter: string) => object | string | undefined
  /** Whether the source has streams. */
  readonly hasStream?: boolean
}

const day = (number: number) => `2026-01-0${number}T03:04:05.678Z`

/** A post as lists of Desk have it. */
const item = (id: number, cId: number, more: object = {}) => ({
  ...{ Id: `${id}`, CId: `${cId}`, Order: `${id}.5`, IsPublished: 'True', Content: `post ${id}`, Meta: '{"a":1.0}' },
  ...{ Type: { Key: 'normal' }, CreatedOn: day(2), PublishedOn: day(3), AuthorName: 'Ann Lee' },
  ...more
})

const UUID = '6A1FD5A5-6D0A-4E0F-8B49-52AD0E0A1D3F'
const OTHER = '7a1fd5a5-6d0a-4e0f-8b49-52ad0e0a1d3f'
const quote = { Type: { Key: 'quote' }, Uuid: UUID, IsKeyPoint: 'True' }
const gone = { IsPublished: 'False', Order: undefined, Content: undefined, Meta: undefined }

const first = [
  item(1, 1, { ...quote, PinnedOn: day(4), UpdatedOn: day(5) }),
  item(2, 2, { Type: { Key: 'poll' }, Meta: '[1]', PublishedOn: 'yesterday' }),
  item(3, 3, { ...gone, DeletedOn: day(4) }),
  item(4, 4, { PinnedOn: '2099-01-02T03:04:05.678Z', PublishedOn: '2099-01-02T03:04:05.678Z' }),
  item(5, 5, { AuthorName: undefined, Meta: undefined, PinnedOn: day(5) }),
  item(6, 6, { AuthorName: 'Bo <bo@example.org>', PinnedOn: day(6) }),
  item(7, 7, { Order: '1.75' }),
  { Content: 'nobody', CId: '8' }
]

const changed = [
  item(1, 9, {
    UpdatedOn: day(6),
    PublishedOn: day(4),
    Uuid: UUID,
    AuthorName: 'Cy',
    Content: 'post 1, again',
    Meta: '{}'
  }),
  item(2, 10, { ...gone, DeletedOn: day(5) }),
  item(5, 11, gone),
  item(4, 12, { Content: 'theirs', UpdatedOn: day(6) }),
  item(7, 13, { Order: '9.5', IsKeyPoint: 'True' }),
  item(8, 14, { Order: '1.6', Uuid: OTHER })
]

const again = [item(5, 15, { UpdatedOn: day(7) }), item(20, 16, { Uuid: OTHER, Order: '1.6' }), item(9, 17)]

const phases = [first, changed, again].map((_items, phase, all) => {
  const latest = new Map(
    all
      .slice(0, phase + 1)
      .flat()
      .map((each) => ['Id' in each ? each.Id : '', each])
  )
  // The backup that was restored has lost a post, and given another one a new id.
  for (const id of phase === 2 ? ['6', '8'] : []) latest.delete(id)
  return [...latest.values()].toSorted((one, other) => Number(one.CId) - Number(other.CId))
})

/** Answers with the properties that the filter names, and with few posts on a page. */
const deskList = (phase: number, { pathname, searchParams }: URL, filter: string) => {
  if (!pathname.endsWith('/Published')) return { Id: '1', PostPublished: { href: '1/Post/Published' } }
  const items = phases[phase] ?? []
  const since = Number(searchParams.get('cId.since') ?? 0)
  const names = new Set(filter.split(',').map((name) => name.replace(/\..*/, '')))
  const PostList = items
    .filter(({ CId }) => Number(CId) > since)
    .slice(0, Math.min(3, Number(searchParams.get('limit'))))
    .map((each) => Object.fromEntries(Object.entries(each).filter(([name]) => names.has(name))))
  return { PostList, lastCId: items.at(-1)?.CId }
}

const desk: Played = {
  ...{ type: 'chained blog', path: '/resources/Desk/Blog/1', list: '/resources/Desk/Blog/1/Post/Published' },
  ...{ answer: deskList, hasStream: true }
}

/** It refuses names of properties that it does not know, and pages by change number only if it is told to. */
const liveBlog2: Played = {
  ...{ type: 'chained blog', path: '/resources/LiveDesk/Blog/1', list: '/resources/LiveDesk/Blog/1/Post/Published' },
  answer: (phase, url, filter) =>
    url.pathname.endsWith('/Published') && (filter.includes('Uuid') || url.searchParams.get('asc') !== 'cId')
      ? undefined
      : deskList(phase, url, filter)
}

const entry = (id: string, published: number, text: string, more = '') => `<entry><id>${id}</id><title>${text}</title>
<published>${day(published)}</published><content type="html">&lt;p>${text}&lt;/p></content>${more}</entry>`

const atom: Played = {
  ...{ type: 'blog provider', path: '/atom', list: 'https://news.example/live' },
  answer: (phase, { search }) => {
    const page = (entries: string) => `<feed xmlns="http://www.w3.org/2005/Atom"
xmlns:at="http://purl.org/atompub/tombstones/1.0"><id>https://news.example/live</id><author><name>Ann</name></author>
${entries}</feed>`
    if (search !== '') return page(entry('a1', 1, 'one'))
    const next = '<link rel="next" href="?page=2"/>'
    const via = `<link rel="via" href="urn:uuid:${OTHER}"/><updated>${day(6)}</updated><category term="boats"/>`
    return phase === 0
      ? page(`${next}${entry('a3', 3, 'three', via)}<entry/>${entry('a2', 2, 'two')}`)
      : page(`${next}<at:deleted-entry ref="a2" when="${day(5)}"/>${entry('a4', 4, 'four')}
${entry('a3', 3, 'three, again', `<author><name>Bo</name></author><updated>${day(7)}</updated>`)}`)
  }
}

const jsonFeed: Played = {
  ...{ type: 'blog provider', path: '/feed.json', list: 'https://news.example/live' },
  answer: (phase) => {
    const dates = { date_published: day(3), date_modified: day(4) }
    const one = { id: 'j1', content_html: '<p>one</p>', _desk: { uuid: UUID }, ...dates, authors: [{ name: 'Ann' }] }
    const two = { id: 'j2', content_text: 'two', date_published: day(2), tags: ['boats'] }
    const items =
      phase === 0
        ? [one, two, {}]
        : [
            { id: 'j3', title: 'three' },
            { ...one, content_html: 'one, again', _desk: { uuid: OTHER } }
          ]
    const removed =
      phase === 0
        ? []
        : [
            { id: 'j2', removed_on: day(5) },
            { id: 'j9', removed_on: 'soon' }
          ]
    const head = { version: 'https://jsonfeed.org/version/1.1', home_page_url: 'https://news.example/live' }
    return { ...head, title: 'Night', items, _desk: { removed } }
  }
}

const rss: Played = {
  ...{ type: 'blog provider', path: '/rss', list: 'https://news.example/live' },
  answer: (phase) => {
    const item = (id: number, text: string) => `<item><guid>r${id}</guid><pubDate>${day(id)}</pubDate>
<description>${text}</description></item>`
    const items = phase === 0 ? item(2, 'two') + item(1, 'one') : item(3, 'three') + item(2, 'two, again')
    return `<rss version="2.0"><channel><title>Night</title><link>https://news.example/live</link>${items}
</channel></rss>`
  }
}

/** A post as version 1 of the API of Live Blog 3 lists it. */
const listed = (id: number, text: string, more: object = {}) => ({
  ...{
    _id: `l${id}`,
    _created: day(1),
    _updated: day(8),
    published_date: day(id),
    post_status: 'open',
    order: id + 0.5
  },
  ...{ publisher: { display_name: 'Ann Lee' }, items: [{ item_type: 'text', text: `<p>${text}</p>` }] },
  ...more
})

const liveBlog3: Played = {
  ...{ type: 'blog provider', path: '/api/client_blogs/5a62', list: '/api/client_blogs/5a62' },
  answer: (phase, { searchParams }) => {
    const pinned = listed(2, 'two', { sticky: true, lb_highlight: true, content_updated_date: day(5) })
    const posts =
      phase === 0
        ? [listed(1, 'one'), pinned, listed(3, 'three'), listed(4, 'four'), { _updated: day(8) }]
        : [
            listed(1, 'one', { order: 9.5 }),
            listed(2, 'two, again', { content_updated_date: day(6), publisher: { byline: 'Cy' } }),
            listed(3, 'three', { post_status: 'submitted', unpublished_date: day(7) }),
            listed(4, 'four', { deleted: true }),
            listed(5, 'five', { items: [{ item_type: 'poll', poll_body: { question: 'Who?', answers: [] } }] })
          ]
    const start = 2 * (Number(searchParams.get('page')) - 1)
    return { _meta: { total: posts.length }, _items: posts.slice(start, start + 2) }
  }
}

export const played: Readonly<Record<string, Played>> = { desk, liveBlog2, atom, jsonFeed, rss, liveBlog3 }
