/** Tests of how often the plugin asks the service, and what happens if the service fails. */
import { request as ask, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Test } from 'tap'
import type { Answer } from './door.ts'
import { WORDS, type Newsroom, type View } from './newsroom.ts'

/** Milliseconds for which the plugin does not ask a service that has failed. */
const PAUSE = 10_000

/** Sends parts of a page for half a minute at most, or until WordPress gives up. @param pause in milliseconds */
const drip = async (response: ServerResponse, part: string, pause: number) => {
  for (const end = performance.now() + 30_000; performance.now() < end && !response.destroyed; await sleep(pause)) {
    response.write(part)
  }
  response.end()
}

/** More than the memory of PHP, packed. Where PHP has its extension curl, that unpacks it, and then WordPress again. */
const packed = gzipSync(Buffer.alloc(300_000_000))

const pack =
  (body: Buffer): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(body)

const FAULTS: Readonly<Record<string, Answer>> = {
  silent: () => {},
  slow: (_request, response) => drip(response, '<p>', 100),
  endless: (_request, response) => drip(response, 'x'.repeat(100_000), 1),
  broken: (_request, response) => response.destroy(),
  packed: pack(packed),
  'packed twice': pack(gzipSync(packed)),
  unavailable: (_request, response) => response.writeHead(503).end()
}

/** @param address of a post in WordPress with the blog */
export const testFaults = async (t: Test, newsroom: Newsroom, address: string): Promise<void> => {
  const { blog, desk, door, forget, grow, publish, view, wordpress, write } = newsroom

  await t.test('many readers cost one request for each second', async (t) => {
    await grow()
    await view(address)
    await grow()
    door.requests.length = 0
    const views: View[] = []
    const viewTimes = async (times: number) => {
      for (let n = 0; n < times; n += 1) views.push(await view(address))
    }
    const start = performance.now()
    await Promise.all(Array.from({ length: 8 }, () => viewTimes(30)))
    const seconds = (performance.now() - start) / 1000
    t.comment(`${views.length} views in ${seconds.toFixed(1)} s, ${door.requests.length} requests`)
    t.ok(views.every(({ status, text }) => status === 200 && text.includes(WORDS)))
    t.ok(door.requests.length >= 1 && door.requests.length <= seconds + 1)
    const statuses = door.requests.map(({ status }) => status())
    t.same([...new Set(statuses)], [304], 'and nothing is sent again')

    await forget('all')
    door.requests.length = 0
    await Promise.all(Array.from({ length: 8 }, () => view(address)))
    t.equal(door.requests.length, 1, 'also when nothing is known')
  })

  await t.test('a service that was killed leaves the last posts, and pages fast', async (t) => {
    await desk.stop('SIGKILL')
    await grow()
    door.requests.length = 0
    for (let n = 0; n < 10; n += 1) {
      const { text, ms } = await view(address)
      t.match(text, WORDS)
      t.ok(ms < 1000, `${ms} ms`)
    }
    t.equal(door.requests.length, 1, 'it was asked once')
    const unknown = await view(await write(`${blog}?order=oldest`))
    t.match(unknown.text, `<h2><a href="${blog}?order=oldest">`, 'what was never shown is a link')
    await desk.start()
    await sleep(PAUSE)
    await view(address)
    t.equal(door.requests.at(-1)?.status(), 304, 'later, it is asked again')
  })

  await t.test('a page that was cut off does not keep the next one away', async (t) => {
    await view(address)
    await publish('Table 108 is next.')
    door.settings.answer = ({ url = '', headers }, response) => {
      ask(desk.origin + url, { headers }, ({ statusCode = 0, headers: { etag } }) => {
        response.writeHead(statusCode, { etag }).end('<!doctype html>')
      }).end()
    }
    await grow()
    t.match((await view(address)).text, WORDS)
    t.equal(door.requests.at(-1)?.status(), 200)
    door.settings.answer = door.pass
    await grow()
    t.match((await view(address)).text, 'Table 108 is next.')
  })

  await t.test('what was stored while the clock was ahead does not count', async (t) => {
    await wordpress.php(`global $wpdb;
      $wpdb->query("update $wpdb->options set option_value = replace(option_value, '\\"until\\":1', '\\"until\\":9')
        where option_name like '_transient_desk_live_blog_%'");
      set_transient('desk_live_blog_away_' . md5('${door.origin}'), microtime(true) + 86400, 86400);`)
    door.requests.length = 0
    await view(address)
    t.equal(door.requests.length, 1)
  })

  const testSlowness = async (t: Test) => {
    for (const [name, answer] of Object.entries(FAULTS)) {
      await forget('failures')
      await grow()
      door.settings.answer = answer
      const [first, second] = [await view(address), await view(address)]
      door.settings.answer = door.pass
      t.comment(`${name}: ${first.ms.toFixed(0)} ms, then ${second.ms.toFixed(0)} ms`)
      t.ok(first.ms < 4000 && second.ms < 1000, name)
      for (const { status, text } of [first, second]) {
        t.ok(status === 200 && text.includes(WORDS), 'the last posts stay')
      }
    }
    await forget('failures')
  }
  await t.test('a slow service delays one reader by two seconds', testSlowness)

  await t.test('also without PHP’s extension curl', async (t) => {
    await wordpress.restart('-d', 'disable_functions=curl_init,curl_exec')
    await testSlowness(t)
    await wordpress.restart()
  })
}
