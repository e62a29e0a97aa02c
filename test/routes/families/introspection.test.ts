/** The service describes itself: its requests, plugins, components and messages. */
import { readFile, access } from 'node:fs/promises'
import t from 'tap'
import { knownCodes, knownNames } from '../../../db/locales.ts'
import { catalogueFor, labelsIn, languages } from '../../../plugins/labels/index.ts'
import { build, each } from '../../support/index.ts'
import { parseXml } from '../../support/xml.ts'
import { root } from '../../support/root.ts'

const { app, get } = await build(t)

t.test('values that take long to make are made once', async (t) => {
  for (const [name, value] of Object.entries({
    ...{ knownCodes, languages },
    introspection: () => app.introspection,
    operations: () => app.documents.operations(),
    knownNames: () => knownNames('de'),
    labels: () => labelsIn('de'),
    catalogue: () => catalogueFor('de-AT')?.messages
  })) {
    t.equal(value(), value(), name)
  }
})

t.test('Admin/Request describes the addresses of the service', async (t) => {
  const requests: {
    Id: string
    Pattern: string
    Get?: object
    Insert?: { href: string }
    Update?: object
    Delete?: { href: string }
  }[] = JSON.parse((await get('/resources/Admin/Request.json?limit=1000&X-Filter=*')).body).RequestList
  const byPattern = new Map(requests.map((request) => [request.Pattern, request]))

  t.test('each address is listed once, with its methods', async (t) => {
    t.equal(byPattern.size, requests.length)
    t.match(byPattern.get('resources'), { Get: { href: String } })
    const posts = byPattern.get('resources/Desk/Blog/{1}/Post')
    const unexpected = Object.keys(posts ?? {}).filter((name) => name !== 'href')
    t.same(unexpected, ['Id', 'Pattern', 'Get', 'Insert'], 'methods that are answered 405 are not listed')
    const method = JSON.parse((await get(new URL(posts?.Insert?.href ?? '').pathname)).body)
    t.match(method, { Type: 'INSERT', APIClass: 'Post', IMPL: 'blogPosts', ForRequest: { Id: posts?.Id } })
    const login = byPattern.get('resources/Security/Login')
    t.match(login, { Insert: Object })
    const logout = JSON.parse((await get(new URL(login?.Delete?.href ?? '').pathname)).body)
    t.match(logout, {
      Type: 'DELETE',
      APIDoc: 'Answers nothing but its status; for users who are logged in',
      APIClass: undefined,
      IMPL: 'login',
      Name: 'delete'
    })
  })

  t.test('a request lists the numbered placeholders of its pattern as inputs', async (t) => {
    const request = byPattern.get('resources/HR/User/{1}/Blog/{2}/Action')
    const { name, children } = parseXml((await get(`/resources/Admin/Request/${request?.Id}/Input/`)).rawPayload)
    t.equal(name, 'InputList')
    const shown = children.map(({ children }) => children.map(({ name }) => name))
    t.same(shown, Array(2).fill(['Id', 'Mandatory', 'Description', 'Name', 'ForRequest']))
    const found = children.map(({ children: [, mandatory, , placeholder] }) => [placeholder?.text, mandatory?.text])
    t.same(found, [
      ['{1}', 'True'],
      ['{2}', 'True']
    ])
    const placeholders = requests.reduce((sum, { Pattern }) => sum + (Pattern.match(/\{\d\}/g)?.length ?? 0), 0)
    t.equal(parseXml((await get('/resources/Admin/Input?limit=1')).rawPayload).attributes.total, String(placeholders))
  })
})

t.test('plugins can be read', async (t) => {
  t.test('the list shows every registered plugin with its package', async (t) => {
    const { PluginList }: { PluginList: { Id: string; Group?: string; Component?: { Id: string } }[] } = JSON.parse(
      (await get('/resources/Admin/Plugin.json?limit=1000&X-Filter=Id,Group,Component.Id')).body
    )
    const byId = new Map(PluginList.map((plugin) => [plugin.Id, plugin]))
    t.match(byId.get('@fastify/cors'), { Component: { Id: '@fastify/cors' } })
    t.match(byId.get('resource-tree'), { Group: 'plugins', Component: { Id: 'desk' } })
    t.match(byId.get('blogs'), { Group: 'routes', Component: { Id: 'desk' } })
    t.ok(app.hasPlugin('@fastify/sensible') && byId.has('@fastify/sensible'))
    t.same(each(PluginList, 'Id'), PluginList.map(({ Id }) => Id).sort())
  })

  t.test('a plugin has messages', async (t) => {
    t.ok(Number(parseXml((await get('/resources/Admin/Plugin/blogs/Message')).rawPayload).attributes.total) > 5)
  })
})

t.test('components can be read', async (t) => {
  const { dependencies }: { dependencies: object } = JSON.parse(await readFile(`${root}/package.json`, 'utf8'))
  const names = Object.keys(dependencies)

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
    const Description = 'Fastify CORS'
    const about = { Loaded: 'True', InEgg: 'False', Group: 'fastify', Locale: 'en', Version: /^\d+\./, Description }
    t.match(JSON.parse(body), { Id: '@fastify/cors', Name: 'cors', ...about })
    const { children } = parseXml((await get(address.pathname)).rawPayload)
    const { pathname } = new URL(children.find(({ name }) => name === 'Message')?.attributes.href ?? '')
    t.equal(pathname, `${address.pathname}/Message/`)
    const message = await get(pathname)
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
    const ofFastify = names.flatMap((name) => (name.startsWith('@fastify/') ? [name.slice(9)] : []))
    t.same(each<{ Name: string }, 'Name'>(list.ComponentList, 'Name'), ofFastify.sort().reverse().slice(1, 3))
    t.match(headers.link, /rel="prev".*rel="next"/)
    t.equal(JSON.parse((await get('/resources/Admin/Component.json?inEgg=true')).body).total, '0')
  })
})

interface Row {
  Singular: string
  Context: string
  LineNumber?: string
  Source: { Path: string }
}

t.test('the messages of the service can be read', async (t) => {
  const readJson = async (url: string) => JSON.parse((await get(url)).body)

  t.test('a message belongs to the file of its resource family', async (t) => {
    const { MessageList }: { MessageList: Row[] } = await readJson(
      `/resources/Admin/Message.json?limit=1000&qs.path.ilike=%25blogs.ts&X-Filter=*,Source.Path`
    )
    const message = MessageList.find(({ Context }) => Context === 'Blog.IsLive')
    t.match(message, {
      Singular: 'Whether the blog is live',
      Source: { Path: 'routes/blogs.ts' },
      LineNumber: undefined
    })
    const { FileList }: { FileList: { Path: string }[] } = await readJson(
      '/resources/Admin/File.json?limit=1000&X-Filter=Path'
    )
    t.ok(FileList.length > 30)
    for (const { Path } of FileList) await t.resolves(access(`${root}/${Path}`), `${Path} exists`)
  })

  t.test('each message is listed once', async (t) => {
    const { MessageList }: { MessageList: Row[] } = await readJson(
      '/resources/Admin/Message.json?limit=1000&X-Filter=Singular'
    )
    t.ok(MessageList.length > 200)
    t.equal(new Set(MessageList.map(({ Singular }) => Singular)).size, MessageList.length)
  })

  t.test('a context names properties and parameters, and no levels of schemas', async (t) => {
    const { MessageList }: { MessageList: Row[] } = await readJson(
      '/resources/Admin/Message.json?limit=1000&X-Filter=Context'
    )
    const levels = new Set(['properties', 'items', 'anyOf', 'default', 'querystring', 'params', 'response', 'body'])
    const wrong = MessageList.map(({ Context = '' }) => Context).filter((context) =>
      context.split('.').some((name) => levels.has(name))
    )
    t.same(wrong, [])
  })

  t.test('messages include the titles of problems', async (t) => {
    const { total } = await readJson(
      '/resources/Admin/Message.json?qm.singular=Unknown or malformed%25&qs.type=javascript&qm.context.ilike=problem%25'
    )
    t.equal(total, '1')
    t.equal((await readJson('/resources/Admin/Message.json?qs.type=python')).total, '0')
    t.equal((await readJson('/resources/Admin/Message.json?qs.lastModified.since=2999-01-01')).total, '0')
  })

  t.test('files and sources of messages can be read, and link to them', async (t) => {
    const { children } = parseXml((await get('/resources/Admin/File?asc=path&plugin=blogs')).rawPayload)
    const file = parseXml((await get(new URL(children[0]?.attributes.href ?? '').pathname)).rawPayload)
    t.same(each(file.children, 'name'), ['Id', 'Path', 'LastModified', 'Component', 'Plugin'])
    const source = parseXml((await get(`/resources/Admin/Source/${file.children[0]?.text}`)).rawPayload)
    const shown = source.children.map(({ name, text }) => (name === 'Type' ? text : name))
    t.same(shown, ['Id', 'Path', 'javascript', 'LastModified', 'Component', 'Plugin', 'Message'])
  })

  t.test('a JSON catalogue is JSON for every Accept', async (t) => {
    const ofPlugin = await get('/resources/Admin/Plugin/blogs/JSONLocale/en', { accept: 'application/xml' })
    t.match(ofPlugin.headers['content-type'], /^application\/json/)
    t.match(JSON.parse(ofPlugin.body), {
      blogs: { '': { lang: 'en' }, 'Whether the blog is live': [null, 'Whether the blog is live'] }
    })
    const shown = Object.keys(JSON.parse((await get('/resources/Admin/Plugin/blogs/JSONLocale/de')).body).blogs)
    t.same(shown, [''], 'descriptions of resources are not translated')
    const ofPages = JSON.parse((await get('/resources/Admin/Plugin/live/JSONLocale/de')).body).live
    t.match(ofPages, {
      '': { 'plural-forms': 'nplurals=2; plural=(n != 1)' },
      'Skip to the posts': [null, 'Zu den Beiträgen springen']
    })
    t.match(JSON.parse((await get('/resources/Admin/JSONLocale/en')).body), {
      desk: { 'Whether the blog is live': [null, String] }
    })
    const embed = await get('/resources/Admin/Plugin/livedesk_embed/JSONLocale/de', {
      accept: 'application/json, text/javascript, */*; q=0.01'
    })
    const found = { statusCode: embed.statusCode, body: JSON.parse(embed.body) }
    t.same(found, { statusCode: 200, body: {} }, 'an empty catalogue, because embeds wait for this response')
    const versioned = await get('/resources/Admin/Plugin/blogs/JSONLocale/en?version=2.1')
    t.has(versioned, { statusCode: 200, body: ofPlugin.body }, 'the parameter version is ignored')
    t.equal((await get('/resources/Admin/Component/nothing/JSONLocale/en')).statusCode, 404)
    t.equal((await get('/resources/Admin/JSONLocale/..%2F')).statusCode, 404)
  })

  t.test('catalogues that embeds request at the site root are empty', async (t) => {
    for (const name of ['plugin-livedesk-embed-de.json', 'plugin-livedesk-embed-de-AT.json?version=3']) {
      const { statusCode, headers, body } = await get(`/content/cache/locale/${name}`)
      const shown = { statusCode, body, headers }
      t.has(
        shown,
        { statusCode: 200, body: '{}', headers: { 'content-type': 'application/json; charset=utf-8' } },
        name
      )
    }
    for (const name of ['plugin-livedesk-embed-de', 'plugin-livedesk-embed-de.xml', 'other-de.json', 'plugin.json']) {
      t.equal((await get(`/content/cache/locale/${name}`)).statusCode, 404, name)
    }
  })

  t.test('a PO catalogue contains the messages', async (t) => {
    const { headers, body } = await get('/resources/Admin/Component/desk/PO/de')
    t.equal(headers['content-type'], 'text/x-gettext-translation; charset=utf-8')
    t.match(body, `\n#: routes/blogs.ts\nmsgid "Whether the blog is live"\nmsgstr ""\n`)
    const shown = (await get('/resources/Admin/PO/en')).body
    t.match(shown, /^msgid "Whether the blog is live"\nmsgstr "Whether the blog is live"$/m)
    // A language without a catalogue has the plurals of English.
    for (const language of ['en', 'de-AT', 'tlh']) {
      const [head] = (await get(`/resources/Admin/PO/${language}`)).body.split('\n\n')
      t.equal(head, headOf(language.replace('-', '_')))
    }
    t.equal((await get('/resources/Admin/Plugin/nothing/PO/en')).statusCode, 404)
  })
})

const headOf = (language: string) => `msgid ""
msgstr ""
"Language: ${language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"`
