/** Pictures of followed posts come into the archive. A picture that cannot be fetched stops no post. */
import type { LookupAllOptions } from 'node:dns'
import dns from 'node:dns/promises'
import type { ServerResponse } from 'node:http'
import t, { type Test } from 'tap'
import { numberFrom, until } from '../../support/index.ts'
import { picture } from '../../support/media.ts'
import { site } from '../../support/sites.ts'
import { atOnce } from '../../support/at-once.ts'
import { pair } from '../pair.ts'

/** Starts a server with pictures. @returns its address, the paths that were requested, and its further answers */
const pictureSite = async (t: Test) => {
  const image = await picture('png')
  const answers = new Map<string, (response: ServerResponse) => void>()
  const server = await site(t, ({ url = '' }, response) => {
    const answer = answers.get(url)
    if (answer === undefined) response.writeHead(200, { 'content-type': 'image/png' }).end(image)
    else answer(response)
  })
  return { ...server, answers }
}

type Pair = Awaited<ReturnType<typeof pair>>

interface Row {
  readonly Id: string
  readonly Content: string
  readonly Meta: string
}

/** Waits until readers of the copy see a text, and returns its post. */
const untilShown = async ({ ours, copy }: Pair, text: string): Promise<Row> => {
  const read = async (): Promise<Row | undefined> => {
    const { PostList } = await ours.json(`Desk/Blog/${copy}/Post/Published?X-Filter=Id,Content,Meta`)
    return PostList.find(({ Content }: Row) => Content.includes(text))
  }
  return (await until(read)) ?? { Id: '', Content: '', Meta: '' }
}

/** Lets the copy be compared until a post has no address of its source any more. Returns the content of the post. */
const untilCopied = async (both: Pair, text: string, address: string): Promise<string> => {
  const { Content } = await until(
    () => {
      // Again and again, because the follower may open its stream just now.
      both.theirs.app.server.closeAllConnections()
      return untilShown(both, text)
    },
    ({ Content }) => !Content.includes(address),
    { pause: 1500 }
  )
  return Content
}

/** Matches the address of a picture that was copied. */
const COPIED = /^https:\/\/copies\.example\/content\/files\/[\w-]+\.png$/

const sourceIn = ({ Content }: Row) => /src="([^"]+)"/.exec(Content)?.[1] ?? ''

t.test('readers get the pictures of a copy from this service', atOnce(), async (t) => {
  // They come even where nobody may upload files.
  const both = await pair(t, { BASE_URL: 'https://copies.example', UPLOADS_PER_HOUR: '0' })
  const { ours, edit, write, source, copy, publish, follow } = both
  const { origin, requested } = await pictureSite(t)
  const meta = (credit: string) => ({ Meta: JSON.stringify({ url: `${origin}/a.png`, credit }) })
  const id = await publish(`<figure><img src="${origin}/a.png" alt="A"></figure>one`, { Type: 'image', ...meta('Kim') })
  await publish('a picture without markup', { Type: 'image', Meta: JSON.stringify({ url: `${origin}/b.png` }) })
  const sync = await follow()

  const first = await untilShown(both, 'one')
  const address = sourceIn(first)
  t.match(address, COPIED)
  t.same(JSON.parse(first.Meta), { url: address, credit: 'Kim' })
  const served = await ours.get(new URL(address).pathname)
  t.equal(served.statusCode, 200)
  t.equal(served.headers['content-type'], 'image/png')
  const { MetaDataList } = await ours.json('Archive/MetaData?X-Filter=Content,Name&limit=1000')
  const holds = MetaDataList.some(({ Name }: { Name: string }) => Name === 'a.png')
  t.ok(holds, 'the archive shows it')
  const second = await untilShown(both, 'without markup')
  t.match(JSON.parse(second.Meta).url, COPIED)

  await t.test('a correction does not fetch them again', async (t) => {
    requested.length = 0
    await write('PUT', `/Desk/Blog/${source}/Post/${id}`, {
      Content: `<figure><img src="${origin}/a.png" alt="A"></figure>one, corrected`,
      ...meta('Kim Lee')
    })
    const corrected = await untilShown(both, 'one, corrected')
    t.equal(sourceIn(corrected), address)
    t.same(JSON.parse(corrected.Meta), { url: address, credit: 'Kim Lee' })
    // A process that starts later has no memory of it.
    await edit('PUT', `/Desk/Sync/${sync}`, { IsPaused: true })
    await until(async () => (await ours.json(`Desk/Sync/${sync}/State`)).IsFollowed === 'False')
    await edit('PUT', `/Desk/Sync/${sync}`, { IsPaused: false })
    await write('PUT', `/Desk/Blog/${source}/Post/${id}`, { Content: `<img src="${origin}/a.png">one, again` })
    t.equal(sourceIn(await untilShown(both, 'one, again')), address)
    t.notOk(requested.includes('/a.png'))
  })

  await t.test('a post that only moved or was pinned is not a correction', async (t) => {
    await write('POST', `/Desk/Blog/${source}/Post/${id}/Pin`)
    await until(
      async () => (await ours.json(`Desk/Blog/${copy}/Post/${first.Id}?X-Filter=PinnedOn`)).PinnedOn !== undefined
    )
    t.equal(sourceIn(await untilShown(both, 'one, again')), address)
    t.same((await ours.json(`Desk/Sync/${sync}/ParkedChange/`)).ParkedChangeList, [])
  })

  await t.test('a correction that was made here stays, and the offered one has pictures', async (t) => {
    const content = `<img src="${address}">ours`
    await edit('PUT', `/Desk/Blog/${copy}/Post/${first.Id}`, { Content: content })
    await write('PUT', `/Desk/Blog/${source}/Post/${id}`, { Content: `<img src="${origin}/c.png">theirs` })
    const { ParkedChangeList: parked } = await until(
      () => ours.json(`Desk/Sync/${sync}/ParkedChange.json?X-Filter=*`),
      ({ ParkedChangeList }) => ParkedChangeList.length === 1
    )
    t.match(parked, [
      { Kind: 'offered', Content: /src="https:\/\/copies\.example\/content\/files\/[\w-]+\.png">theirs/ }
    ])
    t.equal((await untilShown(both, 'ours')).Content, content)
    const { pathname } = new URL(parked[0].href)
    const applied = await edit('POST', `${pathname.replace('/resources', '').replace('.json', '')}/Apply`)
    t.equal(applied.statusCode, 204, applied.body)
    t.match(sourceIn(await untilShown(both, 'theirs')), COPIED)
    await write('PUT', `/Desk/Blog/${source}/Post/${id}`, { Content: `<img src="${origin}/c.png">theirs, again` })
    t.match(sourceIn(await untilShown(both, 'theirs, again')), COPIED, 'and it follows again')
  })

  await t.test('a picture that was deleted from the archive here is fetched for the next post', async (t) => {
    const text = await numberFrom(ours.sql`
      select meta_infos.id from meta_infos join meta_data on meta_data.id = meta_data where meta_data.name = 'c.png'`)
    t.equal((await edit('DELETE', `/Archive/MetaInfo/${text}`)).statusCode, 204)
    await publish(`<img src="${origin}/c.png">deleted meanwhile`)
    const { pathname } = new URL(sourceIn(await untilShown(both, 'deleted meanwhile')))
    t.equal((await ours.get(pathname)).statusCode, 200)
  })
})

t.test('a picture that cannot be fetched keeps its address, and stops no post', atOnce(), async (t) => {
  const both = await pair(t, { UPLOAD_MB: '1' })
  const { theirs, address, publish, follow, write, source } = both
  const { origin, answers } = await pictureSite(t)
  answers.set('/missing.png', (response) => response.writeHead(404).end())
  answers.set('/text.png', (response) => response.writeHead(200).end('no picture'))
  answers.set('/large.png', (response) => response.writeHead(200).end(Buffer.alloc(2 * 1024 * 1024)))
  const temporary = { broken: 503, late: 408, early: 425, busy: 429 }
  for (const [name, status] of Object.entries(temporary)) {
    answers.set(`/${name}.png`, (response) => response.writeHead(status).end())
  }
  // Its headers come, but never its end.
  answers.set('/slow.png', (response) => response.writeHead(200).write('x'))
  await follow()
  const names = ['missing', 'text', 'large', 'slow', ...Object.keys(temporary)]
  // The picture that comes back is not the last one that failed.
  for (const name of names) {
    answers.set(`/gone-${name}.png`, (response) => response.writeHead(410).end())
    const others = `<img src="${origin}/good-${name}.png"><img src="${origin}/gone-${name}.png">`
    await publish(`<img src="${origin}/${name}.png">${name}${others}`)
  }
  await publish('<img src="/content/files/none.png">relative')
  for (const name of names) {
    const { Content } = await untilShown(both, name)
    const others = `<img src="/content/files/[\\w-]+.png"><img src="${origin}/gone-${name}.png">`
    t.match(Content, new RegExp(`^<img src="${origin}/${name}.png">${name}${others}$`))
  }
  t.equal(sourceIn(await untilShown(both, 'relative')), `${address}/content/files/none.png`)

  await t.test('the next comparison fetches pictures that may come back', async (t) => {
    answers.clear()
    for (const name of Object.keys(temporary)) {
      const Content = await untilCopied(both, name, `/${name}.png`)
      t.match(Content, new RegExp(`^<img src="/content/files/[\\w-]+\\.png">${name}`))
    }
    const { Content: missing } = await untilShown(both, 'missing')
    t.ok(missing.includes('/missing.png'), 'one that was not found is asked for when the post changes')
  })

  await t.test('a later change of the post fetches it', async (t) => {
    const { PostList } = await theirs.json(`Desk/Blog/${source}/Post/Published?X-Filter=Id,Content`)
    const { Id } = PostList.find(({ Content }: Row) => Content.includes('missing'))
    await write('PUT', `/Desk/Blog/${source}/Post/${Id}`, { Content: `<img src="${origin}/missing.png">found` })
    t.match(sourceIn(await untilShown(both, 'found')), /^\/content\/files\//)
  })
})

t.test('a picture comes with the next comparison if no name server answered before', async (t) => {
  const both = await pair(t)
  const { publish, follow } = both
  const { port } = await pictureSite(t)
  const { lookup } = dns
  t.teardown(() => Object.assign(dns, { lookup }))
  const away = Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' })
  let isAway = true
  Object.assign(dns, {
    lookup: async (name: string, options: LookupAllOptions) => {
      if (name !== 'pictures.example') return lookup(name, options)
      if (isAway) throw away
      return [{ address: '127.0.0.1', family: 4 }]
    }
  })
  await follow()
  await publish(`<img src="http://pictures.example:${port}/a.png">one`)
  t.match(sourceIn(await untilShown(both, 'one')), /^http:\/\/pictures\.example:/)
  isAway = false
  const Content = await untilCopied(both, 'one', 'pictures.example')
  t.match(Content, /^<img src="\/content\/files\/[\w-]+\.png">one$/)
})

t.test('blogs that follow each other do not fetch the pictures of their own posts', atOnce(), async (t) => {
  const both = await pair(t)
  const { ours, origin: here, edit, copy, publish, follow, attach } = both
  const { origin, requested } = await pictureSite(t)
  await follow()
  await publish(`<img src="${origin}/a.png">one`)
  await untilShown(both, 'one')
  const { Id: third } = (await edit('POST', '/Desk/Blog.json', { Title: 'Third', Language: 1 })).json()
  await attach(Number(third), `${here}/resources/Desk/Blog/${copy}`)
  const back = await attach(copy, `${here}/resources/Desk/Blog/${third}`)
  const stored = () =>
    numberFrom(ours.sql`
      select count(*)::integer as count from meta_data
      where name ~ '[.]png$' and created_on > now() - interval '1 hour'`)
  await until(async () => (await ours.sql`select from sync_states where succeeded_on is not null`).count === 3)
  t.equal(await stored(), 2, 'one for each copy')
  t.same(requested, ['/a.png'])

  // The first comparison leaves out the blog's own posts. Later ones come back as changes of the third blog.
  await publish(`<img src="${origin}/b.png">two`)
  const hasComeBack = async () =>
    (
      await ours.sql`
        select from syncs join posts on posts.blog = ${third} and content like '%two'
        where syncs.id = ${back} and syncs.c_id >= published_c_id`
    ).count
  await until(hasComeBack)
  t.equal(await stored(), 4, 'also of a change')
  t.same(requested, ['/a.png', '/b.png'])
})
