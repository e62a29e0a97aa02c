/** Measures requests to a long blog, compared with a short one. Sends one request after the other. */
import { strict as assert } from 'node:assert'
import { SHORT, type Blog } from './fill.ts'
import { ask, type Request } from './requests.ts'
import { quantile } from './rounds.ts'
import { publication, type Measurement, type Service } from './service.ts'

type Case = (service: Service, blog: Blog) => Request & { headers?: Service['session'] }

const page = ({ origin }: Service, { path }: Blog, query = '') => ({
  url: `${origin}${path}/Post/Published?limit=30${query}`
})

const cases: Readonly<Record<string, Case>> = {
  'first page': page,
  item: ({ origin }, { path, post }) => ({ url: `${origin}${path}/Post/${post}` }),
  'delta of 20 changes': (service, blog) => page(service, blog, `&cId.since=${blog.length - 20}`),
  'live page': ({ origin }, { id }) => ({ url: `${origin}/live/${id}` }),
  insert: (service, blog) => publication(service, blog, 'The agenda is carried.')
}

const deepCases: Readonly<Record<string, Case>> = {
  'deep offset': (service, blog) => page(service, blog, `&offset=${Math.round(blog.length * 0.9)}`),
  'filtered total': (service, blog) => page(service, blog, `&content.like=${encodeURIComponent('<p>Item 77%')}`)
}

export const long: Measurement = async function* ({ desk }) {
  const length = desk.blogs.long.length.toLocaleString('en-US')
  for (const [name, request] of Object.entries(cases)) {
    const p99 = async (service: Service, blog: Blog) => quantile(0.99, await milliseconds(service, blog, request, 200))
    yield {
      name: `${name}, p99, blog of ${length} vs. ${SHORT}`,
      unit: 'ms',
      bars: [['≤', 1.5, '×']],
      measure: (service) => p99(service, service.blogs.long),
      yardstick: () => p99(desk, desk.blogs.short)
    }
  }
  if (desk.blogs.long.length < 1_000_000) return
  for (const [name, request] of Object.entries(deepCases)) {
    yield {
      name: `${name}, blog of ${length}`,
      unit: 'ms',
      bars: [['≤', 250, 'ms']],
      measure: async (service) => quantile(0.5, await milliseconds(service, service.blogs.long, request, 5))
    }
  }
}

let requests = 0

/** Sends requests and returns their durations. Each has another Host, which links contain, so none is a cache hit. */
const milliseconds = async (service: Service, blog: Blog, request: Case, count: number) => {
  const times: number[] = []
  while (times.length < count) {
    const { headers, ...options } = request(service, blog)
    const host = `reader-${requests++}.example`
    const start = performance.now()
    const { status, body } = await ask({ ...options, headers: { ...headers, host } })
    times.push(performance.now() - start)
    assert(status === 200 || status === 201, `${options.url} returned ${status}: ${body}`)
  }
  return times
}
