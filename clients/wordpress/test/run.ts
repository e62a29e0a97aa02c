/**
 * Tests the plugin in Debian's WordPress, with the service and a browser: `npx tsx clients/wordpress/test/run.ts`. With
 * SCREENSHOTS, the folder of that name gets pictures of the pages.
 */
import t from 'tap'
import { testAttacks } from './attacks.ts'
import { testEmbeds } from './embeds.ts'
import { testFaults } from './faults.ts'
import { openNewsroom } from './newsroom.ts'
import { testEditor, testReaders, testSettings } from './people.ts'

const PLUGIN = '/wp/v2/plugins/desk-live-blog/desk-live-blog'
/** Milliseconds. */
const timeout = 300_000

t.setTimeout(timeout)
t.test('the WordPress plugin', { timeout }, async (t) => {
  const newsroom = await openNewsroom(t)
  const { blog, foreign, view, wordpress, write } = newsroom
  const { php, rest } = wordpress

  const activated = await rest('admin', 'POST', PLUGIN, { status: 'active' })
  t.equal(activated.status, 200)
  await t.test('an administrator enters the address of the service, an author may not', (t) =>
    testSettings(t, newsroom)
  )

  const address = await write(`Before\n\n${blog}\n\nAfter`)
  await testEmbeds(t, newsroom, address)
  await testFaults(t, newsroom, address)
  await testAttacks(t, newsroom)
  await testReaders(t, newsroom, address)
  await t.test('an author pastes an address into the editor', (t) => testEditor(t, newsroom))

  await t.test('WordPress and browsers ask no other machine', async (t) => {
    const requested = await wordpress.requested()
    t.ok(requested.length > 0)
    const others = requested.filter((requestedAddress) => new URL(requestedAddress).hostname !== '127.0.0.1')
    t.same([...others, ...foreign], [])
  })

  await t.test('PHP has nothing to complain about', async (t) => {
    const complaints = (await wordpress.complaints()).split('\n')
    t.same(
      complaints.filter((line) => line.includes('desk-live-blog')),
      []
    )
  })

  await t.test('deleting the plugin leaves an address in posts, and nothing else', async (t) => {
    const count = () =>
      php(`global $wpdb;
        echo $wpdb->get_var("select count(*) from $wpdb->options where option_name like '%desk%live%'");`)
    t.not(await count(), '0')
    await rest('admin', 'POST', PLUGIN, { status: 'inactive' })
    const deleted = await rest('admin', 'DELETE', PLUGIN)
    t.equal(deleted.status, 200)
    t.equal(await count(), '0')
    t.match((await view(address)).text, blog)
  })
})
