/** Messages: the service's own texts, their files, sources and catalogues. */
import { readFile } from 'node:fs/promises'
import t from 'tap'
import { build } from '../../support/app.ts'
import { parseXml } from '../../support/xml.ts'

interface Row { href: string, Singular: string, Context: string, LineNumber: string, Source: { Path: string } }

t.test('messages', async (t) => {
  const { get } = await build(t)
  const listed = async (url: string) => JSON.parse((await get(url)).body)

  t.test('stand in the file and the line they name', async (t) => {
    const { MessageList }: { MessageList: Row[] } = await listed('/resources/Admin/Message.json?limit=1000&qs.path.ilike=%25blog.ts&X-Filter=*,Source.Path')
    t.ok(MessageList.some(({ Context, Singular }) => Context === 'Blog.IsLive' && Singular === 'Whether the blog is live'))
    for (const { Singular, LineNumber, Source } of MessageList.slice(0, 20)) {
      const lines = (await readFile(new URL(`../../../${Source.Path}`, import.meta.url), 'utf8')).split('\n')
      t.ok(lines[Number(LineNumber) - 1]?.includes(Singular), `${Source.Path}:${LineNumber} ${Singular}`)
    }
  })

  t.test('hold what problems say', async (t) => {
    const { total } = await listed('/resources/Admin/Message.json?qm.singular=Unknown or malformed%25&qs.type=javascript&qm.context.ilike=problem%25')
    t.equal(total, '1')
    t.equal((await listed('/resources/Admin/Message.json?qs.type=python')).total, '0')
    t.equal((await listed('/resources/Admin/Message.json?qs.lastModified.since=2999-01-01')).total, '0')
  })

  t.test('have files and sources, which lead to them', async (t) => {
    const { children } = parseXml((await get('/resources/Admin/File?asc=path&plugin=blogs')).rawPayload)
    const file = parseXml((await get(new URL(children[0]?.attributes.href ?? '').pathname)).rawPayload)
    t.same(file.children.map(({ name }) => name), ['Id', 'Path', 'LastModified', 'Component', 'Plugin'])
    const source = parseXml((await get(`/resources/Admin/Source/${file.children[0]?.text}`)).rawPayload)
    t.same(source.children.map(({ name, text }) => name === 'Type' ? text : name), ['Id', 'Path', 'javascript', 'LastModified', 'Component', 'Plugin', 'Message'])
    for (const { attributes: { href = '' } } of source.children.filter(({ attributes }) => 'href' in attributes)) {
      t.equal((await get(new URL(href).pathname)).statusCode, 200, href)
    }
    for (const path of ['File/99999', 'Source/99999', 'Source/99999/Message', 'Message/99999']) {
      t.equal((await get(`/resources/Admin/${path}`)).statusCode, 404, path)
    }
  })

  t.test('are catalogues in JSON, whatever the client accepts', async (t) => {
    const own = await get('/resources/Admin/Plugin/blogs/JSONLocale/en', { accept: 'application/xml' })
    t.match(own.headers['content-type'], /^application\/json/)
    t.match(JSON.parse(own.body), { blogs: { '': { lang: 'en' }, 'Whether the blog is live': [null, 'Whether the blog is live'] } })
    t.same(Object.keys(JSON.parse((await get('/resources/Admin/Plugin/blogs/JSONLocale/de')).body).blogs), [''], 'nobody has translated them')
    t.match(JSON.parse((await get('/resources/Admin/JSONLocale/en')).body), { desk: { 'Whether the blog is live': [null, String] } })
    const embed = await get('/resources/Admin/Plugin/livedesk_embed/JSONLocale/de', { accept: 'application/json, text/javascript, */*; q=0.01' })
    t.same([embed.statusCode, JSON.parse(embed.body)], [200, {}], 'embeds wait for this answer')
    t.equal((await get('/resources/Admin/Component/nothing/JSONLocale/en')).statusCode, 404)
    t.equal((await get('/resources/Admin/JSONLocale/..%2F')).statusCode, 404)
  })

  t.test('are catalogues for translators', async (t) => {
    const { headers, body } = await get('/resources/Admin/Component/desk/PO/de')
    t.match(headers['content-type'], /^text\/x-gettext-translation/)
    t.match(body, /^#: schemas\/blog\.ts:\d+\nmsgid "Whether the blog is live"\nmsgstr ""$/m)
    t.match((await get('/resources/Admin/PO/en')).body, /^msgid "Whether the blog is live"\nmsgstr "Whether the blog is live"$/m)
    t.equal((await get('/resources/Admin/Plugin/nothing/PO/en')).statusCode, 404)
  })
})
