/** A long blog beside a short one, one request after another. */
import { strict as assert } from 'node:assert'
import { ask, type Asked } from './ask.ts'
import { SHORT, type Blog } from './fill.ts'
import type { Result } from './report.ts'
import { inTurns, median, p99 } from './rounds.ts'
import { postBody, publishPath, type Measurement, type Service } from './service.ts'

/** Requests of each round. */
const REQUESTS = 200
const DEEP_REQUESTS = 5

interface Case {
  readonly name: string
  readonly path: (blog: Blog) => string
  readonly asked?: (service: Service) => Asked
}

const published = ({ id }: Blog) => `/resources/Desk/Blog/${id}/Post/Published?limit=30`

const cases: readonly Case[] = [
  { name: 'first page', path: published },
  { name: 'item', path: ({ id, post }) => `/resources/Desk/Blog/${id}/Post/${post}` },
  { name: 'delta of 20 changes', path: (blog) => `${published(blog)}&cId.since=${blog.length - 20}` },
  {
    name: 'insert',
    path: ({ id }) => publishPath(id),
    asked: ({ session }) => ({ method: 'POST', headers: session, body: postBody('The agenda is carried.') })
  }
]

const deepCases: readonly Case[] = [
  { name: 'deep offset', path: (blog) => `${published(blog)}&offset=${Math.round(blog.length * 0.9)}` },
  { name: 'filtered total', path: (blog) => `${published(blog)}&content.like=${encodeURIComponent('<p>Item 77%')}` }
]

export const longBlogs: Measurement = async ({ desk, against, options }) => {
  const length = desk.blogs.long.length.toLocaleString('en-US')
  const results: Result[] = []
  for (const one of cases) {
    const times = (service: Service, blog: Blog) => async () => p99(await millisecondsOf(service, blog, one, REQUESTS))
    const found = await inTurns({
      desk: times(desk, desk.blogs.long),
      yardstick: times(desk, desk.blogs.short),
      against: against && times(against, against.blogs.long)
    }, options)
    const name = `${one.name}, p99, blog of ${length} beside ${SHORT}`
    results.push({ name, found, bars: [{ of: 'ratio', most: 1.5 }], unit: 'ms' })
  }
  for (const one of options.big ? deepCases : []) {
    const times = (service: Service) => async () =>
      median(await millisecondsOf(service, service.blogs.long, one, DEEP_REQUESTS))
    const found = await inTurns({ desk: times(desk), against: against && times(against) }, options)
    results.push({ name: `${one.name}, blog of ${length}`, found, bars: [{ of: 'value', most: 250 }], unit: 'ms' })
  }
  return results
}

let requests = 0

/** Each request names another host, which is part of every link: no answer comes from the cache. */
const millisecondsOf = async (service: Service, blog: Blog, { path, asked }: Case, count: number) => {
  const times: number[] = []
  for (let left = count; left > 0; left--) {
    const { headers, ...rest } = asked?.(service) ?? {}
    const host = `reader-${requests++}.example`
    const begun = performance.now()
    const { status, body } = await ask(service.origin + path(blog), { ...rest, headers: { ...headers, host } })
    times.push(performance.now() - begun)
    assert(status === 200 || status === 201, `${path(blog)} is answered with ${status}: ${body}`)
  }
  return times
}
