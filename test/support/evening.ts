/**
 * Runs a live blog for an evening as a new client program would: every address comes from a link, and every parameter
 * is listed by `params=show`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import sharp from 'sharp'
import { itemsOf, type Document } from '../routes/wire.ts'
import { openStream } from './event-stream.ts'
import { naiveClient } from './naive-client.ts'
import { until } from './until.ts'
import type { Test } from 'tap'

const POSTS = 50

/** Returns the address of a link. @throws Error if the document has no such link */
const hrefOf = (document: Document, name: string): string => {
  const { [name]: link } = document
  if (typeof link !== 'object' || Array.isArray(link) || typeof link.href !== 'string') {
    throw new Error(`no link ${name}`)
  }
  return link.href
}
const textOf = (document: Document, property: string) => String(document[property])

/** A running service with the demo newsroom. */
export interface Newsroom {
  readonly origin: string
  readonly adminPassword: string
}

/** Covers an evening with fifty posts. A poller and a stream must end with the posts of the list. */
export const coverEvening = async (t: Test, { origin, adminPassword }: Newsroom): Promise<void> => {
  const indexUrl = `${origin}/resources`

  /** Sends a request, with a body and the token of a session if they are given. */
  const send = async (
    method: string,
    url: string,
    body?: object | FormData,
    session?: string,
    headers: object = {}
  ) => {
    const isForm = body instanceof FormData
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(session !== undefined && { authorization: session }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) })
    })
    const text = await response.text()
    const document: Document = text === '' ? {} : JSON.parse(text)
    return { status: response.status, document, etag: response.headers.get('etag') ?? '' }
  }
  const expect = async (status: number, ...request: Parameters<typeof send>) => {
    const answer = await send(...request)
    t.equal(
      answer.status,
      status,
      `${request[0]} ${request[1].slice(indexUrl.length)} ${JSON.stringify(answer.document).slice(0, 300)}`
    )
    return answer
  }
  /** Reads an address with parameters, and checks that `params=show` lists them. */
  const read = async (url: string, query: Readonly<Record<string, string>> = {}, session?: string) => {
    const { document: parameters } = await expect(
      200,
      'GET',
      `${url}${url.includes('?') ? '&' : '?'}params=show`,
      undefined,
      session
    )
    const names = itemsOf(parameters).map(({ Name }) => Name)
    for (const name of Object.keys(query)) {
      t.ok(names.includes(name), `${url.slice(indexUrl.length)} lists the parameter ${name}`)
    }
    return (await expect(200, 'GET', `${url}?${new URLSearchParams(query)}`, undefined, session)).document
  }

  // The index links to everything. The problem of a refused write links to a page with the address of the login.
  const index = await read(indexUrl)
  const blogs = hrefOf(index, 'DeskBlog')
  const refused = await send('POST', blogs, { Title: 'Election night' })
  t.equal(refused.status, 401)
  const explanation = await (await fetch(new URL(textOf(refused.document, 'type'), indexUrl))).text()
  const [, login = ''] = /POST (\/resources\/\S+?)\.?(?:[\s<"]|$)/.exec(explanation) ?? []
  const logIn = async (UserName: string, Password: string) =>
    (await expect(201, 'POST', new URL(login, indexUrl).href, { UserName, Password })).document
  const { Session, ...adminLogin } = await logIn('admin', adminPassword)
  const editor = String(Session)
  const me = hrefOf(adminLogin, 'User')

  const [language] = itemsOf(await read(hrefOf(index, 'LocalizationLanguage'), { code: 'en' }))
  const { document: blog } = await expect(
    201,
    'POST',
    blogs,
    {
      Title: 'Election night',
      Language: { href: language?.href },
      EmbedConfig: { UserComments: true }
    },
    editor
  )
  const blogAddress = String(blog.href)

  // Two colleagues get a password, log in and become members.
  const writers = await Promise.all(
    ['Орися', 'Aurélie'].map(async (FirstName, position) => {
      const [user] = itemsOf(await read(hrefOf(index, 'HRUser'), { firstName: FirstName, 'X-Filter': 'Name' }))
      await expect(204, 'PUT', `${String(user?.href)}/Password`, { NewPassword: `${FirstName} writes tonight` }, editor)
      const candidates = await read(hrefOf(blog, 'CollaboratorPotential'), { 'qu.firstName': FirstName })
      const [candidate] = itemsOf(candidates)
      const id = String(candidate?.href).split('/').at(-1) ?? ''
      const member = `${hrefOf(blog, 'Collaborator')}${id}/${position === 0 ? 'Add' : 'Type/Administrator'}`
      await expect(200, 'PUT', member, undefined, editor)
      const { Session: session, ...loginDocument } = await logIn(String(user?.Name), `${FirstName} writes tonight`)
      return { session: String(session), address: hrefOf(loginDocument, 'User') }
    })
  )
  t.equal(itemsOf(await read(hrefOf(blog, 'Collaborator'))).length, 2)
  await expect(200, 'PUT', `${blogAddress}/PutLive`, undefined, editor)
  t.ok(
    itemsOf(await read(hrefOf(index, 'DeskBlogLive'))).some(({ href }) => href === blogAddress),
    'the list of live blogs shows the blog'
  )

  // One reader polls, and another one keeps a stream open.
  const published = hrefOf(blog, 'PostPublished')
  const get = async (path: string) => {
    const answer = await fetch(origin + path, { headers: { accept: 'application/json' } })
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      rawPayload: Buffer.from(await answer.arrayBuffer())
    }
  }
  const path = new URL(published).pathname
  const poller = naiveClient(get, { list: path, published: true, format: 'json', query: '' })
  const stream = await openStream(`${published}.json?stream&X-Filter=Id,CId,IsPublished,DeletedOn,Content`, {
    accept: 'text/event-stream'
  })
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
  const picture = async (owner: string, session: string, name: string) => {
    const pixels = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#036' } })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(pixels)], { type: 'image/jpeg' }), name)
    const { document } = await expect(201, 'POST', `${owner}/MetaData/Upload`, form, session)
    const file = await fetch(hrefOf(document, 'Content'))
    t.equal(file.headers.get('content-type'), 'image/jpeg')
    return { file: hrefOf(document, 'Content'), metaData: String(document.href) }
  }
  const members = [{ session: editor, address: me }, ...writers]
  const posts: string[] = []
  for (let number = 0; number < POSTS; number++) {
    const { session, address } = members[number % members.length] ?? { session: editor, address: me }
    const image =
      number % 10 === 0 ? `<img src="${(await picture(address, session, `count-${number}.jpg`)).file}">` : ''
    const isDraft = session !== editor
    const { document } = await expect(
      201,
      'POST',
      isDraft ? hrefOf(blog, 'Post') : published,
      { Content: `District ${number} is counted. ${image}`, Type: 'normal' },
      session,
      { 'idempotency-key': `${blogAddress}-${number}` }
    )
    posts.push(String(document.href))
  }
  const drafts = itemsOf(await read(hrefOf(blog, 'PostUnpublished'), { limit: '100' }, editor))
  t.equal(drafts.length, Math.floor((POSTS * 2) / 3))
  for (const { href } of drafts.slice(0, -3)) await expect(201, 'POST', `${String(href)}/Publish`, {}, editor)
  const [draft = ''] = drafts.slice(-3).map(({ href }) => String(href))
  await expect(403, 'POST', `${draft}/Publish`, {}, writers[0]?.session)

  // Edits, each followed by one of a stale version; posts that are moved, withdrawn, published again and deleted.
  for (const post of posts.slice(0, 8)) {
    const { etag } = await send('GET', post)
    await expect(200, 'PUT', post, { Content: `Corrected: ${post.slice(-2)}` }, editor, { 'if-match': etag })
    await expect(412, 'PUT', post, { Content: 'Too late' }, editor, { 'if-match': etag })
  }
  const [lowest = '', second = '', third = '', fourth = ''] = posts.filter((_post, number) => number % 3 === 0)
  await expect(200, 'PUT', `${lowest}/Post/${third.split('/').at(-1) ?? ''}/Reorder?before=true`, undefined, editor)
  await expect(201, 'POST', `${second}/Unpublish`, undefined, editor)
  await expect(201, 'POST', `${third}/Unpublish`, undefined, editor)
  await expect(201, 'POST', `${third}/Publish`, undefined, editor)
  await expect(204, 'DELETE', fourth, undefined, editor)
  t.equal((await read(fourth)).Content, undefined, 'a deleted post shows no content')

  // Readers comment; the editor publishes one comment and deletes another.
  for (const UserName of ['Ann', 'Ben', 'Cleo']) {
    await expect(201, 'POST', hrefOf(blog, 'CommentPost'), {
      UserName,
      CommentText: `<b>Well</b> counted, says ${UserName}.`
    })
  }
  const [comment, rejected] = itemsOf(await read(hrefOf(blog, 'PostComment'), {}, editor))
  await expect(201, 'POST', `${String(comment?.href)}/Publish`, undefined, editor)
  await expect(204, 'DELETE', String(rejected?.href), undefined, editor)
  t.match((await read(String(comment?.href))).Content, /&lt;b&gt;Well&lt;\/b&gt; counted/)

  // The blog gets a banner and is closed. Then it refuses posts, edits and comments.
  const { metaData } = await picture(me, editor, 'banner.jpg')
  const [text] = itemsOf(await read(`${metaData}/MetaInfo`))
  await expect(
    200,
    'PUT',
    String(text?.href),
    { Title: 'The town hall', Description: 'Before the doors opened' },
    editor
  )
  await expect(
    201,
    'POST',
    hrefOf(index, 'DeskBlogType').replace(/BlogType\/?$/, 'BlogMedia'),
    {
      Blog: { href: blogAddress },
      MetaInfo: { href: text?.href },
      Type: 'top_banner'
    },
    editor
  )
  t.equal(itemsOf(await read(hrefOf(blog, 'BlogMedia'))).length, 1)
  await expect(200, 'PUT', blogAddress, { ClosedOn: '2026-11-03 23:59:00' }, editor)
  await expect(409, 'POST', published, { Content: 'One more thing' }, editor)
  await expect(409, 'PUT', lowest, { Content: 'One more correction' }, editor)
  await expect(409, 'POST', hrefOf(blog, 'CommentPost'), { UserName: 'Dora', CommentText: 'Late, but well meant.' })

  const shown = async () => {
    const posts = itemsOf(await read(published, { limit: '100', 'X-Filter': 'Id,Content' }))
    return {
      list: Object.fromEntries(posts.map(({ Id, Content }) => [String(Id), Content])),
      poller: poller.contents(),
      stream: Object.fromEntries(streamed)
    }
  }
  const { list } = await until(
    shown,
    ({ list, poller, stream }) => isDeepStrictEqual(poller, list) && isDeepStrictEqual(stream, list)
  )
  t.equal(Object.keys(list).length, POSTS - 3 - 2 + 1, 'the poller and the stream show the posts of the list')
  evening.abort()
  await polling
  await stream.close()
  await streaming
}
