/**
 * Measures the first contentful paint of the live page in Chromium, with a slow connection, a slow processor and empty
 * caches. Usage: npx tsx bench/browsers/first-paint.ts
 */
import type { Browser } from 'playwright-core'
import { printed, quantile } from '../claims.ts'
import { startService } from '../figures/service.ts'
import { openBrowser } from '../stage/browser.ts'
import { atEnd, finish } from '../stage/ending.ts'

const VISITS = 9
/** Milliseconds until an answer begins to arrive, and bytes a second: 1.6 Mbit/s. */
const CONNECTION = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
/** Factor by which the processor is slower. */
const SLOWDOWN = 4

/** Milliseconds from the start of a visit to the first text or picture, and to the largest one. */
interface Paints {
  readonly first: number
  readonly largest: number
}

const visit = async (browser: Browser, address: string): Promise<Paints> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', CONNECTION)
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.goto(address, { waitUntil: 'load' })
  const [first, largest] = await page.evaluate(async () => {
    const paints = await new Promise<readonly PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({
        type: 'largest-contentful-paint',
        buffered: true
      })
    })
    return [performance.getEntriesByName('first-contentful-paint')[0]?.startTime, paints.at(-1)?.startTime]
  })
  await context.close()
  return { first: first ?? NaN, largest: largest ?? NaN }
}

const measure = async () => {
  const { origin } = await startService()
  const browser = await openBrowser()
  if (browser === undefined) throw new Error('There is no Chromium on this machine.')
  atEnd.teardown(() => browser.close())
  const visits: Paints[] = []
  for (let number = 0; number < VISITS; number += 1) visits.push(await visit(browser, `${origin}/live/1`))
  const medianOf = (of: (each: Paints) => number) => quantile(0.5, visits.map(of))
  printed.claim(
    `first contentful paint, median of ${VISITS}`,
    medianOf(({ first }) => first),
    ['≤', 1200, 'ms']
  )
  printed.note(`largest contentful paint ${medianOf(({ largest }) => largest).toFixed(0)} ms`)
}

await finish(measure())
