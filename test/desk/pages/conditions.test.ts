/** The sentences of a blog's settings about what happens by itself: following other blogs, and telling programs. */
import t from 'tap'
import { buildStill } from '../../routes/still.ts'
import { elementsOf, formsOf, paragraphsIn } from '../../support/html.ts'

const { app, headersOf, sql } = await buildStill(t)

const bodyOf = async (url: string) => (await app.inject({ url, headers: headersOf('aurelie') })).body
const settings = () => bodyOf('/desk/900/settings')

/** Returns the text of the links to the followed blogs, on a page. */
const linksOn = async (url: string) =>
  elementsOf(await bodyOf(url)).flatMap(({ attributes: { href = '' }, text }) =>
    href.endsWith('/desk/900/settings#following') ? [text] : []
  )

t.test('the settings say how following another blog fares', async (t) => {
  await sql`delete from syncs where id = 901`
  await sql`update parked_changes set post = 901, kind = 'partial' where id = 901`
  const states = [
    [sql`update syncs set c_id = 7`, 'Has not begun. It takes a few seconds, if the operator allows it.'],
    [sql`insert into sync_states (sync, holder, held_until) values (900, 'x', now() + interval '1 hour')`, 'Begins.'],
    [
      sql`update sync_states set failed_on = '2025-11-20 11:00:00+00', error = 'It answers 404'`,
      'Nothing could be read yet: It answers 404. The service tries again by itself.'
    ],
    [
      sql`update sync_states set succeeded_on = '2025-11-20 10:00:00+00'`,
      'Nothing could be read since 20 November 2025 at 10:00 (Europe/Lisbon): It answers 404. ' +
        'The service tries again by itself.'
    ],
    [sql`update sync_states set failed_on = null, newest_c_id = 9`, 'Behind by 2 changes.'],
    [sql`update sync_states set newest_c_id = 8`, 'Behind by 1 change.'],
    [
      sql`update sync_states set newest_c_id = 7`,
      'Up to date; the last look was at 20 November 2025 at 10:00 (Europe/Lisbon).'
    ],
    [sql`update blogs set closed_on = now() where id = 900`, 'Waits until this blog is open again.'],
    [sql`update syncs set is_paused = true`, 'Paused: nothing is copied.']
  ] as const
  for (const [change, sentence] of states) {
    await change
    t.same(paragraphsIn(await settings(), 'following').slice(1), [
      `${sentence} Its posts are handed in.`,
      ...['x', 'too long', 'too long The post here']
    ])
  }
  await sql`update blogs set closed_on = null where id = 900`
  await sql`update syncs set is_paused = false, auto = true`
  t.match(paragraphsIn(await settings(), 'following')[1], /\. Its posts are published at once\.$/)
  const labels = elementsOf(await settings()).flatMap(({ attributes, name }) =>
    name === 'button' && /spare 902/.test(attributes['aria-label'] ?? '') ? [attributes['aria-label']] : []
  )
  const buttons = ['Pause following', 'Hand in from now on: posts of', 'Stop following']
  t.same(
    labels,
    buttons.map((text) => `${text} spare 902`)
  )
  t.equal(formsOf(await settings()).filter(({ button }) => button === 'Apply').length, 1, 'not the partial one')
})

t.test('changes of followed blogs are counted where people come by, with blogs that cannot be read', async (t) => {
  t.same(await linksOn('/desk'), ['2 changes of followed blogs'])
  await sql`update sync_states set failed_on = now()`
  t.same([await linksOn('/desk'), await linksOn('/desk/900')], [['3 changes of followed blogs'], ['Followed blogs3']])
  await sql`update syncs set is_paused = true`
  t.same(await linksOn('/desk'), ['2 changes of followed blogs'], 'nobody waits for a blog that is not read')
  const park = (count: number) => sql`
    insert into parked_changes (sync, foreign_id, kind, reason, change)
    select 900, gen_random_uuid(), 'refused', 'too long', '{}' from generate_series(1, ${count})`
  const moreOf = async () => (await settings()).match(/\d+ more follows? when these are decided\./)?.[0]
  await park(18)
  t.equal(await moreOf(), undefined)
  await park(1)
  t.equal(await moreOf(), '1 more follows when these are decided.')
  await park(1)
  t.equal(await moreOf(), '2 more follow when these are decided.')
})

t.test('the settings say how a webhook fares, and what became of its last messages', async (t) => {
  await sql`delete from webhooks where id = 901`
  const next = 'The service tries again on 20 November 2025 at 10:00 (Europe/Lisbon).'
  const states = [
    [sql`select 1`, 'On.'],
    [
      sql`update webhook_states set failures = 1, error = 'It answers 500', next_try_on = '2025-11-20 10:00:00+00'`,
      `On, but the last try has failed: It answers 500. ${next}`
    ],
    [sql`update webhook_states set failures = 2`, `On, but the last 2 tries have failed: It answers 500. ${next}`],
    [sql`update webhooks set is_on = false`, 'Off: It answers 500.'],
    [sql`update webhook_states set error = null`, 'Off: somebody has switched it off.']
  ] as const
  for (const [change, sentence] of states) {
    await change
    t.same(paragraphsIn(await settings(), 'webhooks').slice(1, 3), ['https://spare.example/', sentence])
  }
  await sql`update webhooks set is_on = true`
  await sql`
    insert into webhook_deliveries (id, webhook, blog, since, c_id, kinds, is_waiting, status, error, tried_on)
    values (901, 900, 900, 1, 2, 'published,deleted', false, 200, null, '2025-11-20 11:00:00+00'),
      (902, 900, 900, 2, 3, 'published', false, null, 'It did not answer', '2025-11-20 12:00:00+00'),
      (903, 900, null, null, null, null, false, 204, null, '2025-11-20 13:00:00+00')`
  const messages = elementsOf(await settings()).filter(
    ({ name, text }) => name === 'div' && /^(Posts: |Test message)/.test(text)
  )
  const at = (hour: number) => `20 November 2025 at ${hour}:00 (Europe/Lisbon)`
  t.same(
    messages.map(({ text }) => text),
    [
      `Test messageAccepted, with status 204. ${at(13)}`,
      `Posts: publishedNot accepted: It did not answer. ${at(12)}`,
      `Posts: published, deletedAccepted, with status 200. ${at(11)}`,
      `Posts: publishedWaits to be sent. ${at(10)}`
    ]
  )
  t.same(
    formsOf(await settings()).flatMap(({ button, values }) => (button === 'Send again' ? [values.delivery] : [])),
    ['903', '902', '901']
  )
})
