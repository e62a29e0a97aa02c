/** Two replicas: processes that share a database return the same documents, and one goes on when the other ends. */
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { freePort } from '../../db/embedded/index.ts'
import { ADMIN_PASSWORD, cloneDatabase } from '../support/database.ts'
import { openStream } from '../support/event-stream.ts'
import { root } from '../support/root.ts'
import { start } from '../support/service.ts'

const BASE_URL = 'http://desk.example'

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers
})

t.test('two replicas share a database', { timeout: 240_000 }, async (t) => {
  const DATABASE_URL = await cloneDatabase(t, 'demo')
  const serve = async () => {
    const PORT = `${await freePort()}`
    const service = await start(t, ['node', `${root}/dist/server.js`], { DATABASE_URL, PORT, BASE_URL })
    const origin = `http://127.0.0.1:${PORT}`
    const read = async (path: string) => {
      const answer = await fetch(origin + path)
      return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() }
    }
    return { ...service, origin, read }
  }
  const first = await serve()
  const second = await serve()

  await t.test('both return the same bytes for every kind of document', async (t) => {
    const seen = new Set<string>()
    const shapes = new Map<string, number>()
    const queue = ['/resources']
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const [document, same] = await Promise.all([first.read(path), second.read(path)])
      t.same(same, document, path)
      for (const [, href = ''] of document.text.matchAll(/href="([^"]+)"/g)) {
        const next = href.replace(BASE_URL, '').replaceAll('&amp;', '&')
        const shape = next.replace(/\d+/g, '{Id}')
        const count = shapes.get(shape) ?? 0
        if (!next.startsWith('/resources') || seen.has(next) || count > 1) continue
        seen.add(next)
        shapes.set(shape, count + 1)
        queue.push(next)
      }
    }
    t.ok(seen.size > 100, `${seen.size} addresses`)
  })

  await t.test('readers and streams of the other see a post within a second', async (t) => {
    const list = '/resources/Desk/Blog/1/Post/Published?X-Filter=Content&limit=5'
    const stream = await openStream(`${second.origin}/resources/Desk/Blog/1/Post/Published?stream`)
    t.notMatch((await second.read(list)).text, /seen by all/)
    const login = await fetch(
      `${first.origin}/resources/Security/Login.json`,
      form({ UserName: 'admin', Password: ADMIN_PASSWORD })
    )
    const { Session: authorization }: { Session: string } = await login.json()
    const inserted = await fetch(
      `${first.origin}/resources/Desk/Blog/1/Post/Publish`,
      form({ Content: 'seen by all' }, { authorization })
    )
    const insertedAt = Date.now()
    t.equal(inserted.status, 201)
    t.match((await first.read(list)).text, /seen by all/, 'its author sees it at once')
    while (!(await second.read(list)).text.includes('seen by all') && Date.now() - insertedAt < 5_000) await sleep(20)
    t.ok(Date.now() - insertedAt < 1_000, `${Date.now() - insertedAt} ms`)
    t.match((await stream.next()).data, /seen by all/)
    await stream.close()
  })

  await t.test('one goes on when the other ends', async (t) => {
    t.equal((await first.stop('SIGTERM')).code, 0)
    t.equal((await second.read('/resources/Desk/Blog/1')).status, 200)
    t.equal((await second.read('/health/ready')).status, 200)
  })
})
