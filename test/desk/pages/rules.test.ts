/** The page of a blog decides some things without the service: texts, lists, rights, and words for refusals. */
import fc from 'fast-check'
import t from 'tap'
import { kinds } from '../../../plugins/files/names.ts'
import { elementAt } from '../../../plugins/pages/media.ts'
import { operation } from '../../../plugins/desk/view/addresses.ts'
import { contentOf, markupOf, splitContent, textOf } from '../../../plugins/desk/view/content.ts'
import { hasText, postsIn } from '../../../plugins/desk/view/derived.ts'
import { differenceOf, type Part } from '../../../plugins/desk/view/difference.ts'
import { asCard, bodyOf, cardAddress, draftOf, isSame, isUnchanged } from '../../../plugins/desk/view/draft.ts'
import { filterIn, matches, pageIn, timelineList } from '../../../plugins/desk/view/filter.ts'
import { linked, lonelyAddress, unlinked } from '../../../plugins/desk/view/links.ts'
import { placeOf } from '../../../plugins/desk/view/panels.ts'
import { isCorrected, isPost, type Post } from '../../../plugins/desk/view/post.ts'
import { fieldReasonOf, formReasonOf, pictureReasonOf, reasonOf } from '../../../plugins/desk/view/reasons.ts'
import { mayCorrect, mayDecide, mayHandle, mayMove } from '../../../plugins/desk/view/rights.ts'
import { emptyDraft } from '../../../plugins/desk/view/writing.ts'
import { allSeen, isUnread } from '../../../plugins/desk/view/unread.ts'
import { partIn, waitingList } from '../../../plugins/desk/view/waiting.ts'
import { localTimeAt, momentIn } from '../../../plugins/desk/view/zones.ts'
import { base } from '../../support/desk-state.ts'
import { golden } from '../../support/golden.ts'
import { processorTime } from '../../support/processor-time.ts'

const post: Post = {
  ...{ Id: 5, CId: 9, Order: 5, IsPublished: false, AuthorName: 'Ada' },
  ...{ Type: { Key: 'normal' }, Creator: { Id: 1 }, Content: 'Text', Meta: '{}', CreatedOn: '2025-11-20T10:00:00Z' }
}
const published: Post = { ...post, IsPublished: true, PublishedOn: '2025-11-20T10:00:00Z' }

t.test('what people type becomes markup, and the markup becomes what they typed', async (t) => {
  for (const [typed, markup] of [
    ['One line', 'One line'],
    ['Fish & chips & peas, 2 < 3 < 4 > 1', 'Fish &amp; chips &amp; peas, 2 &lt; 3 &lt; 4 > 1'],
    [' One\r\nTwo\rThree\r\n\r\nFour\n\nFive\n', '<p>One<br>Two<br>Three</p><p>Four</p><p>Five</p>'],
    ['<b>bold</b> &amp; &lt;i&gt;', '<b>bold</b> &amp; &lt;i&gt;'],
    ['One\nTwo\n\nThree', '<p>One<br>Two</p><p>Three</p>'],
    ['<ul><li>a</li>\n\n<li>b</li></ul>\n\nEnd', '<ul><li>a</li>\n\n<li>b</li></ul><p>End</p>'],
    ['<h2>Wards</h2>\n\nAll counted', '<h2>Wards</h2><p>All counted</p>'],
    ['\u00a0a\u00a0b', 'a\u00a0b']
  ] as const) {
    t.equal(markupOf(typed), markup, typed)
    t.equal(markupOf(textOf(markup)), markup, `${typed}, again`)
  }
  for (const [markup, text] of [
    ['a&nbsp;b&nbsp;c &amp; d &amp; e &lt; f &lt; g &gt; h &gt; i', 'a\u00a0b\u00a0c & d & e < f < g > h > i'],
    ['&lt;b&gt; &lt;i&gt;', '&lt;b&gt; &lt;i&gt;'],
    ['<p>One<br/>Two</p>\n<p>Three</p>', 'One\nTwo\n\nThree'],
    ['<p>Kept<br></p>', '<p>Kept<br></p>'],
    ['<p class="x">Kept</p>', '<p class="x">Kept</p>'],
    ['<p>Not ended', '<p>Not ended'],
    ['\n<ul><li>a</li></ul> \n', '<ul><li>a</li></ul>']
  ] as const) {
    t.equal(textOf(markup), text, markup)
  }
})

t.test('a long space in a post stops no tab', async (t) => {
  const read = () => t.equal(textOf(`a<br>${' '.repeat(65_000)}b <br>\n c \n d`), `a\n${' '.repeat(65_000)}b \nc d`)
  // This took four seconds before.
  t.ok((await processorTime(read)) < 1000)
})

t.test('pictures and recordings are put at the end of a content, and come apart from it', async (t) => {
  const size = { width: 640, height: 360 }
  const pictures = [
    { address: '/content/a.jpg', ...size, description: 'A "bridge" & <more>', credit: 'Mio' },
    { address: '/content/b.jpg', description: '', credit: 'Mio' },
    { address: '/content/c.jpg', description: 'Pier', credit: '' },
    { address: '/content/d.mp4', ...size, description: 'The horn', credit: 'Mio' },
    { address: '/content/e.mp3', description: '', credit: '' }
  ]
  const content = contentOf('Text', pictures)
  t.equal(
    content,
    '<p>Text</p><figure><img src="/content/a.jpg" alt="A &quot;bridge&quot; &amp; &lt;more&gt;" width="640" ' +
      'height="360"><figcaption>A &quot;bridge&quot; &amp; &lt;more&gt; · Mio</figcaption></figure>' +
      '<figure><img src="/content/b.jpg" alt=""><figcaption>Mio</figcaption></figure>' +
      '<figure><img src="/content/c.jpg" alt="Pier"><figcaption>Pier</figcaption></figure>' +
      '<figure><video src="/content/d.mp4" aria-label="The horn" width="640" height="360" controls></video>' +
      '<figcaption>The horn · Mio</figcaption></figure>' +
      '<figure><audio src="/content/e.mp3" aria-label="" controls></audio></figure>'
  )
  t.same(splitContent(content), { markup: '<p>Text</p>', pictures })
  const other = '<figure><img src="/a.jpg" alt="Pier"><figcaption>Another</figcaption></figure>'
  t.same(splitContent(other), { markup: other, pictures: [] }, 'other captions stay')
  const byBrowser = '<figure><img src="/a.jpg" alt="Pier&nbsp;3"><figcaption>Pier&nbsp;3</figcaption></figure>'
  const { pictures: read } = splitContent(byBrowser)
  t.match(read, [{ description: 'Pier\u00a03', credit: '' }], 'the entities that the editor for rich text writes')
  t.equal(contentOf('Text', []), 'Text')
})

t.test('each kind of file that the service takes has its element', async (t) => {
  for (const [extension, { type }] of Object.entries(kinds)) {
    t.equal(elementAt(`https://desk.example/content/files/x.${extension}`), type === 'image' ? 'img' : type, extension)
  }
  t.equal(elementAt('https://desk.example/?x.mp4'), 'img')
})

t.test('addresses in a text become links, without the sentence around them', async (t) => {
  const link = (address: string) => `<a href="${address}">${address}</a>`
  for (const [markup, expected] of [
    ['https://a.example/x?y=1&amp;z, or so', `${link('https://a.example/x?y=1&amp;z')}, or so`],
    ['See http://b.example.', `See ${link('http://b.example')}.`],
    ['(https://a.example/b_(c))', `(${link('https://a.example/b_(c)')})`],
    ['&lt;https://a.example&gt;', `&lt;${link('https://a.example')}&gt;`],
    [`${link('https://a.example')} https://`, `${link('https://a.example')} https://`],
    ['<b>https://a.example</b>', `<b>${link('https://a.example')}</b>`],
    ['<a href="https://b.example">https://a.example</a>', '<a href="https://b.example">https://a.example</a>'],
    ['<img src="https://a.example/b.png">', '<img src="https://a.example/b.png">'],
    ['xhttps://a.example https://', 'xhttps://a.example https://']
  ] as const) {
    t.equal(linked(markup), expected, markup)
    t.equal(linked(unlinked(expected)), expected)
  }
  const stored = (address: string) => `<a href="${address}" rel="nofollow">${address}</a>`
  t.equal(unlinked(`${stored('http://a.example')} ${stored('http://b.example')}`), 'http://a.example http://b.example')
  t.equal(unlinked('<a href="https://a.example">other</a>'), '<a href="https://a.example">other</a>')
  t.equal(lonelyAddress('One\n https://a.example/b \nhttps://c.example'), 'https://a.example/b')
  t.equal(lonelyAddress('See https://a.example'), undefined)
})

t.test('drafts become posts, and posts become drafts', async (t) => {
  const draft = emptyDraft('new')
  t.same(bodyOf({ ...draft, text: ' a ' }), { Content: 'a', Type: 'normal', Meta: '{}' })
  const fields = { url: 'https://a.example/', title: ' ', name: 'not a field of links' }
  const { Content, Meta } = bodyOf({ ...draft, type: 'link', fields, others: { kept: 1 } })
  t.same(JSON.parse(Meta), { kept: 1, url: 'https://a.example/' })
  t.equal(bodyOf({ ...draft, type: 'link', fields: { url: 'https://a.example/' } }).Content, Content)
  const picture = {
    key: 'p',
    name: 'a.jpg',
    address: '/a.jpg',
    width: 4,
    height: 3,
    description: '',
    credit: ''
  }
  const pictured = bodyOf({ ...draft, type: 'image', pictures: [picture, { ...picture, address: '' }] })
  t.same(JSON.parse(pictured.Meta), { url: '/a.jpg', width: 4, height: 3 })
  t.equal(pictured.Content, '<figure><img src="/a.jpg" alt="" width="4" height="3"></figure>')

  const stored = { ...post, Content: '<p>One</p><p>Two</p>', Meta: '{"url":"https://a.example/","kept":1}' }
  const again = draftOf(stored, 'again')
  t.match(again, { type: 'link', text: 'One\n\nTwo', fields: { url: 'https://a.example/' }, others: { kept: 1 } })
  const withPicture = draftOf({ ...post, Content: '<figure><img src="/content/a%20b.jpg" alt=""></figure>' }, 'x')
  t.match(withPicture.pictures, [{ key: 'x-0', name: 'a b.jpg', address: '/content/a%20b.jpg' }])
  t.equal(isUnchanged(draftOf(post, 'x'), post), true)
  t.equal(isUnchanged({ ...draftOf(post, 'x'), text: 'Other' }, post), false)
  t.equal(isUnchanged({ ...draftOf(post, 'x'), pictures: [{ ...picture, address: '' }] }, post), false, 'on its way')
  t.equal(isSame(draft, { ...draft, key: 'other' }), true)
  for (const other of [{ text: 'x' }, { markup: 'x' }, { type: 'quote' }, { fields: { a: 'x' } }]) {
    t.equal(isSame(draft, { ...draft, ...other }), false, JSON.stringify(other))
  }
})

t.test('the first address alone on a line becomes a card', async (t) => {
  const draft = { ...emptyDraft('new'), text: 'Look\nhttps://a.example/\nhere' }
  t.equal(cardAddress(draft), 'https://a.example/')
  t.equal(cardAddress({ ...draft, type: 'quote' }), undefined)
  t.match(asCard(draft, { title: 'T' }), {
    type: 'link',
    text: 'Look\nhere',
    fields: { title: 'T', url: 'https://a.example/' }
  })
  t.equal(asCard({ ...draft, text: 'Look\n\nhttps://a.example/\n' }).text, 'Look')
})

t.test('a draft is empty as long as nothing but white space and tags is in it', async (t) => {
  const draft = emptyDraft('new')
  for (const [part, has] of [
    [{}, false],
    [{ text: ' \n' }, false],
    [{ text: 'x' }, true],
    [{ markup: '<p> </p>' }, false],
    [{ markup: '<p><img src="a"></p>' }, true],
    [{ markup: '<p><audio src="a"></audio></p>' }, true],
    [{ fields: { url: ' ' } }, false],
    [{ fields: { url: 'x' } }, true]
  ] as const) {
    t.equal(hasText({ ...draft, ...part }), has, JSON.stringify(part))
  }
})

t.test('a post is in one place', async (t) => {
  for (const [properties, place] of [
    [{ IsPublished: true, PublishOn: 'x', SubmittedOn: 'x' }, 'timeline'],
    [{ PublishOn: 'x', SubmittedOn: 'x', CommentSource: 'x' }, 'later'],
    [{ SubmittedOn: 'x', CommentSource: 'x' }, 'comments'],
    [{ SubmittedOn: 'x' }, 'submitted'],
    [{}, 'drafts'],
    [{ Creator: { Id: 2 } }, 'elsewhere']
  ] as const) {
    t.equal(placeOf({ ...post, ...properties }, 1), place)
  }
})

t.test('posts are in the order in which people need them', async (t) => {
  const idsIn = (place: 'timeline' | 'later' | 'submitted', some: Readonly<Record<number, Partial<Post>>>) => {
    const posts = Object.fromEntries(
      Object.entries(some).map(([id, own]) => [Number(id), { ...post, Id: Number(id), Order: Number(id), ...own }])
    )
    return postsIn({ posts, me: { Id: 1, Name: 'Ada' }, held: [9], corrections: {}, returning: [] }, place).map(
      ({ Id }) => Id
    )
  }
  const IsPublished = true
  const timeline = {
    1: { IsPublished },
    2: { IsPublished, PinnedOn: '2026-11-22T20:15:01.000Z' },
    3: { IsPublished },
    4: { IsPublished, PinnedOn: '2026-11-22T20:15:00.000Z' },
    9: { IsPublished }
  }
  t.same(idsIn('timeline', timeline), [2, 4, 3, 1], 'the last pinned first, then the highest order; none that is held')
  t.same(idsIn('later', { 1: { PublishOn: '2026-11-22' }, 2: { PublishOn: '2026-11-21' } }), [2, 1])
  t.same(idsIn('submitted', { 1: { SubmittedOn: '2026-11-22' }, 2: { SubmittedOn: '2026-11-21' } }), [2, 1])
})

t.test('filters come from an address, ask the service, and choose what the page has', async (t) => {
  t.same(filterIn({ who: '0', type: '', only: 'nothing', text: ' ' }), {})
  t.same(filterIn({ who: '1', type: 'quote', only: 'key', text: ' a ' }), {
    who: 1,
    type: 'quote',
    only: 'key',
    text: 'a'
  })
  const common = 'detailed=false&limit=51&X-Filter=*'.replace('*', encodeURIComponent('*').replace('%2A', '*'))
  for (const [filter, below, address] of [
    [{}, undefined, `Post/Published?${common}`],
    [{ who: 3, type: 'a b' }, 7.5, `PostType/a%20b/User/3/Post/Published?${common}&order.until=7.5`],
    [{ only: 'key' }, undefined, `Post/Published?${common}&isKeyPoint=true`],
    [{ only: 'pinned' }, undefined, `Post/Published?${common}&isPinned=true`],
    [{ only: 'pictures' }, undefined, `Post/Published?${common}&content.like=%25%3Cimg%25`],
    [{ only: 'corrected', text: 'x' }, undefined, `Post/Published?${common}&isModified=true&search.ilike=x`],
    [{ only: 'withdrawn' }, undefined, `Post/Unpublished?${common}&withdrawnOn.since=1970-01-01+00%3A00%3A00`]
  ] as const) {
    t.equal(timelineList(filter, below), address)
  }
  for (const [filter, isMatch] of [
    [{}, true],
    [{ who: 1, type: 'normal', text: 'TEX' }, true],
    [{ who: 2 }, false],
    [{ type: 'quote' }, false],
    [{ text: 'other' }, false],
    [{ only: 'key' }, false],
    [{ only: 'pinned' }, false],
    [{ only: 'pictures' }, false],
    [{ only: 'corrected' }, false],
    [{ only: 'withdrawn' }, false]
  ] as const) {
    t.equal(matches(post, filter), isMatch, JSON.stringify(filter))
  }
  const marked = { ...published, IsKeyPoint: true, PinnedOn: 'x', Content: '<img src="a">', WithdrawnOn: 'x' }
  const corrected = { ...marked, UpdatedOn: '2025-11-20T10:00:01Z' }
  for (const only of ['key', 'pinned', 'pictures', 'corrected', 'withdrawn'] as const) {
    t.equal(matches(corrected, { only }), true, only)
  }
  t.equal(isCorrected({ ...published, UpdatedOn: '2025-11-20T10:00:00Z' }), false, 'changed before readers saw it')
  const posts = (count: number) => Array.from({ length: count }, (_, n) => ({ ...post, Id: n, Order: -n }))
  t.match(pageIn(posts(50)), { posts: { length: 50 }, floor: undefined })
  t.match(pageIn(posts(51)), { posts: { length: 50 }, floor: -49 })
})

t.test('lists of what waits are read in parts', async (t) => {
  for (const [place, after, address] of [
    ['submitted', undefined, 'Post/Submitted?asc=id&limit=100&X-Filter=*'],
    ['drafts', 7, 'User/1/Post/Unpublished?isSubmitted=false&desc=id&id.until=7&limit=100&X-Filter=*'],
    ['comments', 7, 'Post/Comment?isPublished=false&asc=id&id.since=7&limit=100&X-Filter=*'],
    ['later', undefined, 'Post/Scheduled?asc=id&limit=100&X-Filter=*']
  ] as const) {
    t.equal(waitingList(place, 1, after), address)
  }
  const rows = [7, 5].map((Id) => ({ ...post, Id }))
  const posts = { 3: { ...post, Id: 3 }, 5: { ...post, Id: 5 }, 8: { ...post, Id: 8 } }
  const partOf = (total: number) => partIn({ PostList: rows, total }, 'drafts', { posts, me: { Id: 1 } }).beyond
  t.same(partOf(4), { count: 1, after: 5 }, 'one beyond is known')
  t.equal(partOf(3), undefined)
  t.same(partIn({ PostList: [] }, 'drafts', { posts, me: { Id: 1 } }), { posts: [], beyond: undefined })
  t.equal(isPost({ ...post }), true)
  for (const name of ['Id', 'CId', 'Order', 'Content', 'Meta', 'CreatedOn', 'Type', 'Creator']) {
    t.equal(isPost({ ...post, [name]: undefined }), false, name)
  }
})

t.test('forms of a post that came by the stream lead to the addresses of others', async (t) => {
  const streamed = { ...post, href: `${base.blog.href}/Post/5.json` }
  t.equal(operation(base, streamed, 'Publish'), operation(base, post, 'Publish'))
  t.match(operation(base, streamed, 'Publish'), `${base.blog.href}/Post/5/Publish?`)
})

t.test('posts of colleagues count as unread until they are seen', async (t) => {
  const me = { Id: 2, Name: 'Bo' }
  const [seen, on] = [{ change: 8, on: 0 }, Date.parse('2025-11-20T10:00:00Z')]
  t.equal(isUnread(published, { me, seen }), true)
  t.equal(isUnread(published, { me: { ...me, Id: 1 }, seen }), false, 'an own post')
  t.equal(isUnread(post, { me, seen }), false, 'a draft')
  t.equal(isUnread(published, { me, seen: { ...seen, change: 9 } }), false, 'its change was seen')
  t.equal(isUnread(published, { me, seen: { ...seen, on } }), false, 'it was published before')
  t.same(allSeen({ posts: { 5: published, 6: post }, cursor: 12 }), { change: 12, on })
})

t.test('rights follow from the membership, the blog and the post', async (t) => {
  const blog = {
    ...{ Id: 1, Title: '', IsLive: true, IsClosed: false, version: 1, hasZone: false, href: '', language: 'en' },
    limits: { content: 1, note: 1, fileBytes: 1, fileTypes: [] }
  }
  const reporter = { me: { Id: 1, Name: 'Ada' }, mayPost: true, mayPublish: false, blog }
  const editor = { ...reporter, me: { Id: 2, Name: 'Bo' }, mayPublish: true }
  const reader = { ...reporter, mayPost: false }
  const late = { ...editor, blog: { ...blog, IsClosed: true } }
  const closed = { ...reporter, blog: { ...blog, IsClosed: true } }
  const planned = { ...post, PublishOn: 'x' }
  const pinned = { ...published, PinnedOn: 'x' }
  const rights = [reporter, editor, reader, late, closed]
  t.same(rights.map(mayDecide), [false, true, false, false, false])
  const shown = rights.map((each) => mayHandle(post, each))
  t.same(shown, [true, true, false, false, false])
  const found = rights.map((each) => mayHandle(published, each))
  t.same(found, [false, true, false, false, false])
  const actual = rights.map((each) => mayCorrect(post, each))
  t.same(actual, [true, true, false, false, false])
  const result = rights.map((each) => mayCorrect(planned, each))
  t.same(result, [false, true, false, false, false])
  t.same(
    [post, published, pinned].map((each) => mayMove(each, editor)),
    [false, true, false]
  )
  t.equal(mayMove(published, reporter), false)
})

t.test('two texts are compared word by word', async (t) => {
  t.same(differenceOf('a b c d', 'a x c e d'), [
    { text: 'a ' },
    { text: 'b ', change: 'removed' },
    { text: 'x ', change: 'added' },
    { text: 'c ' },
    { text: 'e ', change: 'added' },
    { text: 'd' }
  ])
  t.same(differenceOf('a b', 'a b'), [{ text: 'a b' }])
  t.same(differenceOf('', 'a'), [{ text: 'a', change: 'added' }])
  const long = 'a '.repeat(1500)
  const isWhole = (words: string) => differenceOf(words, `${words}b`).every(({ change }) => change !== undefined)
  t.equal(isWhole(long.slice(2)), false)
  t.equal(isWhole(long), true, 'more words are compared as a whole')
  t.same(differenceOf(`${long}a`, `${long}a`), [{ text: `${long}a` }])

  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ') })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = differenceOf(before, after)
      const without = (change: Part['change']) =>
        parts.flatMap((part) => (part.change === change ? [] : part.text)).join('')
      return without('added') === before && without('removed') === after
    })
  )
})

t.test('local times become moments, also where the clocks change', async (t) => {
  for (const [local, zone, moment] of [
    ['2026-11-23T20:15', 'UTC', '2026-11-23T20:15:00.000Z'],
    ['2026-07-23T20:15', 'Europe/Lisbon', '2026-07-23T19:15:00.000Z'],
    ['2026-01-05T00:30', 'Asia/Kolkata', '2026-01-04T19:00:00.000Z'],
    ['2026-01-04T21:30', 'America/St_Johns', '2026-01-05T01:00:00.000Z'],
    ['2026-10-25T12:00', 'Europe/Berlin', '2026-10-25T11:00:00.000Z'],
    ['2026-10-25T00:30', 'Europe/Berlin', '2026-10-24T22:30:00.000Z']
  ] as const) {
    t.equal(momentIn(local, zone), moment, local)
    t.equal(localTimeAt(new Date(moment), zone), local)
  }
  for (const [local, zone, moment] of [
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29T01:30', 'Europe/Lisbon', '2026-03-29T01:30:00.000Z'],
    ['2027-03-14T02:30', 'America/New_York', '2027-03-14T07:30:00.000Z'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z']
  ] as const) {
    t.equal(momentIn(local, zone), moment, `a time that is skipped in ${zone} is not published earlier`)
  }
  for (const [local, zone, moment] of [
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
    ['2027-11-07T01:30', 'America/New_York', '2027-11-07T06:30:00.000Z']
  ] as const) {
    t.equal(momentIn(local, zone), moment, `a time that comes twice in ${zone} is the second one`)
  }
  t.equal(momentIn('tomorrow', 'UTC'), undefined)
})

/** Beginnings of the details and reasons of problems for which the page has its own words. */
const DETAILS = [
  ...['Content', 'Meta', 'PublishOn', 'Note', 'This blog is closed', 'Three posts', 'This comment', 'file'],
  ...['file is empty', 'file cannot', 'file has', 'An item with these', 'A user has at most', 'This request has made'],
  'Others are changing'
]

/** Returns a reason for a form; none if it is the detail of the problem. */
const fieldFree = (reason: string, detail: string) => (reason === detail ? '' : reason)

t.test('people read why something was refused', async (t) => {
  const reasonsOf = (status: number, detail: string) => {
    const failure = { status, document: { detail, errors: [{ place: detail, reason: 'is wrong' }] } }
    return [reasonOf(failure), pictureReasonOf(failure), fieldFree(formReasonOf(failure), detail)]
  }
  const lines = [0, 400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 500, 502, 503, 504].flatMap((status) => {
    const common = reasonsOf(status, '')
    const own = DETAILS.map((detail) => [detail, reasonsOf(status, detail)] as const)
    const others = own.filter(([, reasons]) => String(reasons) !== String(common))
    return [['', common] as const, ...others].map(
      ([detail, reasons]) => `${status} ${detail}\n  ${reasons.join('\n  ')}\n`
    )
  })
  await golden(t, 'desk-reasons.txt', Buffer.from(lines.join('')))
  t.same(reasonsOf(400, 'Its Content'), reasonsOf(400, 'Another'), 'the words of the service count where a text begins')
  for (const [reason, own] of [
    ['must have at least 1 character', 'must not be empty'],
    ['is already taken', 'belongs to somebody else; choose another one'],
    ['is not the current password', 'is not the password with which you log in'],
    ['is not the id of a blog', 'is not in the list; choose one from it'],
    ['must be a whole number', 'is not in the list; choose one from it'],
    ['must be blue', 'must be blue']
  ] as const) {
    t.equal(fieldReasonOf(reason), own)
  }
})
