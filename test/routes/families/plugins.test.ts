/** Plugins: the Fastify plugins that the service registers. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { parseXml } from '../../support/xml.ts'

t.test('plugins can be read', async (t) => {
  const { app, get } = await build(t)

  t.test('the list shows every registered plugin with its package', async (t) => {
    const { PluginList }: { PluginList: { Id: string; Group?: string; Component?: { Id: string } }[] } = JSON.parse(
      (await get('/resources/Admin/Plugin.json?limit=1000&X-Filter=Id,Group,Component.Id')).body
    )
    const byId = new Map(PluginList.map((plugin) => [plugin.Id, plugin]))
    t.match(byId.get('@fastify/cors'), { Component: { Id: '@fastify/cors' } })
    t.match(byId.get('resource-tree'), { Group: 'plugins', Component: { Id: 'desk' } })
    t.match(byId.get('blogs'), { Group: 'routes', Component: { Id: 'desk' } })
    t.ok(app.hasPlugin('@fastify/sensible') && byId.has('@fastify/sensible'))
    t.same(
      PluginList.map(({ Id }) => Id),
      PluginList.map(({ Id }) => Id).sort()
    )
  })

  t.test('a plugin links to its component and its messages', async (t) => {
    const { children } = parseXml((await get('/resources/Admin/Plugin/%40fastify%2Fcors')).rawPayload)
    const links = children.flatMap(({ attributes: { href } }) => (href === undefined ? [] : [new URL(href).pathname]))
    t.equal(links.length, 2)
    for (const link of links) t.equal((await get(link)).statusCode, 200, link)
    t.ok(Number(parseXml((await get('/resources/Admin/Plugin/blogs/Message')).rawPayload).attributes.total) > 5)
    t.equal((await get('/resources/Admin/Plugin/nothing')).statusCode, 404)
  })
})
