/**
 * Two replicas: processes that share a database return the same documents, and one goes on when the other ends.
 * `test/alone/truth.test.ts` checks that both show every change within a second.
 */
import t from 'tap'
import { send } from '../../bench/load/requests.ts'
import { serve } from '../../bench/stage/service.ts'
import { cloneDatabase } from '../support/database.ts'

const BASE_URL = 'http://desk.example'

t.test('two replicas share a database', { timeout: 240_000 }, async (t) => {
  const DATABASE_URL = await cloneDatabase(t, 'demo')
  const start = async () => {
    const service = await serve(t, { DATABASE_URL, BASE_URL })
    const read = async (path: string) => {
      const { status, headers, body } = await send(service.origin + path)
      return { status, etag: headers.etag, text: `${body}` }
    }
    return { ...service, read }
  }
  const first = await start()
  const second = await start()

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

  await t.test('one goes on when the other ends', async (t) => {
    t.equal((await first.stop()).code, 0)
    t.equal((await second.read('/resources/Desk/Blog/1')).status, 200)
    t.equal((await second.read('/health/ready')).status, 200)
  })
})
