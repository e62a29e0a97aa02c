/** Blogs leave the service whole: as lines of JSON that become an equal blog again, and as sites without a server. */
import assert from 'node:assert/strict'
import { readdir, readFile, rename, symlink } from 'node:fs/promises'
import { connect, type Server } from 'node:net'
import { dirname, join, normalize } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { DomUtils, parseDocument } from 'htmlparser2'
import t, { type Test } from 'tap'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { blogExports } from '../../db/blog-exports.ts'
import { exporter } from '../../moving/exporting/blog.ts'
import { blogLines } from '../../moving/exporting/lines.ts'
import { mediaOf } from '../../moving/exporting/media.ts'
import { toXmlText } from '../../schemas/language/lexical.ts'
import { runDesk } from '../support/commands.ts'
import { build, each, numberFrom, until, untilWaitingForLocks, wordsOf } from '../support/index.ts'
import { landscape } from '../support/media.ts'
import { newsroom, type Newsroom } from '../support/newsroom.ts'
import { processorTime } from '../support/processor-time.ts'
import { listen } from '../routes/socket.ts'
import { bodyWith, uploader } from '../routes/uploads.ts'

const built = await build(t, { CACHE_MB: '0' })
const { sql, get, post, tokenOf, databaseUrl, dataDir } = built
const admin = { authorization: await tokenOf('admin') }
const port = await listen(built.app)
const exportOf = (blog: number, format = 'lines', headers = admin) =>
  get(`/resources/Desk/Blog/${blog}/Export/${format}`, headers)

const openConnections = (server: Server) => promisify(server.getConnections.bind(server))()

/** Runs a command line of `desk` on the database of the service. */
const desk = (args: readonly string[], input = '') =>
  runDesk({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, args, { input })

await t.test('those who publish in a blog may export it, and nobody else', async (t) => {
  for (const format of ['lines', 'ndjson', 'site', 'atom']) {
    t.equal((await get(`/resources/Desk/Blog/1/Export/${format}`)).statusCode, 401, format)
    const { statusCode } = await exportOf(1, format, { authorization: await tokenOf('lefteris') })
    t.equal(statusCode, 403, `${format} for a reporter`)
    const allowed = await exportOf(1, format, { authorization: await tokenOf('mira') })
    t.equal(allowed.statusCode, 200, `${format} for the creator`)
    t.equal(allowed.headers['cache-control'], 'private, no-store')
  }
  t.equal(wordsOf(await exportOf(999)), '404 There is no blog 999')
  t.equal((await exportOf(1, 'pdf')).statusCode, 404)
})

await t.test('four blogs are exported at the same time', async (t) => {
  const { exports, first } = await sql.begin(async (transaction) => {
    await transaction`lock table posts in access exclusive mode`
    const exports = Array.from({ length: 5 }, () => exportOf(1))
    return { exports, first: await until(() => Promise.race(exports), Boolean, { limit: 10_000 }) }
  })
  t.equal(wordsOf(first), '503 Other blogs are being exported; try again soon')
  t.same(each(await Promise.all(exports), 'statusCode').sort(), [200, 200, 200, 200, 503])
  t.equal((await exportOf(1)).statusCode, 200)
})

await t.test('HEAD of an export makes none', async (t) => {
  const url = '/resources/Desk/Blog/1/Export/lines'
  const head = () => built.app.inject({ method: 'HEAD', url, headers: admin })
  const answers = await sql.begin(async (transaction) => {
    await transaction`lock table posts in access exclusive mode`
    return Promise.all(Array.from({ length: 5 }, head))
  })
  t.same(each(answers, 'statusCode'), [200, 200, 200, 200, 200])
  for (const name of ['content-type', 'content-disposition']) {
    t.equal(answers[0]?.headers[name], (await exportOf(1)).headers[name], name)
  }
})

await t.test('clients that go away before their export begins take no place of others', async (t) => {
  await sql.begin(async (transaction) => {
    await transaction`lock table configurations in access exclusive mode`
    const sockets = ['lines', 'lines', 'ndjson', 'site'].map((format) => {
      const head = `GET /resources/Desk/Blog/1/Export/${format} HTTP/1.1\r\nHost: a`
      return connect(port, '127.0.0.1').end(`${head}\r\nAuthorization: ${admin.authorization}\r\n\r\n`)
    })
    await untilWaitingForLocks(sql, sockets.length)
    t.equal(built.app.freshness.load().read.running, sockets.length, 'they take turns with other reads')
    for (const socket of sockets) socket.resetAndDestroy()
    await until(() => openConnections(built.app.server), 0)
  })
  await until(async () => (await exportOf(1)).statusCode === 200, Boolean, { pause: 100, limit: 5000 })
})

await t.test('an export has drafts and withdrawn posts, and of deleted posts no text', async (t) => {
  const { blog, send, withdraw, remove } = await newsroom(built)
  const [draft, shown, taken, gone, never] = [
    await send(false, 'a draft'),
    await send(true, 'shown'),
    await send(true, 'taken back'),
    await send(true, 'a secret'),
    await send(false, 'a secret draft')
  ]
  await withdraw([taken])
  await remove([gone, never])
  await sql`
    insert into blog_collaborators (blog, collaborator, type)
    select ${blog}, collaborators.id, 'Administrator' from collaborators join users on users.id = "user"
    where name = 'mira'`
  const { body, headers } = await exportOf(blog)
  t.equal(headers['content-type'], 'application/x-ndjson')
  t.notMatch(body, 'secret')
  const [first, ...lines] = body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.match(first, { kind: 'desk-blog', version: 1, title: 'A blog for one test', language: 'en', type: 'default' })
  t.same(first.people, [
    { name: 'Ada Min', role: 'Creator' },
    { name: 'Mira Okafor', role: 'Administrator' }
  ])
  t.same(lines.pop(), { kind: 'end', posts: 4 })
  t.same(
    lines.map(({ id, state, content }) => [Number(id), state, content]),
    [
      [draft, 'draft', 'a draft'],
      [shown, 'published', 'shown'],
      [taken, 'withdrawn', 'taken back'],
      [gone, 'deleted', '']
    ]
  )
  const { out } = await desk(['import', '-', '--creator', 'admin', '--json', '--dry-run'], body)
  t.match(JSON.parse(out).Losses, [{ What: 'people', Count: 1 }], 'people need accounts in another service')
})

await t.test('an export names people without their e-mail addresses', async (t) => {
  const { blog } = await newsroom(built)
  for (const [name, firstName] of [
    ['aurelie', 'Aurélie <aurelie@example.org>'],
    ['orysia', 'orysia@example.org']
  ] as const) {
    await sql`
      insert into blog_collaborators (blog, collaborator, type)
      select ${blog}, collaborators.id, 'Administrator' from collaborators join users on users.id = "user"
      where name = ${name}`
    await sql`
      update persons set first_name = ${firstName}, last_name = null
      where id = (select id from users where name = ${name})`
  }
  const [first = ''] = (await exportOf(blog)).body.split('\n')
  t.same(JSON.parse(first).people, [
    { name: 'Ada Min', role: 'Creator' },
    { name: 'Aurélie', role: 'Administrator' }
  ])
})

await t.test('an export of many posts has them all, although the first one changed last', async (t) => {
  const { blog, edit, insert } = await newsroom(built)
  await edit((await insert(502)).slice(0, 1), 'corrected')
  t.match((await exportOf(blog)).body, /"end","posts":502}\n$/)
})

/** Changes that make blogs differ. `at` chooses the post. */
const changes: Readonly<Record<string, (room: Newsroom, id: number) => Promise<unknown>>> = {
  publish: ({ publish }, id) => publish([id]),
  withdraw: ({ withdraw }, id) => withdraw([id]),
  edit: ({ edit }, id) => edit([id], '<p>Corrected & <b>bold</b> \u{1f600}</p>'),
  move: ({ reorder }, id) => reorder([id]),
  remove: ({ remove }, id) => remove([id]),
  // An export has moments to the millisecond.
  pin: ({ blog }, id) => sql`
    update posts set pinned_on = greatest(
      now(), (select max(pinned_on) + interval '1 millisecond' from posts where blog = ${blog})
    )
    where id = ${id} and published_on is not null and deleted_on is null
      and (select count(*) < 3 from posts as others where others.blog = posts.blog and pinned_on is not null)`,
  mark: (_room, id) => sql`update posts set is_key_point = true where id = ${id} and deleted_on is null`,
  submit: (_room, id) => sql`
    update posts set submitted_on = now() where id = ${id} and published_on is null and deleted_on is null`,
  annotate: (_room, id) => sql`
    update posts set meta = '{ "b": 1,  "a": [2] }', type = 'link' where id = ${id} and deleted_on is null`
}

const history = fc.array(fc.tuple(fc.constantFrom(...Object.keys(changes)), fc.nat(30)), { maxLength: 25 })

/** Returns a blog as clients and readers see it, without addresses, ids and change numbers. */
const seen = async (blog: number) => {
  const ids = await sql<{ Id: number }[]>`
    select id from posts where blog = ${blog} and (deleted_on is null or was_published) order by "order"`
  const numbers = new Map(ids.map(({ Id }, index) => [String(Id), `n${index}`]))
  const headers = { ...admin, 'x-format-datetime': 'iso' }
  const list = `/resources/Desk/Blog/${blog}/Post`
  const documents = await Promise.all(
    [
      ...[
        `${list}/?X-Filter=*&limit=1000`,
        `${list}/Published?cId.since=0&X-Filter=*`,
        `${list}/Unpublished?X-Filter=*`
      ],
      ...[`/live/${blog}`, `/live/${blog}/atom`, `/live/${blog}/feed.json`],
      ...[`/resources/Desk/Blog/${blog}?X-Filter=*`, `/resources/Desk/Blog/${blog}/Configuration/?X-Filter=*`]
    ].map(async (path) => {
      const { statusCode, body } = await get(path, headers)
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`)
      return body
    })
  )
  return documents.map((document) =>
    document
      .replace(
        /<(Blog|Creator|Author|AuthorPerson) href="[^"]*"\/>|<(Blog|Creator|Author|AuthorPerson) [^>]*>.*?<\/\2>/g,
        ''
      )
      .replace(/<(CId|Version)>\d+<\/\1>|lastCId="\d+"|data-(since|c-id|version)="\d+"/g, '')
      .replace(/\?v=\d+|(atom|feed)\/\d+-\d+/g, '')
      .replace(/data-blog=&quot;\d+/g, '')
      .replace(new RegExp(`(Blog|live)(/|%2F)${blog}\\b`, 'g'), '$1')
      .replace(
        /(post[-/]|by-|page\/|Post\/|<Id>|"Id":")(\d+)/gi,
        (_all, start: string, id: string) => start + numbers.get(id)
      )
      // Two removals in one millisecond may change places.
      .replace(/(<at:deleted-entry [^>]*\/>)+/g, (all) =>
        all
          .split(/(?=<at:)/)
          .sort()
          .join('')
      )
      .replace(/(?<="removed":\[).*?(?=\])/, (all) =>
        all
          .split(/,(?=\{)/)
          .sort()
          .join()
      )
      // Lists of changes have removed posts in the order of their ids.
      .split(/(?=<Post )|(?=<\/PostList>)/)
      .sort()
  )
}

/** Returns the lines of an export without the ids of the blog and the posts, sorted. */
const withoutIds = (body: string) =>
  body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ id: _id, createdOn, ...members }) => ({ ...members, createdOn: members.kind === 'post' && createdOn }))
    .map((line) => JSON.stringify(line))
    .sort()

/** Properties of a blog that editors set. */
const settings = fc.record({
  title: fc.constantFrom('Night & day', '\u{1f600} \u05d0', 'A'.repeat(255)),
  description: fc.constantFrom('', '<p>Tonight</p>'),
  output_link: fc.constantFrom(null, 'https://news.example/night?a=1&b=2'),
  embed_config: fc.constantFrom(null, '{ "a":  1.0 }'),
  starts_on: fc.constantFrom(null, '2030-01-02')
})
/** Names that programs of the newsroom chose, and any values. */
const configuration = fc.dictionary(fc.constantFrom('theme', 'a b', '__proto__'), fc.string({ maxLength: 20 }))

await t.test('an export that is imported is an equal blog', async () => {
  const type = await numberFrom(sql`
    insert into blog_types (name) values ('match') returning id`)
  await fc.assert(
    fc.asyncProperty(history, fc.integer({ min: 1, max: 12 }), settings, configuration, async (...drawn) => {
      const [steps, count, blogSettings, values] = drawn
      const room = await newsroom(built)
      await sql`update blogs set ${sql({ ...blogSettings, type, live_on: new Date() })} where id = ${room.blog}`
      for (const [name, value] of Object.entries(values)) {
        await sql`insert into configurations (blog, name, value) values (${room.blog}, ${name}, ${toXmlText(value)})`
      }
      const ids = [...(await room.insert(count)), ...(await room.insert(3, { published: false, content: '<i>x</i>' }))]
      for (const [name, at] of steps) await changes[name]?.(room, ids[at % ids.length] ?? 0)
      const { body } = await exportOf(room.blog)
      const { code, out, err } = await desk(['import', '-', '--creator', 'admin', '--json'], body)
      if (code !== 0) throw new Error(err)
      const { Blogs, Losses } = JSON.parse(out)
      assert.deepEqual(Losses, [])
      const [{ Blog }] = Blogs
      assert.deepEqual(await seen(Blog), await seen(room.blog))
      const again = (await exportOf(Blog)).body
      assert.deepEqual(withoutIds(again), withoutIds(body), 'its export has the same lines')
    }),
    { numRuns: 12 }
  )
})

/** A blog with a picture in a post, and the name of its file. */
const illustrated = async () => {
  const { send: upload } = await uploader(built, 'admin')
  const { Content } = (
    await upload(bodyWith(await landscape(400, 300), 'quay.jpg'), { accept: 'application/json' })
  ).json()
  const { blog, posts } = await newsroom(built)
  await sql`update blogs set live_on = now() where id = ${blog}`
  const content = `<p>At the quay.</p><img src="${Content.href}"><p>See <a href="/live/${blog}">all</a>.</p>`
  const { statusCode } = await post(`${posts}/Publish`, { Content: content }, admin)
  if (statusCode !== 201) throw new Error(`${statusCode}`)
  return { blog, name: String(Content.href).replace(/.*\//, '') }
}

/** Returns the files of a ZIP archive. */
const unzip = async (archive: Buffer): Promise<Map<string, Buffer>> => {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: false, autoClose: false }, (error, file) =>
      error ? reject(error) : resolve(file)
    )
  })
  const entries: Entry[] = []
  zip.on('entry', (entry: Entry) => entries.push(entry))
  await new Promise((resolve) => {
    zip.once('end', resolve)
  })
  const paths = each(entries, 'fileName').map((name) => normalize(name))
  assert.deepEqual(paths, [...new Set(paths)], 'no file comes twice')
  const contents = entries.map(async (entry) => {
    const content = new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
    })
    return [entry.fileName, await buffer(await content)] as const
  })
  return new Map(await Promise.all(contents))
}

await t.test('a folder and an archive have the files of the posts beside the lines', async (t) => {
  const { blog, name } = await illustrated()
  const stored = await readFile(join(dataDir, 'files', name))
  const archive = await unzip((await exportOf(blog, 'ndjson')).rawPayload)
  t.same([...archive.keys()], ['blog.ndjson', `media/${name}`])
  t.same(archive.get(`media/${name}`), stored)

  const folder = join(t.testdir(), 'out')
  const { code, err } = await desk(['export', `${blog}`, '--to', folder])
  t.equal(code, 0, err)
  t.same(await readFile(join(folder, 'media', name)), stored)
  const again = await desk(['export', `${blog}`, '--to', folder])
  t.match(again, { code: 1, err: /exists already/ })
  const below = await desk(['export', `${blog}`, '--to', join(folder, 'blog.ndjson', 'out')])
  const reason = 'it is a file, it is read-only, or you may not write to it'
  t.match(below, { code: 1, err: `desk: Nothing can be created in ${folder}/blog.ndjson: ${reason}\n` })

  /** Imports a folder, and returns the blog with the address of its picture. */
  const copyOf = async (folder: string) => {
    const copy = await desk(['import', folder, '--creator', 'admin', '--json'])
    t.equal(copy.code, 0, copy.err)
    const { Blogs, Losses } = JSON.parse(copy.out)
    t.same(Losses, [])
    const { body } = await get(`/live/${Blogs[0].Blog}`)
    const [, source = ''] = /<img[^>]*src="([^"]+)"/.exec(body) ?? []
    t.equal((await get(source.replace(/^https?:\/\/[^/]+/, ''))).statusCode, 200)
    return { copied: Blogs[0].Blog, source }
  }
  const { copied, source } = await copyOf(folder)
  t.notMatch(source, name, 'the copy has its own file')
  await desk(['export', `${copied}`, '--to', `${folder}-of-copy`])
  t.not((await copyOf(`${folder}-of-copy`)).source, source, 'and so has a copy of the copy')
})

await t.test('an export that failed leaves nothing, and can be repeated', async (t) => {
  const { blog, name } = await illustrated()
  const stored = join(dataDir, 'files', name)
  await rename(stored, `${stored}.away`)
  await symlink(name, stored)
  const folder = t.testdir()
  const run = () => desk(['export', `${blog}`, '--to', join(folder, 'out')])
  t.match(await run(), { code: 1, err: /Files cannot be read now/ })
  t.same(await readdir(folder), [])
  await rename(`${stored}.away`, stored)
  t.match(await run(), { code: 0 })
  t.same(await readdir(join(folder, 'out')), ['blog.ndjson', 'media'])
})

/** Checks that the links within an exported site lead to files that it has. */
const checkLinks = (t: Test, files: ReadonlyMap<string, Buffer>) => {
  let links = 0
  for (const [path, content] of files) {
    if (!path.endsWith('.html')) continue
    const document = parseDocument(content.toString())
    t.notMatch(content.toString(), /<script[^>]* src|<form|embed\.js/, `${path} needs no service`)
    for (const element of DomUtils.getElementsByTagName(() => true, document)) {
      const { href, src = href, rel, srcset = '' } = element.attribs
      const stages = [...srcset.matchAll(/(\S+) \d+w/g)].map(([, stage]) => stage)
      for (const address of [src, ...stages]) {
        if (address === undefined || rel === 'canonical' || /^(#|https:)/.test(address)) continue
        links += 1
        const target = join(dirname(path), address.replace(/#.*/, ''))
        t.ok(files.has(target), `${path} leads to ${address}`)
      }
    }
  }
  t.ok(links > 10, `${links} links`)
}

await t.test('a site has every page, picture and feed, and its links lead from file to file', async (t) => {
  const { blog, name } = await illustrated()
  await sql`
    insert into posts (blog, creator, content, published_on)
    select ${blog}, 1, '<p>Post ' || number || '</p>', now() from generate_series(1, 60) as number`
  await sql`
    insert into posts (blog, creator, content, published_on)
    values (${blog}, 1, ${`<p><a href="/live/${blog}#content">To the top</a></p>`}, now())`
  await sql`update blogs set embed_config = '{"UserComments": true}' where id = ${blog}`
  const folder = join(t.testdir(), 'site')
  const site = ['export', `${blog}`, '--format', 'site', '--to', folder, '--base', 'https://archive.example/']
  const { code, err } = await desk(site)
  t.equal(code, 0, err)
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
  const files = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const))
  )
  checkLinks(t, files)
  for (const end of ['', '.320.avif', '.320.webp', '.400.webp', '.shared.jpg']) {
    t.ok(files.has(`content/files/${name}${end}`), `the picture${end}`)
  }
  t.equal(names.filter((name) => /\/post\/\d+\/index\.html$/.test(name)).length, 62)
  for (const [name, content] of files) t.notMatch(content.toString('latin1'), 'export.invalid', name)
  const page = String(files.get(`live/${blog}/index.html`))
  t.match(page, `<link rel="canonical" href="https://archive.example/live/${blog}">`)
  t.match(page, /<a href="index\.html#content"[^>]*>To the top/)
  const ofPicture = [...files].filter(([path, content]) => path.endsWith('.html') && content.includes('og:image'))
  t.ok(ofPicture.length > 0)
  for (const [path, content] of ofPicture) {
    t.match(String(content), /<meta property="og:image" content="https:\/\/archive\.example\/content\/files\//, path)
  }
  t.match(String(files.get('sitemap.xml')), `<loc>https://archive.example/live/${blog}</loc>`)
  t.match(String(files.get(`live/${blog}/atom.xml`)), `href="https://archive.example/live/${blog}/atom.xml"`)
  const archive = await unzip((await exportOf(blog, 'site')).rawPayload)
  t.same([...archive.keys()].sort(), names.sort(), 'over HTTP it has the same files')
})

await t.test('a site keeps the links and pictures of posts that name other pages of the same server', async (t) => {
  const { blog } = await newsroom(built)
  const words =
    '<p>At https://live.example today, see <a href="https://live.example/live/70">our election blog</a> and ' +
    '<a href="https://live.example.org/pages/x">them</a>.</p><img src="https://live.example/logo.png" alt="Logo">'
  const id = await numberFrom(sql`
    insert into posts (blog, creator, content, published_on) values (${blog}, 1, ${words}, now()) returning id`)
  await sql`update blogs set live_on = now() where id = ${blog}`
  const folder = join(t.testdir(), 'site')
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, BASE_URL: 'https://live.example' }
  const site = ['export', `${blog}`, '--format', 'site', '--to', folder, '--base', 'https://archive.example']
  const { code, err } = await runDesk(env, site)
  t.equal(code, 0, err)
  const page = await readFile(join(folder, 'live', `${blog}`, 'index.html'), 'utf8')
  t.match(page, 'At https://live.example today')
  t.match(page, /<a href="https:\/\/live\.example\/live\/70"[^>]*>our election blog<\/a>/)
  t.match(page, /<a href="https:\/\/live\.example\.org\/pages\/x"[^>]*>them<\/a>/)
  t.match(page, '<img src="https://live.example/logo.png"')
  const ofPost = await readFile(join(folder, 'live', `${blog}`, 'post', `${id}`, 'index.html'), 'utf8')
  t.match(ofPost, '<meta property="og:image" content="https://live.example/logo.png">')
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(ofPost) ?? []
  t.match(data, '"https://live.example/logo.png"')
  t.match(page, `<link rel="canonical" href="https://archive.example/live/${blog}">`)
  t.notMatch(page, /All live blogs|Oldest first|oembed/, 'the service alone has these')
})

await t.test('addresses in a post make no file outside of a site, and do not end its export', async (t) => {
  const { blog } = await illustrated()
  const hostile = [
    `/content/../../../live/${blog}/feed.json`,
    `/content/..\\..\\..\\live/${blog}/feed.json`,
    `/content/%2e%2e/%2e%2e/live/${blog}/feed.json`,
    `/live/${blog}/page/../../../robots.txt`,
    `/content/../desk`,
    `/content/%`,
    `/live/${blog}/page/1.pdf`,
    `/live/${blog}/post/99999999999999`,
    `/live/${blog}/atom?utm_source=a`,
    `/live/${blog}/atom?utm_source=b`,
    '/content//person.svg',
    '/content/person.svg'
  ]
  const links = hostile.map((address) => `<a href="${address}">x</a><img src="${address}">`).join('')
  await sql`insert into posts (blog, creator, content, published_on) values (${blog}, 1, ${links}, now())`
  const archive = await unzip((await exportOf(blog, 'site')).rawPayload)
  t.ok(archive.has('sitemap.xml'), 'the export is complete')
  t.same(
    [...archive.keys()].filter((name) => !/^(?:content|live|pages)\/[\w./-]+$|^[\w.]+$/.test(name)),
    []
  )
  const folder = join(t.testdir(), 'a', 'b', 'c')
  const { code, err } = await desk([
    'export',
    `${blog}`,
    '--format',
    'site',
    '--to',
    folder,
    '--base',
    'https://a.example'
  ])
  t.equal(code, 0, err)
  t.same(await readdir(join(folder, '..', '..', '..'), { recursive: false }), ['a'])
  t.same(await readdir(join(folder, '..', '..')), ['b'])
  t.same(await readdir(join(folder, '..')), ['c'])
})

await t.test('a text of many addresses that lead to no file costs little', async (t) => {
  const media = mediaOf(async () => undefined, 'tag-')
  t.ok((await processorTime(async () => t.same(await media.find('http://'.repeat(9000)), []))) < 200)
  t.same(
    await media.find(
      '"https://a.example/content/files/tag-1.jpg,/content/files/tag-2.jpg" http://content/files/tag-3.jpg'
    ),
    [
      { address: 'https://a.example/content/files/tag-1.jpg' },
      { address: '/content/files/tag-2.jpg' },
      { address: '/content/files/tag-3.jpg' }
    ]
  )
})

await t.test('meta data that earlier versions stored are exported, however deeply they are nested', async (t) => {
  const { blog, send } = await newsroom(built)
  const deep = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
  await sql`update posts set meta = ${deep} where id = ${await send(true, 'deep')}`
  const { body } = await exportOf(blog)
  t.match(
    body.split('\n').map((line) => (line === '' ? '' : JSON.parse(line))),
    [{ kind: 'desk-blog' }, { content: 'deep', meta: deep }, { kind: 'end', posts: 1 }, '']
  )
})

await t.test('an export has one file open at a time', async (t) => {
  const { blog, send } = await newsroom(built)
  for (const name of ['a', 'b']) await send(true, `content/files/tag-${name}1.jpg content/files/tag-${name}2.jpg`)
  let open = 0
  const most: number[] = []
  const read = async () => {
    open += 1
    most.push(open)
    return Readable.from(['x']).once('close', () => (open -= 1))
  }
  const { blog: find, posts } = blogExports(sql)
  const row = await find(blog)
  assert.ok(row)
  const lines = Readable.from(blogLines(row, (after) => posts(blog, after, 500), mediaOf(read, 'tag-').find))
  t.match(await text(lines), /tag-b2/)
  t.same(most, [1, 1, 1, 1])
})

await t.test('an export ends when its session ends, and when its user may no longer publish', async (t) => {
  const { blog } = await newsroom(built)
  const [reporter] = await sql`
    insert into blog_collaborators (blog, collaborator, type)
    select ${blog}, collaborators.id, 'Administrator' from collaborators join users on users.id = "user"
    where name = 'lefteris' returning (select "user" from collaborators where id = collaborator)`
  // More than the connection holds, and two further batches, of which the first is read ahead.
  await sql`
    insert into posts (blog, creator, content)
    select ${blog}, 1, repeat('x', case when number <= 500 then 30000 else 1 end)
    from generate_series(1, 1001) as number`
  for (const lose of [
    sql`delete from sessions where "user" = ${reporter?.User ?? 0}`,
    sql`delete from blog_collaborators where blog = ${blog}`
  ]) {
    const authorization = await tokenOf('lefteris')
    const address = `http://127.0.0.1:${port}/resources/Desk/Blog/${blog}/Export/lines`
    const { body, status } = await fetch(address, { headers: { authorization } })
    t.equal(status, 200)
    await lose
    await t.rejects(new Response(body).text(), { message: 'terminated' })
  }
})

await t.test('no file of a site is written after its reader has lost the right', async (t) => {
  for (const format of ['site', 'atom'] as const) {
    const names: string[] = []
    const { find, write } = exporter(built.app, async () => {
      if (names.length === 1) throw new Error('lost')
    })
    const blog = await find(1)
    assert.ok(blog)
    const add = async (name: string, content: Readable) => {
      names.push(name)
      content.destroy()
    }
    await t.rejects(write(blog, format, 'https://site.example', { add }), { message: 'lost' })
    t.equal(names.length, 1)
  }
})

await t.test('the feed of a blog is exported with its archive', async (t) => {
  const archive = await unzip((await exportOf(1, 'atom')).rawPayload)
  t.same([...archive.keys()].slice(0, 1), ['live/1/atom.xml'])
  t.ok([...archive.keys()].every((name) => /^live\/1\/atom(\/\d+-\d+)?\.xml$/.test(name)))
  for (const [, content] of archive) t.match(content.toString(), /^<\?xml.*<\/feed>$/s)
})

await t.test('a blog that readers cannot see has no site', async (t) => {
  const { blog } = await newsroom(built)
  t.equal((await exportOf(blog, 'site')).statusCode, 409)
})
