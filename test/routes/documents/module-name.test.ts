/** The setting MODULE renames the part `Desk` of addresses: in paths, in the names of the index and in every link. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { documentOf, linksOf } from '../wire.ts'

await t.test('MODULE=LiveDesk renames Desk in addresses', async (t) => {
  const { get, post, tokenOf } = await build(t, { BASE_URL: 'https://desk.example', MODULE: 'LiveDesk' })
  const resourcesUrl = 'https://desk.example/resources'

  await t.test('the index has the module in its names and addresses', async (t) => {
    const index = linksOf(documentOf(await get('/resources')))
    t.equal(index.length, 44)
    t.same(
      index.filter(([name, href]) => /desk(?!\.example)/i.test(name + href)),
      [
        ['LiveDeskBlog', `${resourcesUrl}/LiveDesk/Blog/`],
        ['LiveDeskBlogCollaboratorType', `${resourcesUrl}/LiveDesk/BlogCollaboratorType/`],
        ['LiveDeskBlogLive', `${resourcesUrl}/LiveDesk/Blog/Live`],
        ['LiveDeskBlogMediaType', `${resourcesUrl}/LiveDesk/BlogMediaType/`],
        ['LiveDeskBlogTheme', `${resourcesUrl}/LiveDesk/BlogTheme/`],
        ['LiveDeskBlogType', `${resourcesUrl}/LiveDesk/BlogType/`],
        ['LiveDeskSync', `${resourcesUrl}/LiveDesk/Sync/`]
      ]
    )
    for (const [, href] of index) t.equal((await get(new URL(href).pathname)).statusCode, 200, href)
  })

  await t.test('every link has the module, and leads to a document', async (t) => {
    for (const path of [
      'LiveDesk/Blog',
      'LiveDesk/Blog/3',
      'LiveDesk/Blog/3/Post/Published',
      'LiveDesk/Blog/3/Post/83',
      'LiveDesk/Blog/3/Collaborator/13',
      'LiveDesk/BlogType/1',
      'HR/User/2/Blog'
    ]) {
      const response = await get(`/resources/${path}`)
      t.equal(response.statusCode, 200, path)
      t.notMatch(response.body, /\/resources\/Desk/, path)
      for (const [, href] of linksOf(documentOf(response))) {
        t.equal((await get(new URL(href).pathname)).statusCode, 200, href)
      }
    }
  })

  await t.test('the Location of an inserted post has the module', async (t) => {
    const {
      headers: { location }
    } = await post('/resources/LiveDesk/Blog/3/Post', { Content: 'x' }, { authorization: await tokenOf('mira') })
    t.match(location, /^https:\/\/desk\.example\/resources\/LiveDesk\/Blog\/3\/Post\/\d+$/)
    t.equal((await get(new URL(String(location)).pathname)).statusCode, 200)
  })

  await t.test('addresses with the default module are 404', async (t) => {
    for (const path of ['Desk/Blog', 'Desk/Blog/1', 'livedesk/Blog']) {
      t.equal((await get(`/resources/${path}`)).statusCode, 404, path)
    }
  })
})
