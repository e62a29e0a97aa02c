/** The blogs of other services that a blog follows, in its settings, with forms that need no scripts. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { deskOf, testAccessibility } from '../../support/desk.ts'
import { outcomeOf, paragraphsIn } from '../../support/html.ts'
import { browserOf, formSender, errorAt, formWith } from '../../support/pages.ts'
import { until } from '../../support/until.ts'

const theirs = await build(t)
const built = await build(t, { FOLLOW: 'true', FOLLOW_PRIVATE: 'true' })
const { sql, tokenOf } = built
const origin = await theirs.app.listen({ host: '127.0.0.1', port: 0 })
const address = await built.app.listen({ host: '127.0.0.1', port: 0 })
const mira = browserOf(built, `desk_session=${await tokenOf('mira')}`)
const orysia = browserOf(built, `desk_session=${await tokenOf('orysia')}`)
const write = await theirs.senderOf('admin', '/resources')
const edit = await built.senderOf('admin', '/resources')

const WRONG_VALUES = 'Nothing was stored. Correct what is marked, and send it again.'
const PAGE = '/desk/3/settings'
const { Id: source } = (await write('POST', '/Desk/Blog.json', { Title: 'Night', Language: 1 })).json()
const uri = `${origin}/resources/Desk/Blog/${source}`

const sendForm = formSender(mira, PAGE)

/** Waits until the page shows a text. */
const untilShown = (text: RegExp) =>
  until(
    async () => (await mira.open(PAGE)).body,
    (body) => text.test(body)
  )

/** Publishes a post at the source. @returns the ids of the post and of its copy */
const publish = async (Content: string): Promise<{ id: number; copy: number }> => {
  const { Id } = (await write('POST', `/Desk/Blog/${source}/Post/Published.json`, { Content })).json()
  const [row] = await until(() => sql<{ Id: number }[]>`select id from posts where blog = 3 and content = ${Content}`, {
    length: 1
  })
  return { id: Number(Id), copy: row?.Id ?? 0 }
}

/** Corrects a copy here, and then its post at the source. Waits until the page offers the change. */
const correctBoth = async ({ id, copy }: { id: number; copy: number }, text: string) => {
  await edit('PUT', `/Desk/Blog/3/Post/${copy}`, { Content: `our ${text}` })
  await write('PUT', `/Desk/Blog/${source}/Post/${id}`, { Content: `their ${text}` })
  return untilShown(new RegExp(`their ${text}`))
}

/** Returns the texts of the links to the part of the settings about followed blogs. */
const linksToFollowed = async (browser: typeof mira, page: string): Promise<readonly string[]> =>
  [...(await browser.open(page)).body.matchAll(/<a href="[^"]*\/desk\/3\/settings#following">(.*?)<\/a>/g)].map(
    ([, content = '']) => content.replace(/<[^>]*>/g, '')
  )

const textOf = async (copy: number) => {
  const [row] = await sql<[{ Content: string }?]>`select content from posts where id = ${copy}`
  return row?.Content
}

await t.test('addresses that cannot be followed are refused', async (t) => {
  t.same(paragraphsIn((await mira.open(PAGE)).body, 'following'), [
    'This blog follows no other one. If it does, it gets the posts of the other blog, also of another newsroom, and ' +
      'their corrections.'
  ])
  for (const [wrong, reason] of [
    ['', 'must be an address that begins with https:// or http://'],
    ['live.example', 'must be an address that begins with https:// or http://'],
    ['ftp://live.example/', 'must be an address that begins with https:// or http://'],
    ['https://ada@live.example/', 'must not contain a user name or a password'],
    ['https://:secret@live.example/', 'must not contain a user name or a password'],
    [
      `https://live.example/${'ж'.repeat(40)}`,
      'must have at most 255 characters; letters beyond A to Z take six or more'
    ]
  ] as const) {
    const { action, values } = await mira.form(PAGE, 'Follow')
    const { statusCode, body } = await mira.send(action, { ...values, address: wrong })
    t.same(
      [statusCode, outcomeOf(body), errorAt(body, 'address')],
      [400, WRONG_VALUES, `Address of the other blog ${reason}`],
      wrong
    )
  }
})

await t.test('a blog follows another one, pauses, and goes on', async (t) => {
  const form = await mira.form(PAGE, 'Follow')
  for (const about of ['once', 'again after a double click']) {
    const sent = await mira.send(form.action, { ...form.values, address: uri, auto: 'true' })
    t.match(sent, { statusCode: 303, headers: { location: /done=follow$/ } }, about)
  }
  await publish('one')
  t.match(await untilShown(/Up to date/), 'published at once')
  t.match(await sendForm(t, 'Pause'), 'Paused: nothing is copied.')
  t.match(await sendForm(t, 'Resume'), 'It resumes where it stopped.')
  await publish('two')
  const { action, values } = await mira.form(PAGE, 'Follow')
  const again = await mira.send(action, { ...values, address: uri })
  t.equal(errorAt(again.body, 'address'), 'Address of the other blog is followed already')
})

await t.test('a change of a post that was corrected here waits: it is taken over or forgotten', async (t) => {
  const post = await publish('three')
  const page = await correctBoth(post, 'third')
  t.match(page, 'The post was corrected here')
  t.match(page, `/desk/3#post-${post.copy}`)
  t.match(await sendForm(t, 'Apply'), 'Applied.')
  t.equal(await textOf(post.copy), 'their third')
  await correctBoth(post, 'fourth')
  t.match(await sendForm(t, 'Discard'), 'Discarded.')
  t.equal(await textOf(post.copy), 'our fourth')
  t.notMatch((await mira.open(PAGE)).body, 'Apply')
  t.match(await correctBoth(post, 'fifth'), 'Apply')
  t.same(await linksToFollowed(mira, '/desk'), ['1 change of a followed blog'])
  t.same(await linksToFollowed(mira, '/desk/3'), ['Followed blogs1'])
  for (const page of ['/desk', '/desk/3']) t.same(await linksToFollowed(orysia, page), [], 'only who can decide')
})

await t.test('the page says that the other service does not answer', async (t) => {
  await sendForm(t, 'Follow', { address: 'http://127.0.0.1:9/resources/Desk/Blog/1', auto: 'false' })
  await untilShown(/Nothing could be read yet/)
  t.same(await linksToFollowed(mira, '/desk/3'), ['Followed blogs2'])
  const [failing] = await sql`update syncs set is_paused = true where id = (select max(id) from syncs) returning id`
  t.same(await linksToFollowed(mira, '/desk/3'), ['Followed blogs1'], 'a paused one needs nobody')
  await sql`update syncs set is_paused = false where id = ${failing?.Id}`
})

await t.test('posts are handed in from now on, and following stops', async (t) => {
  await sendForm(t, 'Pause')
  t.match(await sendForm(t, 'Hand in from now on'), 'From now on, its posts wait for somebody.')
  t.match(await sendForm(t, 'Publish from now on'), 'From now on, its posts are published at once.')
  await sendForm(t, 'Resume')
  const { count } = await sql`select from syncs where blog = 3`
  await sendForm(t, 'Follow', { address: `${uri}?second`, auto: 'false' })
  const second = formWith((await mira.open(PAGE)).body, 'Stop following').values['sync'] ?? ''
  t.match(await sendForm(t, 'Stop following'), 'Its posts stay here.')
  t.equal((await sql`select from syncs where blog = 3`).count, count)
  t.equal((await sql`select from syncs where id = ${second}::integer`).count, 0)
})

await t.test('reporters change nothing', async (t) => {
  t.equal((await orysia.open(PAGE)).statusCode, 403)
  const { values } = formWith((await mira.open(PAGE)).body, 'Pause')
  t.equal((await orysia.send(PAGE, values)).statusCode, 403)
  t.equal((await orysia.send(PAGE, { do: 'follow', address: `${uri}0`, auto: 'true' })).statusCode, 403)
  const { count } = await sql`select from syncs where blog = 3 and is_paused`
  t.equal(count, 0)
  t.equal((await sql`select from sources where uri = ${`${uri}0`}`).count, 0)
})

await t.test('a feed is followed by its address', async () => {
  const feed = `${origin}/live/1/atom`
  await sendForm(t, 'Follow', { address: feed, auto: 'false' })
  await until(
    () => sql`select from copied_posts join sources on sources.id = source where uri = ${feed} and blog = 3`,
    ({ count }) => count > 5
  )
})

const { visit } = deskOf(built, address)
await testAccessibility(t, async (page) => {
  await visit(page, 'mira', PAGE)
  await page.getByText('Follow another blog').click()
})
