/** Creating, changing and deleting settings, pictures, sources, syncs, templates, archive texts and groups. */
import { mock } from 'node:test'
import t from 'tap'
import { bodyRefused, build, documentOf, each, idsOf, numberFrom, wordsOf } from '../../support/index.ts'
import { prepareRows } from '../writes.ts'

const NOT_ACTIVE = '400 The body was refused; nothing was stored\n    Creator is not the id of an active user'

const built = await build(t)
const { get, sql } = built
const send = await built.senderOf('admin', '/resources')

await t.test('a hidden blog leaves every list, and returns when it is unhidden', async (t) => {
  const lists = ['/Desk/Blog', '/Desk/Blog/Live', '/HR/User/3/Blog', '/Localization/Language/1/Blog']
  const showBlog = async () =>
    Promise.all(
      lists.map(async (list) => idsOf(documentOf(await get(`/resources${list}.json?limit=1000`))).includes(3))
    )
  await built.sql`update blogs set live_on = now(), closed_on = null, language = 1 where id = 3`
  t.same(await showBlog(), [true, true, true, true])
  t.match(documentOf(await send('PUT', '/Desk/Blog/3/Hide')), { Id: '3' })
  t.same(await showBlog(), [false, false, false, false])
  t.ok(documentOf(await get('/resources/Desk/Blog/3.json?X-Filter=DeletedOn')).DeletedOn)
  t.equal((await send('PUT', '/Desk/Blog/3/Hide')).statusCode, 200, 'hiding it twice changes nothing')
  t.equal((await send('PUT', '/Desk/Blog/3/Unhide')).statusCode, 200)
  t.same(await showBlog(), [true, true, true, true])
})

await t.test('the dates of a blog are by the clock of the database, like those of its posts', async (t) => {
  t.teardown(() => mock.timers.reset())
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 3 * 3_600_000 })
  const { Id } = documentOf(await send('POST', '/Desk/Blog', { Title: 'Ahead', Language: 1 }))
  for (const [method, isSet] of [
    ['PutLive', true],
    ['Hide', true],
    ['PutLive', false],
    ['Unhide', false]
  ] as const) {
    await send('PUT', `/Desk/Blog/${String(Id)}/${method}`)
    const column = sql(method === 'PutLive' ? 'live_on' : 'deleted_on')
    const [row] = await sql`
      select now() - ${column} < '1 minute' and ${column} <= now() as is_now from blogs where id = ${Number(Id)}`
    t.same(row, isSet ? { IsNow: true } : {}, method)
  }
})

await t.test('a blog without posts can be deleted', async (t) => {
  const { Id } = documentOf(await send('POST', '/Desk/Blog', { Title: 'Mistake', Language: 1 }))
  await send('PUT', `/Desk/Blog/${String(Id)}/Collaborator/17/Add`)
  await send('POST', `/Desk/Blog/${String(Id)}/Configuration`, { Name: 'colour', Value: 'red' })
  t.equal((await send('DELETE', `/Desk/Blog/${String(Id)}`)).statusCode, 204)
  t.equal((await built.get(`/resources/Desk/Blog/${String(Id)}`)).statusCode, 404)
})

await t.test('a setting can be created once, changed and deleted', async (t) => {
  const created = await send('POST', '/Desk/Blog/3/Configuration', { Name: 'ä/b c', Value: '1' })
  t.equal(created.statusCode, 201, created.body)
  const { pathname } = new URL(String(created.headers.location))
  t.equal((await send('POST', '/Desk/Blog/3/Configuration', { Name: 'ä/b c', Value: '2' })).statusCode, 409)
  const changed = await send('PUT', pathname.replace('/resources', ''), { Value: '' })
  t.match(documentOf(changed), { Name: 'ä/b c', Value: '' })
  t.equal((await send('DELETE', pathname.replace('/resources', ''))).statusCode, 204)
  t.equal((await built.get(pathname)).statusCode, 404)
  for (const Name of ['', '.', '..', 'a.xml', 'b.JSON', 'x'.repeat(191)]) {
    const reason =
      Name === ''
        ? 'Name is missing'
        : Name.length > 190
          ? 'Name must have at most 190 characters'
          : 'Name is part of an address: it must not be . or .., end with .xml, .json or .html, ' +
            'or contain characters that XML forbids'
    const refused = await send('POST', '/Desk/Blog/3/Configuration', { Name, Value: '1' })
    t.equal(wordsOf(refused), bodyRefused(reason), Name)
  }
})

await t.test('two pictures of a blog can exchange their ranks', async (t) => {
  const Info = await numberFrom(sql`select id as info from meta_infos limit 1`)
  await sql`delete from blog_media`
  await sql`insert into blog_media_types (key) values ('sidebar')`
  const createPicture = async (Blog: number, Type: string) =>
    documentOf(await send('POST', '/Desk/BlogMedia', { Blog, Type, MetaInfo: Info }))
  const [first, second, ofOtherType, ofOtherBlog] = [
    await createPicture(3, 'top_banner'),
    await createPicture(3, 'top_banner'),
    await createPicture(3, 'sidebar'),
    await createPicture(2, 'top_banner')
  ]
  const shown = [first, second, ofOtherType, ofOtherBlog].map(({ Rank }) => Rank)
  t.same(shown, ['1', '2', '1', '1'], 'ranks count up separately for each blog and type')
  const { statusCode } = await send('POST', '/Desk/BlogMedia', { Blog: 3, Type: 'top_banner', MetaInfo: Info, Rank: 2 })
  t.equal(statusCode, 409)
  const exchange = (id: unknown, otherId: unknown) =>
    send('PUT', `/Desk/BlogMedia/${String(id)}/BlogMedia/${String(otherId)}/Exchange`)
  t.match(documentOf(await exchange(first.Id, second.Id)), { Rank: '2' })
  t.match(documentOf(await send('GET', `/Desk/BlogMedia/${String(second.Id)}`)), { Rank: '1' })
  for (const otherId of [ofOtherType.Id, ofOtherBlog.Id, first.Id]) {
    const refused = '409 Only pictures of the same blog and the same type can swap their ranks'
    t.equal(wordsOf(await exchange(first.Id, otherId)), refused)
  }
  t.equal((await exchange(first.Id, 9999)).statusCode, 404)
})

await t.test('blogs share sources', async (t) => {
  const radio = { Name: 'harbour radio', Type: 'xml', URI: { href: 'https://radio.example/feed' }, IsModifiable: true }
  const first = documentOf(await send('POST', '/Desk/Blog/3/Source', radio))
  t.match(first, { Name: 'harbour radio', URI: { href: 'https://radio.example/feed' } })
  t.equal((await send('POST', '/Desk/Blog/3/Source', radio)).statusCode, 409, 'the blog already has the source')
  const second = documentOf(await send('POST', '/Desk/Blog/2/Source', { ...radio, IsModifiable: false }))
  t.match(second, { Id: first.Id, IsModifiable: 'True' }, 'adding a shared source does not change it')
  t.equal((await send('DELETE', `/Desk/Blog/3/Source/${String(first.Id)}`)).statusCode, 204)
  t.equal((await send('DELETE', `/Desk/Blog/3/Source/${String(first.Id)}`)).statusCode, 404)
  t.equal((await send('DELETE', `/Desk/Blog/2/Source/${String(first.Id)}`)).statusCode, 204)
  const status = (await send('GET', `/Data/Source/${String(first.Id)}`)).statusCode
  t.equal(status, 200, 'the source remains when no blog has it any more')

  const chained = documentOf(await send('POST', '/Desk/Blog/3/Source', { Name: 'tide', Type: 'chained blog' }))
  await send('POST', '/Desk/Blog/2/Source', { Name: 'tide', Type: 'chained blog' })
  const exists = async () => (await sql`select from sources where id = ${Number(chained.Id)}`).count
  await send('DELETE', `/Desk/Blog/3/Source/${String(chained.Id)}`)
  t.equal(await exists(), 1, 'another blog still has it')
  await send('DELETE', `/Desk/Blog/2/Source/${String(chained.Id)}`)
  t.equal(await exists(), 0, 'a chained blog that no blog has is deleted')
  for (const [about, path, body] of [
    ['a collaborator of it is left', '/Data/Collaborator', {}],
    ['a sync follows it', '/Desk/Sync', { Blog: 3, Auto: false }]
  ] as const) {
    const source = { Name: about, Type: 'chained blog', URI: 'https://tide.example/resources/Desk/Blog/1' }
    const { Id } = documentOf(await send('POST', '/Desk/Blog/3/Source', source))
    t.equal((await send('POST', path, { ...body, Source: Number(Id) })).statusCode, 201)
    t.equal((await send('DELETE', `/Desk/Blog/3/Source/${String(Id)}`)).statusCode, 204)
    t.equal((await send('GET', `/Data/Source/${String(Id)}`)).statusCode, 200, about)
  }
})

await t.test('the addresses of sources and themes hold no password', async (t) => {
  for (const [path, body, place] of [
    ['/Data/Source', { Name: 'radio', Type: 'xml', URI: 'https://desk:secret@radio.example/feed' }, 'URI'],
    ['/Desk/Blog/3/Source', { Name: 'radio', Type: 'xml', URI: 'https://desk@radio.example/feed' }, 'URI'],
    ['/Data/Source', { Name: 'radio', Type: 'xml', OriginURI: 'http://:secret@radio.example' }, 'OriginURI'],
    ['/Desk/BlogTheme', { Name: 'dark', URL: 'https://desk:secret@themes.example/' }, 'URL']
  ] as const) {
    const answer = await send('POST', path, body)
    const reason =
      'must be an address that begins with http:// or https://, without a user name and a password, or empty'
    t.equal(wordsOf(answer), bodyRefused(`${place} ${reason}`))
  }
  const kept = await send('POST', '/Data/Source', { Name: 'mail', Type: 'xml', URI: 'https://radio.example/@desk?a@b' })
  t.match(documentOf(kept), { URI: { href: 'https://radio.example/@desk?a@b' } }, 'an @ in the path is legal')
})

await t.test('a chained blog can be added before its provider', async (t) => {
  const tide = { Name: 'tide', Type: 'chained blog', OriginURI: 'https://provider.example/' }
  const added = await send('POST', '/Desk/Blog/3/Source', tide)
  t.equal(added.statusCode, 201, added.body)
  const address = new URL(String(added.headers.location)).pathname
  t.match(documentOf(await get(address)), { Name: 'tide', OriginURI: 'https://provider.example/' })
  const isListed = async () =>
    idsOf(documentOf(await get('/resources/Desk/Blog/3/Source'))).includes(Number(documentOf(added).Id))
  t.equal(await isListed(), false)
  await send('POST', '/Data/Source', { Name: 'tide', Type: 'blog provider', URI: 'https://provider.example/' })
  t.equal(await isListed(), true)
  t.equal((await send('DELETE', address.replace('/resources', ''))).statusCode, 204)
})

await t.test('a chained blog that names no provider is among the sources of its blog', async (t) => {
  const { Id } = documentOf(await send('POST', '/Desk/Blog/3/Source', { Name: 'lone', Type: 'chained blog' }))
  t.ok(idsOf(documentOf(await get('/resources/Desk/Blog/3/Source'))).includes(Number(Id)))
  t.equal((await send('DELETE', `/Desk/Blog/3/Source/${String(Id)}`)).statusCode, 204)
})

/** Attaches a source to a blog. @returns its id */
const attach = async (blog: number, name: string, more: object = {}) => {
  const body = { Name: name, Type: 'chained blog', URI: `https://${name}.example/resources/Desk/Blog/1`, ...more }
  return Number(documentOf(await send('POST', `/Desk/Blog/${blog}/Source`, body)).Id)
}

await t.test('a sync starts when it is switched on', async (t) => {
  const [one, two] = [await attach(3, 'one'), await attach(3, 'two')]
  const { Id, SyncStart, Creator } = documentOf(await send('POST', '/Desk/Sync', { Blog: 3, Source: one, Auto: false }))
  t.equal(SyncStart, undefined)
  t.match(Creator, { Id: '1' })
  t.ok(documentOf(await send('PUT', `/Desk/Sync/${String(Id)}`, { Auto: true, CId: 7 })).SyncStart)
  t.ok(documentOf(await send('POST', '/Desk/Sync', { Blog: 3, Source: two, Auto: true })).SyncStart)
  t.equal((await send('POST', '/Desk/Sync', { Blog: 3, Source: one, Auto: true })).statusCode, 409)
})

await t.test('a blog has at most fifty syncs', async (t) => {
  await sql`
    with made as (
      insert into sources (type, name, uri)
      select 'chained blog', 'many', 'https://many.example/' || n from generate_series(1, 49) as n returning id
    )
    insert into syncs (blog, source, creator)
    select 3, id, 1 from made limit 49 - (select count(*) from syncs where blog = 3)`
  const sources = await Promise.all(['many', 'toomany', 'fartoomany'].map((name) => attach(3, name)))
  const sent = await Promise.all(sources.map((Source) => send('POST', '/Desk/Sync', { Blog: 3, Source, Auto: true })))
  const full = '409 A blog has at most 50 syncs; delete one first'
  t.same(sent.map(wordsOf).sort(), ['201', full, full])
  await sql`delete from syncs where blog = 3 and source in (select id from sources where name like '%many')`
})

await t.test('a sync that could never copy anything is refused with the reason', async (t) => {
  const elsewhere = await attach(2, 'elsewhere')
  const files = await attach(3, 'files', { Type: 'xml' })
  const nowhere = await attach(3, 'nowhere', { URI: undefined })
  for (const [Source, reason] of [
    [elsewhere, 'is not a source of blog 3: attach it with POST Blog/3/Source'],
    [files, 'is of the type xml; only chained blog and blog provider can be followed'],
    [nowhere, 'has no URI to read from'],
    [99_999, 'is not a source of blog 3: attach it with POST Blog/3/Source']
  ] as const) {
    const refused = await send('POST', '/Desk/Sync', { Blog: 3, Source, Auto: true })
    t.equal(wordsOf(refused), `400 The body was refused; nothing was stored\n    Source ${reason}`)
  }
})

await t.test('a sync can name its creator and its start, as the original service sends them', async (t) => {
  const Source = await attach(3, 'three')
  const start = { SyncStart: '2026-11-15 20:02:00' }
  const created = await send('POST', '/Desk/Sync', { Blog: 3, Source, Auto: 'true', Creator: '2', ...start })
  t.equal(created.statusCode, 201, created.body)
  const { Id, ...sync } = documentOf(created)
  t.match(sync, { Creator: { Id: '2' }, SyncStart: '11/15/26 8:02 PM' })
  const changed = await send('PUT', `/Desk/Sync/${String(Id)}`, { Creator: 3, SyncStart: '2026-11-16 20:02:00' })
  t.equal(changed.statusCode, 200, changed.body)
  t.match(documentOf(changed), { Creator: { Id: '3' }, SyncStart: '11/16/26 8:02 PM' })
  await send('PUT', `/Desk/Sync/${String(Id)}`, { Auto: false })
  const restarted = await send('PUT', `/Desk/Sync/${String(Id)}`, { Auto: true, SyncStart: '2026-11-17 20:02:00' })
  t.match(documentOf(restarted), { Auto: 'True', SyncStart: '11/17/26 8:02 PM' })
  for (const [method, address, body] of [
    ['POST', '/Desk/Sync', { Blog: 3, Source, Auto: true, Creator: 12 }],
    ['PUT', `/Desk/Sync/${String(Id)}`, { Creator: 12 }]
  ] as const) {
    const refused = await send(method, address, body)
    t.equal(wordsOf(refused), NOT_ACTIVE, method)
  }
})

await t.test('template posts can be created, reordered, changed and deleted', async (t) => {
  const list = '/Desk/BlogType/1/Post'
  const order = async () => idsOf(documentOf(await get(`/resources${list}.json`)))
  const before = await order()
  const created = documentOf(await send('POST', list, { Name: 'Half-time', Content: 'We pause.', Type: 'wrapup' }))
  const id = Number(created.Id)
  t.same(await order(), [id, ...before], 'a new template post comes first')
  t.match(created, { IsModified: 'False', Creator: { Id: '1' } })
  const [, lower = 0] = await order()
  await send('PUT', `${list}/${id}/Post/${lower}/Reorder?before=false`)
  t.same((await order()).slice(0, 2), [lower, id])
  await send('PUT', `${list}/${id}/Post/${lower}/Reorder`)
  t.same((await order()).slice(0, 2), [id, lower])
  const shown = documentOf(await send('PUT', `${list}/${id}`, { Content: 'We rest.' }))
  t.match(shown, { IsModified: 'True', Content: 'We rest.' })
  t.equal(wordsOf(await send('PUT', `${list}/${id}/Post/${id}/Reorder`)), '409 A post cannot be moved next to itself')
  t.equal((await send('PUT', `${list}/${id}/Post/9999/Reorder`)).statusCode, 404)
  t.equal((await send('DELETE', `${list}/${id}`)).statusCode, 204)
  t.same(await order(), before)
})

await t.test('a template post can name its creator', async (t) => {
  const list = '/Desk/BlogType/1/Post'
  const byMira = await send('POST', list, { Name: 'Overtime', Content: 'It goes on.', Type: 'normal', Creator: 2 })
  t.equal(byMira.statusCode, 201, byMira.body)
  t.match(documentOf(byMira), { Creator: { Id: '2' } })
  const byNobody = await send('POST', list, { Name: 'Penalties', Content: 'It goes on.', Creator: 12 })
  t.equal(wordsOf(byNobody), NOT_ACTIVE)
})

await t.test('deleting the last text about a file deletes the file', async (t) => {
  const File = await numberFrom(sql`
    insert into meta_data (name, type, size_in_bytes, content, thumbnail)
    values ('a.png', 'image', 1, 'content/a.png', 'content/a.png') returning id`)
  await sql`insert into image_data (id) values (${File})`
  const addText = async (Language: number) =>
    documentOf(await send('POST', '/Archive/ImageInfo', { MetaData: File, Language, Caption: 'x' })).Id
  const [english, german] = [await addText(1), await addText(2)]
  const status = (await send('POST', '/Archive/ImageInfo', { MetaData: File, Language: 1 })).statusCode
  t.equal(status, 409, 'a file has one text for each language')
  const asVideo = await send('POST', '/Archive/VideoInfo', { MetaData: File, Language: 3 })
  const refused = '400 The body was refused; nothing was stored\n    MetaData is not the Id of any VideoData'
  t.equal(wordsOf(asVideo), refused, 'an image cannot have a video text')
  t.match(documentOf(await send('PUT', `/Archive/ImageInfo/${String(english)}`, { Caption: '', Title: 'y' })), {
    Title: 'y'
  })
  const files = async () => (await sql`select from meta_data where id = ${File}`).count
  t.equal((await send('DELETE', `/Archive/ImageInfo/${String(english)}`)).statusCode, 204)
  t.equal(await files(), 1, 'the file remains while it has another text')
  t.equal((await send('DELETE', `/Archive/MetaInfo/${String(german)}`)).statusCode, 204)
  t.equal(await files(), 0)
})

await t.test('concurrent deletions of the last two texts about a file delete the file', async (t) => {
  for (let round = 0; round < 10; round++) {
    const texts = await sql<{ Id: number }[]>`
      with file as (
        insert into meta_data (name, type, size_in_bytes, content, thumbnail)
        values ('twice.png', 'image', 1, 'content/a.png', 'content/a.png') returning id
      )
      insert into meta_infos (meta_data, language)
      select file.id, languages.id from file, languages where code in ('en', 'de') returning id`
    const answers = await Promise.all(texts.map(({ Id }) => send('DELETE', `/Archive/MetaInfo/${Id}`)))
    t.same(each(answers, 'statusCode'), [204, 204])
  }
  t.equal((await sql`select from meta_data where name = 'twice.png'`).count, 0)
})

await t.test('a group consists of members of its blog', async (t) => {
  const { Id } = documentOf(await send('POST', '/Desk/BlogCollaboratorGroup', { Blog: 3 }))
  const group = `/Desk/BlogCollaboratorGroup/${String(Id)}`
  const Member = await numberFrom(built.sql`select min(collaborator) as member from blog_collaborators where blog = 3`)
  t.equal((await send('PUT', `${group}/Collaborator/${Member}`)).statusCode, 200)
  t.equal((await send('PUT', `${group}/Collaborator/1`)).statusCode, 404, 'only members of the blog can join')
  t.match((await send('GET', `${group}/BlogCollaboratorGroupMember`)).body, `/Data/Collaborator/${Member}"`)
  t.equal((await send('DELETE', `${group}/Collaborator/${Member}`)).statusCode, 204)
  t.equal((await send('DELETE', group)).statusCode, 204)
})

await t.test('a language has the code of a known one', async (t) => {
  const refused = '400 The body was refused; nothing was stored\n'
  const reason = '    Code is not the code of a known language, such as en or en_GB'
  for (const Code of ['qq', 'en-GB', 'EN', 'en_gb']) {
    t.equal(wordsOf(await send('POST', '/Localization/Language', { Code })), refused + reason, Code)
  }
  t.equal((await send('POST', '/Localization/Language', { Code: 'en_GB' })).statusCode, 201)
})

await t.test('a parked change is not applied in a closed blog, and waits', async (t) => {
  await prepareRows(sql)
  await sql`update blogs set closed_on = now() where id = 900`
  const refused = await send('POST', '/Desk/Sync/900/ParkedChange/900/Apply')
  t.equal(wordsOf(refused), '409 The change cannot be applied: The blog is closed.')
  t.equal((await sql`select from parked_changes where id = 900`).count, 1)
})
