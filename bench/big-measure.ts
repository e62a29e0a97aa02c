/** Times addresses by turns, one request at a time over one connection each. */
import { percentile } from './stats.ts'

/** The time in milliseconds within which half and 99 % of the requests were answered. */
export interface Times { p50: number, p99: number }

/** Enough for a p99 that is not the slowest one alone. */
const REQUESTS = 1000
const WARM_UP = 20
/** What takes long is asked less often: seconds for all addresses of one case. */
const PATIENCE = 10

/**
 * Asks the addresses by turns, so that whatever else the machine does meets them alike.
 * @throws Error when one is not answered with 200
 */
export const timeByTurns = async (addresses: readonly string[]): Promise<Times[]> => {
  const taken = addresses.map((): number[] => [])
  const until = performance.now() + PATIENCE * 1000
  for (let round = 0; round < WARM_UP + REQUESTS && (performance.now() < until || round < WARM_UP / 4); round++) {
    for (const [index, address] of addresses.entries()) taken[index]?.push((await ask(address)).ms)
  }
  return taken.map((all) => timesOf(all.slice(Math.min(WARM_UP, all.length >> 1))))
}

/**
 * Follows `Link: rel="next"` from some addresses, by turns, over and over.
 * @param pages how far each time; every list must have as many
 */
export const timeNextPages = async (addresses: readonly string[], pages: number): Promise<Times[]> => {
  const taken = addresses.map((): number[] => [])
  for (let round = 0; round * pages < WARM_UP + REQUESTS; round++) {
    let at = [...addresses]
    for (let page = 0; page <= pages; page++) {
      const answers = []
      for (const address of at) answers.push(await ask(address))
      // The first page is what the others follow from, not one of them.
      if (page > 0) for (const [index, { ms }] of answers.entries()) taken[index]?.push(ms)
      if (page < pages) at = answers.map(({ next }, index) => next ?? fail(`${at[index]} has no next page.`))
    }
  }
  return taken.map((all) => timesOf(all.slice(WARM_UP)))
}

const ask = async (address: string) => {
  const began = performance.now()
  const answer = await fetch(address)
  await answer.arrayBuffer()
  const ms = performance.now() - began
  if (answer.status !== 200) fail(`${address} was answered with ${answer.status}.`)
  return { ms, next: /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] }
}

const timesOf = (all: readonly number[]) => ({ p50: percentile(all, 50), p99: percentile(all, 99) })

const fail = (message: string): never => { throw new Error(message) }
