/** Components: the service itself and the packages that it uses. */
import { readFile } from 'node:fs/promises'
import t from 'tap'
import { build } from '../../support/app.ts'
import { root } from '../../support/root.ts'
import { parseXml } from '../../support/xml.ts'

t.test('components can be read', async (t) => {
  const { get } = await build(t)
  const manifest: unknown = JSON.parse(await readFile(`${root}/package.json`, 'utf8'))
  t.ok(
    typeof manifest === 'object' &&
      manifest !== null &&
      'dependencies' in manifest &&
      typeof manifest.dependencies === 'object'
  )
  const names =
    typeof manifest === 'object' && manifest !== null && 'dependencies' in manifest
      ? Object.keys({ ...(manifest.dependencies ?? {}) })
      : []

  t.test('the list shows the service and its production dependencies, ordered by name', async (t) => {
    const { attributes, children } = parseXml((await get('/resources/Admin/Component?limit=1000')).rawPayload)
    const ids = children.map(({ attributes }) => decodeURIComponent(attributes.href?.split('/').at(-1) ?? ''))
    t.same(ids, ['desk', ...names].sort())
    t.match(attributes, { total: String(ids.length), offset: '0' })
  })

  t.test('a component whose name contains a slash can be read, and links to its messages', async (t) => {
    const [first] = parseXml((await get('/resources/Admin/Component?name=cors')).rawPayload).children
    const address = new URL(first?.attributes.href ?? '')
    t.match(address.pathname, /\/Admin\/Component\/%40fastify%2Fcors$/)
    const { body } = await get(`${address.pathname}.json`)
    t.match(JSON.parse(body), {
      Id: '@fastify/cors',
      Loaded: 'True',
      InEgg: 'False',
      Name: 'cors',
      Group: 'fastify',
      Locale: 'en',
      Version: /^\d+\./
    })
    const message = await get(`${address.pathname}/Message/`)
    t.equal(message.statusCode, 200)
    t.equal(parseXml(message.rawPayload).attributes.total, '0')
    t.ok(Number(parseXml((await get('/resources/Admin/Component/desk/Message')).rawPayload).attributes.total) > 100)
  })

  t.test('components can be filtered, ordered, paged and shown with their fields', async (t) => {
    const { body, headers } = await get(
      '/resources/Admin/Component.json?group.ilike=FAST%25&loaded=true&desc=name&limit=2&offset=1&X-Filter=Name,Version'
    )
    const list = JSON.parse(body)
    t.equal(list.total, String(names.filter((name) => name.startsWith('@fastify/')).length))
    t.same(
      list.ComponentList.map(({ Name }: { Name: string }) => Name),
      names
        .filter((name) => name.startsWith('@fastify/'))
        .map((name) => name.slice(9))
        .sort()
        .reverse()
        .slice(1, 3)
    )
    t.match(headers.link, /rel="prev".*rel="next"/)
    t.equal(JSON.parse((await get('/resources/Admin/Component.json?inEgg=true')).body).total, '0')
  })

  t.test('an unknown component is 404', async (t) => {
    for (const path of ['nothing', 'nothing/Message', '%40fastify', 'fastify/cors']) {
      t.equal((await get(`/resources/Admin/Component/${path}`)).statusCode, 404, path)
    }
  })
})
