/** Tests of how often the plugin asks the service, and what happens if the service fails. */
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
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

const FAULTS: Readonly<Record<string, Answer>> = {
  silent: () => {},
  slow: (_request, response) => drip(response, '<p>', 100),
  endless: (_request, response) => drip(response, 'x'.repeat(100_000), 1),
  broken: (_request, response) => response.destroy(),
  unavailable: (_request, response) => response.writeHead(503).end()
}

/** @param address of a post in WordPress with the blog */
export const testFaults = async (t: Test, newsroom: Newsroom, address: string): Promise<void> => {
  const { blog, desk, door, forget, grow, view, wordpress, write } = newsroom

  await t.test('many readers cost one request for each second', async (t) => {
    await grow()
    await view(address)
    await grow()
    door.asked.length = 0
    const views: View[] = []
    const viewTimes = async (times: number) => {
      for (let n = 0; n < times; n += 1) views.push(await view(address))
    }
    const start = performance.now()
    await Promise.all(Array.from({ length: 8 }, () => viewTimes(30)))
    const seconds = (performance.now() - start) / 1000
    t.comment(`${views.length} views in ${seconds.toFixed(1)} s, ${door.asked.length} requests`)
    t.ok(views.every(({ status, text }) => status === 200 && text.includes(WORDS)))
    t.ok(door.asked.length >= 1 && door.asked.length <= seconds + 1)
    const statuses = door.asked.map(({ status }) => status())
    t.same([...new Set(statuses)], [304], 'and nothing is sent again')

    await forget('all')
    door.asked.length = 0
    await Promise.all(Array.from({ length: 8 }, () => view(address)))
    t.equal(door.asked.length, 1, 'also when nothing is known')
  })

  await t.test('a service that was killed leaves the last posts, and pages fast', async (t) => {
    await desk.stop('SIGKILL')
    await grow()
    door.asked.length = 0
    for (let n = 0; n < 10; n += 1) {
      const { text, ms } = await view(address)
      t.match(text, WORDS)
      t.ok(ms < 1000, `${ms} ms`)
    }
    t.equal(door.asked.length, 1, 'it was asked once')
    const unknown = await view(await write(`${blog}?order=oldest`))
    t.match(unknown.text, `<h2><a href="${blog}?order=oldest">`, 'what was never shown is a link')
    await desk.start()
    await sleep(PAUSE)
    await view(address)
    t.equal(door.asked.at(-1)?.status(), 304, 'later, it is asked again')
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
