/** Posts, other texts and those of closed pages change the state of a blog’s page. */
import t from 'tap'
import { merged } from '../../../plugins/desk/view/drafts.ts'
import { withRecovered } from '../../../plugins/desk/view/recovered.ts'
import type { Row } from '../../../schemas/language/rows.ts'
import { newest, withPosts, type Arrival } from '../../../plugins/desk/view/posts.ts'
import type { State } from '../../../plugins/desk/view/state.ts'
import { emptyDraft, type Draft, type Picture } from '../../../plugins/desk/view/writing.ts'
import { base, MOMENT, postOf, published } from '../../support/desk-state.ts'
import { golden, UUIDS } from '../../support/golden.ts'

const draftWith = (key: string, more: Partial<Draft>): Draft => ({ ...emptyDraft(key), ...more })
const correctionOf = (post: number, text: string) => ({
  post,
  base: postOf(post, published),
  draft: draftWith(`of ${post}`, { text })
})

/** Returns the differences from the state before, with the ids and change numbers of posts. */
const differences = (before: State, change: Partial<State>): string =>
  Object.entries(change)
    .filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(Object.entries(before).find(isNamed(name))?.[1])
    )
    .map(([name, value]) => `  ${name}: ${name === 'posts' ? numbersOf(change.posts) : JSON.stringify(value)}`)
    .join('\n')
    .replace(UUIDS, 'uuid')

const isNamed =
  (name: string) =>
  ([other]: readonly [string, unknown]) =>
    other === name

const numbersOf = (posts: State['posts'] = {}) => {
  const numbers = Object.values(posts).map(({ Id, CId }) => (Id === CId ? Id : `${Id} (${CId})`))
  return numbers.length > 20 ? `${numbers.slice(0, 5).join(' ')} and ${numbers.length - 5} more` : numbers.join(' ')
}

/** Posts that arrive, in states that differ from the usual one. */
const arrivals: Readonly<Record<string, readonly [Row, Partial<State>?]>> = {
  'a new post': [{ ...published }],
  'a new post of the user': [{ ...published, Creator: { Id: 1 } }],
  'a draft': [{}],
  'a draft that was published': [{ ...published, Id: 4, CId: 10 }],
  'a published post that was changed': [{ ...published, Id: 1, CId: 10 }],
  'a post as it is here': [{ ...published, Id: 4, CId: 4 }],
  'a post as it was before': [{ ...published, Id: 4, CId: 3 }],
  'a post that was deleted': [{ Id: 1, CId: 10, DeletedOn: MOMENT }, { held: [1, 3] }],
  'a post that was deleted while it was corrected': [
    { Id: 1, CId: 10, DeletedOn: MOMENT },
    { corrections: { 1: correctionOf(1, 'One'), 3: correctionOf(3, 'Three') } }
  ],
  'something without a place in the list': [{ Order: undefined }, {}],
  'a post below those that are shown': [{ ...published, Order: 2 }, { floor: 3 }],
  'a post at the place of the last one that is shown': [{ ...published, Order: 3 }, { floor: 3 }],
  'a pinned post below those that are shown': [{ ...published, Order: 2, PinnedOn: MOMENT }, { floor: 3 }],
  'a draft below those that are shown': [{ Order: 2 }, { floor: 3 }],
  'a post that a filter finds': [{ ...published }, { filter: { text: 'text 20' }, matches: { ids: [3] } }],
  'a post that a filter does not find': [{ ...published }, { filter: { text: 'other' }, matches: { ids: [3] } }],
  'a draft that a filter does not look for': [{}, { filter: { text: 'text' }, matches: { ids: [3], floor: 2 } }]
}

const arrived = Object.entries(arrivals).flatMap(([name, [post, state]]) => {
  const before = { ...base, ...state }
  const row = { ...postOf(20, {}), ...post }
  return (['colleagues', 'own'] satisfies readonly Arrival[]).map((arrival) => {
    return `${name} (${arrival})\n${differences(before, withPosts(before, [row], arrival))}`
  })
})

const picture = (address: string): Picture => ({
  ...{ key: address, name: address, address, description: '', credit: '', progress: 1 }
})
const mine = draftWith('mine', { text: 'Mine', fields: { url: '/mine', title: 'M' }, pictures: [picture('/a')] })
const theirs = draftWith('theirs', {
  ...{ type: 'link', text: 'Theirs', fields: { url: '/theirs', description: 'T' } },
  pictures: [picture('/a'), picture('/b')]
})

const many = Object.fromEntries(
  Array.from({ length: 505 }, (_, index) => [100 + index, postOf(100 + index, { ...published })])
)
const crowded: State = {
  ...base,
  posts: { ...many, 1: postOf(1, {}), 102: postOf(102, { ...published, PinnedOn: MOMENT }) },
  corrections: { 103: correctionOf(103, 'Three') }
}

const left = {
  draft: draftWith('left', { text: 'Left' }),
  outbox: [{ key: 'o', intent: 'publish', draft: mine } as const],
  corrections: { 1: correctionOf(1, 'One, left'), 3: correctionOf(3, 'Three, left') }
}
const writing: State = {
  ...base,
  outbox: [{ key: 'p', intent: 'publish', draft: theirs } as const],
  corrections: { 1: correctionOf(1, 'One') }
}

t.test('what arrives, is left or is merged changes the state as is meant', async (t) => {
  const sections = [
    ...arrived,
    `two texts in one\n  ${JSON.stringify(merged(theirs, mine))}`,
    `one text twice\n  ${JSON.stringify(merged(theirs, { ...mine, text: 'Theirs', pictures: [picture('/c')] }))}`,
    `the texts of a closed page\n${differences(writing, withRecovered(writing, left))}`,
    `a closed page without a text\n${differences(base, withRecovered(base, { ...left, draft: base.draft }))}`,
    `newer posts on a full page\n${differences(crowded, newest(crowded))}`,
    `newer posts on a page with room\n${differences(base, newest({ ...base, floor: 4 }))}`
  ]
  await golden(t, 'desk-states.txt', Buffer.from(`${sections.join('\n\n')}\n`))
})
