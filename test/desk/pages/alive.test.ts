/** The page of a blog as its script shows it, in each of its states. */
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import t from 'tap'
import { Page } from '../../../plugins/desk/view/page.tsx'
import type { State } from '../../../plugins/desk/view/state.ts'
import { emptyDraft, type Draft, type Picture } from '../../../plugins/desk/view/writing.ts'
import { base, MOMENT, postOf, published } from '../../support/desk-state.ts'
import { golden } from '../../support/golden.ts'

const picture: Picture = {
  ...{ key: 'p', name: 'a.jpg', address: '', description: 'Pier', credit: 'Mio', progress: 0.5 }
}
const draft: Draft = { ...emptyDraft('new'), text: 'One\n\nTwo', pictures: [picture] }
const target = { post: 1, base: postOf(1, published) }
const outgoing = { key: 'o', intent: 'publish', draft, isShown: true } as const
const stored = { id: 1, name: 'b.jpg', address: '/b.jpg', thumbnail: '/b-small.jpg', width: 4, height: 3 }
const closed = { ...base.blog, IsClosed: true }
const short: Draft = { ...emptyDraft('new'), text: 'One' }
/** Returns the blog with room for some characters after the short text. */
const withRoom = (characters: number) => ({
  ...base.blog,
  limits: { ...base.blog.limits, content: short.text.length + characters }
})
const INTENTS = ['publish', 'submit', 'draft', 'later', 'correct', 'release'] as const
const conflict = { ...target, draft: short }
const theirs = postOf(1, { ...published, Content: 'Two', UpdatedOn: '2025-11-20T10:05:00Z' })
const card = { address: 'https://a.example/', fields: { title: 'T' } }
/** Returns posts that were handed in. */
const handedIn = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [100 + index, postOf(100 + index, { SubmittedOn: MOMENT })])
  )

/** States of the page, as their differences from the first one. */
const states: Readonly<Record<string, Partial<State>>> = {
  'a text with a picture': { draft },
  'a picture that was sent, and one that was refused': {
    draft: {
      ...draft,
      pictures: [
        { ...picture, address: '/a.jpg', progress: 1 },
        { ...picture, reason: 'Too large.' }
      ]
    }
  },
  'a text of the last length that is legal': { draft: { ...draft, text: 'x'.repeat(100), pictures: [] } },
  'a text that is too long': { draft: { ...draft, text: 'x'.repeat(101) } },
  'a text that was refused': { draft, reason: 'The text is empty.' },
  'a quote': { draft: { ...draft, type: 'quote' } },
  'a link with a title': { draft: { ...draft, type: 'link', fields: { url: 'https://a.example/', title: 'T' } } },
  'a picture with the credit of before': { draft: { ...draft, type: 'image', fields: { credit: 'Mio' } } },
  'a card': {
    draft: { ...draft, text: 'https://a.example/', card }
  },
  'a card whose page is being read': { draft: { ...draft, text: 'https://b.example/', card } },
  'a card without a title': {
    draft: { ...draft, text: 'https://a.example/', card: { address: 'https://a.example/', fields: {}, reason: 'No.' } }
  },
  'rich text': { draft, isRich: true },
  'posts that wait': {
    outbox: [
      outgoing,
      { ...outgoing, key: 'p', intent: 'later', draft: emptyDraft('p') },
      { ...outgoing, key: 'q', intent: 'correct', target, draft: { ...emptyDraft('q'), text: 'x'.repeat(141) } },
      { ...outgoing, key: 'r', reason: 'No.', draft: { ...emptyDraft('r'), text: 'x'.repeat(140) } }
    ]
  },
  'posts on their way, by what becomes of them': {
    outbox: INTENTS.map((intent) => ({ ...outgoing, key: intent, intent, draft: short }))
  },
  'a post and a correction in the editor for rich text, and a picture for a post': {
    outbox: [
      { ...outgoing, draft: { ...emptyDraft('o'), markup: '<b>One</b>' } },
      { ...outgoing, key: 'p', intent: 'correct', target, draft: emptyDraft('p') }
    ]
  },
  'pictures without a text that wait': {
    outbox: [
      { ...outgoing, draft: { ...emptyDraft('o'), pictures: [picture, { ...picture, key: 'q', name: 'b.jpg' }] } }
    ]
  },
  'posts that wait for a connection': {
    connection: 'waiting',
    outbox: [outgoing, { ...outgoing, key: 'p', draft: short }]
  },
  'posts that wait for a login': { connection: 'ended', outbox: [outgoing] },
  'a blog that is gone': { connection: 'gone' },
  'a correction': { corrections: { 1: { ...target, draft } }, present: [{ user: 2, name: 'Bo', post: 1 }] },
  'a correction of a draft': { panel: 'drafts', corrections: { 5: { ...target, post: 5, draft } } },
  'a correction that was refused': { corrections: { 1: { ...target, draft, reason: 'Too long.' } } },
  'a correction that meets another one': {
    corrections: {
      1: {
        ...target,
        draft,
        theirs: postOf(1, { ...published, Content: 'One Three', Editor: { Id: 2, FullName: 'Bo' } })
      }
    }
  },
  'a correction that meets a later one': { corrections: { 1: { ...conflict, theirs } } },
  'a correction that meets one from another page of the same user': {
    corrections: { 1: { ...conflict, theirs: { ...theirs, Editor: { Id: 1, Name: 'ada' } } } }
  },
  'a correction of a draft that meets another one': {
    panel: 'drafts',
    corrections: {
      5: { ...conflict, post: 5, theirs: { ...theirs, Id: 5, IsPublished: false, Editor: { Id: 2, Name: 'bo' } } }
    }
  },
  'a correction of the links of two people': {
    corrections: {
      8: {
        ...{ ...conflict, post: 8, draft: { ...short, type: 'link', fields: { url: 'https://b.example/' } } },
        theirs: postOf(8, { ...published, Type: { Key: 'link' }, Meta: '{"url":"https://c.example/","title":"C"}' })
      }
    }
  },
  'a draft that is returned': { panel: 'submitted', returning: [4] },
  'a draft that changed when it was published': { panel: 'submitted', overtaken: postOf(4, { Content: 'One' }) },
  'people who are here': {
    present: [
      { user: 2, name: 'Bo Lind' },
      { user: 3, name: 'Cy' },
      { user: 1, name: 'Ada' }
    ]
  },
  'somebody who is here': { present: [{ user: 2, name: 'Bo Lind' }] },
  notices: {
    notices: [
      { key: 'a', text: 'Published.', about: 'Text', undo: { action: 'Unpublish', post: 1 } },
      { key: 'b', text: 'Failed.', isError: true },
      { key: 'c', text: 'Dropped.', dropped: {} }
    ]
  },
  'a colleague who corrects a post': { present: [{ user: 2, name: 'Bo', post: 1 }] },
  'two colleagues who correct a post': {
    present: [
      { user: 2, name: 'Bo', post: 1 },
      { user: 3, name: 'Cy', post: 1 },
      { user: 1, name: 'Ada', post: 1 }
    ]
  },
  'a post of a colleague that waits': { held: [1] },
  'posts of colleagues that wait': { held: [1, 3] },
  'older posts': { floor: 1 },
  'a filter': { filter: { who: 2, type: 'quote', only: 'corrected', text: 'x' }, matches: { ids: [3], floor: 2 } },
  'a filter without a match': { filter: { text: 'x' }, matches: { ids: [] } },
  'a filter for pictures among my drafts': { panel: 'drafts', filter: { only: 'pictures' } },
  'a filter that no draft can match': { panel: 'drafts', filter: { only: 'key' } },
  'what is handed in': { panel: 'submitted', beyond: { submitted: { count: 7, after: 4 } } },
  'my drafts': { panel: 'drafts' },
  comments: { panel: 'comments' },
  'what is planned': { panel: 'later' },
  'more than a hundred changes of followed blogs': { followed: 100 },
  'the last number of changes that is written out': { followed: 99 },
  'the last number of posts that is written out': { beyond: { submitted: { count: 998, after: 4 } } },
  'more than a thousand posts': { beyond: { submitted: { count: 999, after: 4 } } },
  nothing: { posts: {} },
  'nothing handed in': { posts: {}, panel: 'submitted' },
  'no drafts': { posts: {}, panel: 'drafts' },
  'no comments': { posts: {}, panel: 'comments' },
  'nothing planned': { posts: {}, panel: 'later' },
  'all is seen': { seen: { change: 9, on: Date.parse(MOMENT) } },
  'the time of a text': { dialog: 'later' },
  'the time of a planned draft': { dialog: 'later', planned: base.posts[7], zone: 'Asia/Kathmandu' },
  'the archive before it is read': { dialog: 'pictures' },
  'the archive': {
    dialog: 'pictures',
    archive: { draft: 'new', search: 'b', offset: 24, pictures: [stored], hasMore: true }
  },
  'an empty archive': { dialog: 'pictures', archive: { draft: 'new', search: '', offset: 0, pictures: [] } },
  'an archive without a match': {
    dialog: 'pictures',
    archive: { draft: 'new', search: 'b', offset: 0, pictures: [] }
  },
  'an archive for a correction that has its picture': {
    dialog: 'pictures',
    corrections: { 1: { ...target, draft: { ...draft, key: 'c', pictures: [{ ...picture, address: '/b.jpg' }] } } },
    archive: { draft: 'c', search: '', offset: 0, pictures: [stored] }
  },
  'an archive that cannot be read': {
    dialog: 'pictures',
    archive: { draft: 'new', search: '', offset: 0, reason: 'No.' }
  },
  'the first visit': { isFirstVisit: true },
  'the first visit of a rehearsal': { isFirstVisit: true, blog: { ...base.blog, IsLive: false } },
  'a reporter': { mayPublish: false, isFirstVisit: true },
  'a reader': { mayPost: false, mayPublish: false },
  'a closed blog': { blog: closed },
  'a closed blog of which the user may not change the settings': { blog: closed, mayPublish: false },
  'a closed blog with a text': { blog: closed, draft },
  'a narrow screen': { isNarrow: true, draft },
  'a text that is kept': { draft: short, keptAt: MOMENT, blog: withRoom(2000) },
  'a text that is kept, and for which room becomes scarce': { draft: short, keptAt: MOMENT, blog: withRoom(1999) },
  'a device that keeps nothing': { draft: short, keptAt: MOMENT, isUnsafe: true, blog: withRoom(2000) },
  'a device that keeps nothing, and no text': { isUnsafe: true, blog: withRoom(2000) }
}

const linesOf = (state: State): readonly string[] => {
  const sanitise = (markup: string) => markup
  return render(h(Page, { state, context: { ...state, sanitise, today: '' } }))
    .replaceAll('><', '>\n<')
    .split('\n')
}

t.test('the page shows each of its states as is meant', async (t) => {
  const common = linesOf(base)
  const sections = Object.entries(states).map(([name, more]) => {
    const lines = linesOf({ ...base, ...more })
    const added = lines.filter((line) => !common.includes(line)).map((line) => `+ ${line}`)
    const removed = common.filter((line) => !lines.includes(line)).map((line) => `- ${line.slice(0, 60)}`)
    return [name, ...added, ...removed, ''].join('\n')
  })
  await golden(t, 'desk-alive.txt', Buffer.from([...common, '', ...sections].join('\n')))
})

t.test('twenty posts that were handed in have room beside the timeline', async (t) => {
  const besideOf = (count: number) => {
    const lines = linesOf({ ...base, posts: handedIn(count) })
    return [
      lines.filter((line) => line.startsWith('<li class="item"')).length,
      lines.find((line) => />All \d/.test(line))
    ]
  }
  t.same(besideOf(20), [20, undefined])
  const address = 'http://desk.example/desk/1?panel=submitted'
  t.same(besideOf(21), [20, `<a href="${address}" data-action="panel" data-value="submitted">All 21</a>`])
})
