/** The ways of requests through the code: each enters the files that docs/how-it-works.md lists, and no others. */
import { readFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import t from 'tap'
import { build, until, words } from '../support/index.ts'
import { photograph } from '../support/media.ts'
import { code, root } from '../support/root.ts'

const DIST = `${code.href}dist/`
const OF_SERVICE = /^(?:app|(?:schemas|db|plugins|routes)\/.*)\.ts$/

/** Files whose functions run from time to time, whatever the requests: the change feed, heartbeats and time-outs. */
const BACKGROUND: ReadonlySet<string> = new Set(words`
  db/change-feed.ts db/changes.ts db/time-limits.ts plugins/http-server.ts plugins/slow-readers.ts
  plugins/streams/subscribers.ts plugins/database/versions.ts`)

/** Every request that reaches the router enters this file. */
const ROUTER = 'plugins/methods.ts'

/** Returns the files whose functions run while `work` does, sorted. */
const filesEntered = async (work: () => Promise<unknown>): Promise<string[]> => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const ran = result.filter(({ functions }) =>
    functions.some(({ ranges: [range] }) => range !== undefined && range.count > 0)
  )
  return ran
    .filter(({ url }) => url.startsWith(DIST))
    .map(({ url }) => url.slice(DIST.length).replace(/js$/, 'ts'))
    .filter((path) => OF_SERVICE.test(path) && !BACKGROUND.has(path))
    .sort()
}

/** Returns the files that the page lists under a heading, sorted. */
const filesOnPage = (page: string, heading: string): string[] => {
  const [section = ''] = page.slice(page.indexOf(`## ${heading}\n`) + 1).split(/\n## /, 1)
  const [, list = ''] = /Files entered \(\d+\):\n\n```text\n([^`]*)```/.exec(section) ?? []
  return list
    .split(/\s+/)
    .filter((path) => path !== '')
    .map((path) => path.replace(/tsx$/, 'ts'))
    .sort()
}

t.test('each way enters the files that the page lists', async (t) => {
  const { app, tokenOf } = await build(t)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const authorization = await tokenOf('admin')
  const page = await readFile(join(root, 'docs/how-it-works.md'), 'utf8')
  const send = async (path: string, init: RequestInit, status: number) => {
    const response = await fetch(address + path, init)
    await response.text()
    t.equal(response.status, status, `${init.method ?? 'GET'} ${path}`)
  }
  const get = (path: string) => send(path, {}, 200)
  const write = (method: string, path: string, status: number) => {
    const body = JSON.stringify({ Content: `Text ${performance.now()}` })
    return send(path, { method, headers: { authorization, 'content-type': 'application/json' }, body }, status)
  }
  const upload = async () => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(await photograph())]), 'picture.jpg')
    await send('/resources/HR/User/1/MetaData/Upload', { method: 'POST', headers: { authorization }, body }, 201)
  }
  const stream = async () => {
    const ending = new AbortController()
    const { body } = await fetch(`${address}/resources/Desk/Blog/1/Post/Published?stream&cId.since=1`, {
      signal: ending.signal
    })
    const reader = body?.getReader()
    for (let text = ''; !text.includes('data:');) text += new TextDecoder().decode((await reader?.read())?.value)
    ending.abort()
  }
  const list = (limit: number) => `/resources/Desk/Blog/1/Post/Published?X-Filter=Id,Author.Name&limit=${limit}`
  let limit = 3
  const coldList = () => get(list((limit += 1)))
  const ways: readonly [string, () => Promise<unknown>][] = [
    ['A cached read', () => get('/resources/Desk/Blog/1')],
    ['A cold read', coldList],
    ['A post', () => write('POST', '/resources/Desk/Blog/1/Post/Publish', 201)],
    ['A correction', () => write('PUT', '/resources/Desk/Blog/1/Post/54', 200)],
    ['A stream', stream],
    ['A page', () => get('/live/1')],
    ['An upload', upload]
  ]
  // Later requests do not enter the files that compile something at its first use.
  for (const [, work] of ways) await work()
  await write('PUT', '/resources/Desk/Blog/1/Post/53', 200)
  for (let tries = 1; tries <= 2; tries += 1) await get('/resources/Desk/Blog/1')
  for (const [heading, work] of ways) {
    if (heading === 'A page') await write('PUT', '/resources/Desk/Blog/1/Post/53', 200)
    // Otherwise a slow machine could make the cached document stale, and the request would wait for the database.
    await app.freshness.isReady()
    // The change feed can use the database meanwhile, or make the document stale, and then the cache reads it again.
    const isSettled = (files: readonly string[]) =>
      heading !== 'A cached read' || !(files.includes(ROUTER) || files.includes('db/client.ts'))
    const files = await until(() => filesEntered(work), isSettled)
    t.same(files, filesOnPage(page, heading), heading)
  }
})
