/**
 * Runs a live blog for an evening, from the first login to the closed blog, as a new client program would: every
 * address comes from a link, and every parameter is listed by `params=show`. EVENING is the address of a running
 * installation with the demo that is tested instead, such as the containers with three replicas; ADMIN_PASSWORD is its
 * password.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import * as support from '../../support/index.ts'
import { itemsOf, openStream, until, type Document } from '../../support/index.ts'
import { picture } from '../../support/media.ts'
import { naiveClient } from '../../support/naive-client.ts'

const POSTS = 50

/** Returns the address of a link. @throws Error if the document has no such link */
const hrefOf = (document: Document, name: string): string => {
  const { [name]: link } = document
  if (typeof link !== 'object' || Array.isArray(link) || typeof link.href !== 'string') {
    throw new Error(`no link ${name}`)
  }
  return link.href
}
const lastPartOf = (address: unknown) => String(address).split('/').at(-1) ?? ''

t.test('a newsroom covers an evening, and nobody misses a post', { timeout: 180_000 }, async (t) => {
  const { EVENING, ADMIN_PASSWORD = '' } = process.env
  const password = EVENING === undefined ? support.ADMIN_PASSWORD : ADMIN_PASSWORD
  const origin = EVENING ?? `http://127.0.0.1:${await support.listen((await support.build(t)).app)}`
  const indexUrl = `${origin}/resources`

  /** Returns a client with the token of a session; without one, for nobody. It checks the status of each answer. */
  const clientOf =
    (session = '') =>
    async (status: number, method: string, url: string, body?: object | FormData, headers: object = {}) => {
      const isForm = body instanceof FormData
      const response = await fetch(url, {
        method,
        headers: {
          accept: 'application/json',
          ...(session !== '' && { authorization: session }),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...headers
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) })
      })
      const text = await response.text()
      t.equal(response.status, status, `${method} ${url.slice(indexUrl.length)} ${text.slice(0, 300)}`)
      const document: Document = text === '' ? {} : JSON.parse(text)
      return { document, etag: response.headers.get('etag') ?? '' }
    }
  const anybody = clientOf()
  /** Reads an address with parameters, and checks that `params=show` lists them. */
  const read = async (url: string, query: Readonly<Record<string, string>> = {}, client = anybody) => {
    const { document: parameters } = await client(200, 'GET', `${url}${url.includes('?') ? '&' : '?'}params=show`)
    const names = itemsOf(parameters).map(({ Name }) => Name)
    for (const name of Object.keys(query)) {
      t.ok(names.includes(name), `${url.slice(indexUrl.length)} lists the parameter ${name}`)
    }
    return (await client(200, 'GET', `${url}?${new URLSearchParams(query)}`)).document
  }

  // The index links to everything. The problem of a refused write links to a page with the address of the login.
  const index = await read(indexUrl)
  const blogs = hrefOf(index, 'DeskBlog')
  const { document: refused } = await anybody(401, 'POST', blogs, { Title: 'Election night' })
  const explanation = await (await fetch(new URL(String(refused.type), indexUrl))).text()
  const [, login = ''] = /POST (\/resources\/\S+?)\.?(?:[\s<"]|$)/.exec(explanation) ?? []
  /** Logs somebody in. Returns their client and the address of their account. */
  const logIn = async (UserName: string, Password: string) => {
    const { document } = await anybody(201, 'POST', new URL(login, indexUrl).href, { UserName, Password })
    return { client: clientOf(String(document.Session)), address: hrefOf(document, 'User') }
  }
  const me = await logIn('admin', password)
  const editor = me.client

  const [language] = itemsOf(await read(hrefOf(index, 'LocalizationLanguage'), { code: 'en' }))
  const { document: blog } = await editor(201, 'POST', blogs, {
    Title: 'Election night',
    Language: { href: language?.href },
    EmbedConfig: { UserComments: true }
  })
  const blogAddress = String(blog.href)

  // Two colleagues get a password, log in and become members.
  const writers = await Promise.all(
    ['Орися', 'Aurélie'].map(async (FirstName, position) => {
      const NewPassword = `${FirstName} writes tonight`
      const [user] = itemsOf(await read(hrefOf(index, 'HRUser'), { firstName: FirstName, 'X-Filter': 'Name' }))
      await editor(204, 'PUT', `${String(user?.href)}/Password`, { NewPassword })
      const candidates = await read(hrefOf(blog, 'CollaboratorPotential'), { 'qu.firstName': FirstName })
      const id = lastPartOf(itemsOf(candidates)[0]?.href)
      const end = position === 0 ? 'Add' : 'Type/Administrator'
      await editor(200, 'PUT', `${hrefOf(blog, 'Collaborator')}${id}/${end}`)
      return logIn(String(user?.Name), NewPassword)
    })
  )
  t.equal(itemsOf(await read(hrefOf(blog, 'Collaborator'))).length, 2)
  await editor(200, 'PUT', `${blogAddress}/PutLive`)
  const isListed = itemsOf(await read(hrefOf(index, 'DeskBlogLive'))).some(({ href }) => href === blogAddress)
  t.ok(isListed, 'the list of live blogs shows the blog')

  // One reader polls, and another one keeps a stream open.
  const published = hrefOf(blog, 'PostPublished')
  const get = async (path: string) => {
    const answer = await fetch(origin + path, { headers: { accept: 'application/json' } })
    const rawPayload = Buffer.from(await answer.arrayBuffer())
    return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), rawPayload }
  }
  const list = new URL(published).pathname
  const poller = naiveClient(get, { list, published: true, format: 'json', query: '' })
  const streamUrl = `${published}.json?stream&X-Filter=Id,CId,IsPublished,DeletedOn,Content`
  const stream = await openStream(streamUrl, { accept: 'text/event-stream' })
  const streamed = new Map<string, string>()
  const evening = new AbortController()
  const polling = (async () => {
    while (!evening.signal.aborted) {
      await poller.poll()
      await sleep(50)
    }
  })()
  const streaming = (async () => {
    for (;;) {
      const event = await stream.next().catch(() => undefined)
      if (event === undefined || event.type !== 'message') return
      const post: Document = JSON.parse(event.data)
      if (post.DeletedOn !== undefined || post.IsPublished === 'False') streamed.delete(String(post.Id))
      else if (post.Content !== undefined) streamed.set(String(post.Id), String(post.Content))
    }
  })()

  // Fifty posts: the editor's are published at once, those of colleagues are drafts, and some have a picture.
  const upload = async ({ client, address }: typeof me, name: string) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await picture('jpeg', 640, 360))], { type: 'image/jpeg' }), name)
    const { document } = await client(201, 'POST', `${address}/MetaData/Upload`, form)
    const file = await fetch(hrefOf(document, 'Content'))
    t.equal(file.headers.get('content-type'), 'image/jpeg')
    return { file: hrefOf(document, 'Content'), metaData: String(document.href) }
  }
  const members = [me, ...writers]
  const posts: string[] = []
  for (let number = 0; number < POSTS; number++) {
    const member = members[number % members.length] ?? me
    const image = number % 10 === 0 ? `<img src="${(await upload(member, `count-${number}.jpg`)).file}">` : ''
    const body = { Content: `District ${number} is counted. ${image}`, Type: 'normal' }
    const key = { 'idempotency-key': `${blogAddress}-${number}` }
    const { document } = await member.client(201, 'POST', member === me ? published : hrefOf(blog, 'Post'), body, key)
    posts.push(String(document.href))
  }
  const drafts = itemsOf(await read(hrefOf(blog, 'PostUnpublished'), { limit: '100' }, editor))
  t.equal(drafts.length, Math.floor((POSTS * 2) / 3))
  for (const { href } of drafts.slice(0, -3)) await editor(201, 'POST', `${String(href)}/Publish`, {})
  const [draft = ''] = drafts.slice(-3).map(({ href }) => String(href))
  await writers[0]?.client(403, 'POST', `${draft}/Publish`, {})

  // Edits, each followed by one of a stale version; posts that are moved, withdrawn, published again and deleted.
  for (const post of posts.slice(0, 8)) {
    const { etag } = await anybody(200, 'GET', post)
    await editor(200, 'PUT', post, { Content: `Corrected: ${post.slice(-2)}` }, { 'if-match': etag })
    await editor(412, 'PUT', post, { Content: 'Too late' }, { 'if-match': etag })
  }
  const [lowest = '', second = '', third = '', fourth = ''] = posts.filter((_post, number) => number % 3 === 0)
  await editor(200, 'PUT', `${lowest}/Post/${lastPartOf(third)}/Reorder?before=true`)
  await editor(201, 'POST', `${second}/Unpublish`)
  await editor(201, 'POST', `${third}/Unpublish`)
  await editor(201, 'POST', `${third}/Publish`)
  await editor(204, 'DELETE', fourth)
  t.equal((await read(fourth)).Content, undefined, 'a deleted post shows no content')

  // Readers comment; the editor publishes one comment and deletes another.
  for (const UserName of ['Ann', 'Ben', 'Cleo']) {
    const comment = { UserName, CommentText: `<b>Well</b> counted, says ${UserName}.` }
    await anybody(201, 'POST', hrefOf(blog, 'CommentPost'), comment)
  }
  const [comment, rejected] = itemsOf(await read(hrefOf(blog, 'PostComment'), {}, editor))
  await editor(201, 'POST', `${String(comment?.href)}/Publish`)
  await editor(204, 'DELETE', String(rejected?.href))
  t.match((await read(String(comment?.href))).Content, /&lt;b&gt;Well&lt;\/b&gt; counted/)

  // The blog gets a banner and is closed. Then it refuses posts, edits and comments.
  const { metaData } = await upload(me, 'banner.jpg')
  const [text] = itemsOf(await read(`${metaData}/MetaInfo`))
  await editor(200, 'PUT', String(text?.href), { Title: 'The town hall', Description: 'Before the doors opened' })
  const media = hrefOf(index, 'DeskBlogType').replace(/BlogType\/?$/, 'BlogMedia')
  const banner = { Blog: { href: blogAddress }, MetaInfo: { href: text?.href }, Type: 'top_banner' }
  await editor(201, 'POST', media, banner)
  t.equal(itemsOf(await read(hrefOf(blog, 'BlogMedia'))).length, 1)
  await editor(200, 'PUT', blogAddress, { ClosedOn: '2026-11-03 23:59:00' })
  await editor(409, 'POST', published, { Content: 'One more thing' })
  await editor(409, 'PUT', lowest, { Content: 'One more correction' })
  await anybody(409, 'POST', hrefOf(blog, 'CommentPost'), { UserName: 'Dora', CommentText: 'Late, but well meant.' })

  const shown = async () => {
    const posts = itemsOf(await read(published, { limit: '100', 'X-Filter': 'Id,Content' }))
    return Object.fromEntries(posts.map(({ Id, Content }) => [String(Id), Content]))
  }
  const isWithAll = (list: object) =>
    [poller.contents(), Object.fromEntries(streamed)].every((seen) => isDeepStrictEqual(seen, list))
  const last = await until(shown, isWithAll)
  t.equal(Object.keys(last).length, POSTS - 3 - 2 + 1, 'the poller and the stream show the posts of the list')
  evening.abort()
  await polling
  await stream.close()
  await streaming
})
