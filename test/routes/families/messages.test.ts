/** Messages: the texts of the service, their files and sources, and the catalogues for translators. */
import { access } from 'node:fs/promises'
import t from 'tap'
import { build } from '../../support/app.ts'
import { root } from '../../support/root.ts'
import { parseXml } from '../../support/xml.ts'

interface Row {
  Singular: string
  Context: string
  LineNumber?: string
  Source: { Path: string }
}

t.test('the messages of the service can be read', async (t) => {
  const { get } = await build(t)
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
    t.same(
      file.children.map(({ name }) => name),
      ['Id', 'Path', 'LastModified', 'Component', 'Plugin']
    )
    const source = parseXml((await get(`/resources/Admin/Source/${file.children[0]?.text}`)).rawPayload)
    t.same(
      source.children.map(({ name, text }) => (name === 'Type' ? text : name)),
      ['Id', 'Path', 'javascript', 'LastModified', 'Component', 'Plugin', 'Message']
    )
    for (const {
      attributes: { href = '' }
    } of source.children.filter(({ attributes }) => 'href' in attributes)) {
      t.equal((await get(new URL(href).pathname)).statusCode, 200, href)
    }
    for (const path of ['File/99999', 'Source/99999', 'Source/99999/Message', 'Message/99999']) {
      t.equal((await get(`/resources/Admin/${path}`)).statusCode, 404, path)
    }
  })

  t.test('a JSON catalogue is JSON for every Accept', async (t) => {
    const ofPlugin = await get('/resources/Admin/Plugin/blogs/JSONLocale/en', { accept: 'application/xml' })
    t.match(ofPlugin.headers['content-type'], /^application\/json/)
    t.match(JSON.parse(ofPlugin.body), {
      blogs: { '': { lang: 'en' }, 'Whether the blog is live': [null, 'Whether the blog is live'] }
    })
    t.same(
      Object.keys(JSON.parse((await get('/resources/Admin/Plugin/blogs/JSONLocale/de')).body).blogs),
      [''],
      'there is no translation'
    )
    t.match(JSON.parse((await get('/resources/Admin/JSONLocale/en')).body), {
      desk: { 'Whether the blog is live': [null, String] }
    })
    const embed = await get('/resources/Admin/Plugin/livedesk_embed/JSONLocale/de', {
      accept: 'application/json, text/javascript, */*; q=0.01'
    })
    t.same(
      { statusCode: embed.statusCode, body: JSON.parse(embed.body) },
      { statusCode: 200, body: {} },
      'an empty catalogue, because embeds wait for this response'
    )
    const versioned = await get('/resources/Admin/Plugin/blogs/JSONLocale/en?version=2.1')
    t.same(
      { statusCode: versioned.statusCode, body: versioned.body },
      { statusCode: 200, body: ofPlugin.body },
      'the parameter version is ignored'
    )
    t.equal((await get('/resources/Admin/Component/nothing/JSONLocale/en')).statusCode, 404)
    t.equal((await get('/resources/Admin/JSONLocale/..%2F')).statusCode, 404)
  })

  t.test('catalogues that embeds request at the site root are empty', async (t) => {
    for (const name of ['plugin-livedesk-embed-de.json', 'plugin-livedesk-embed-de-AT.json?version=3']) {
      const { statusCode, headers, body } = await get(`/content/cache/locale/${name}`)
      t.same(
        { statusCode, 'content-type': headers['content-type'], body },
        { statusCode: 200, 'content-type': 'application/json; charset=utf-8', body: '{}' },
        name
      )
    }
    for (const name of ['plugin-livedesk-embed-de', 'plugin-livedesk-embed-de.xml', 'other-de.json', 'plugin.json']) {
      t.equal((await get(`/content/cache/locale/${name}`)).statusCode, 404, name)
    }
  })

  t.test('a PO catalogue contains the messages', async (t) => {
    const { headers, body } = await get('/resources/Admin/Component/desk/PO/de')
    t.match(headers['content-type'], /^text\/x-gettext-translation/)
    t.match(body, `\n#: routes/blogs.ts\nmsgid "Whether the blog is live"\nmsgstr ""\n`)
    t.match(
      (await get('/resources/Admin/PO/en')).body,
      /^msgid "Whether the blog is live"\nmsgstr "Whether the blog is live"$/m
    )
    t.equal((await get('/resources/Admin/Plugin/nothing/PO/en')).statusCode, 404)
  })
})
