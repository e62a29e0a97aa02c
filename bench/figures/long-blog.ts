/** Measures requests to a long blog, compared with a short one. Sends one request after the other. */
import { quantile } from '../claims.ts'
import { ask } from '../load/requests.ts'
import { SHORT, type Blog } from './fill.ts'
import type { Measurement } from './rounds.ts'
import { publish, type Service } from './service.ts'

/** Returns the address of a request, and its options if it is not a plain GET. */
type Case = (service: Service, blog: Blog) => ReturnType<typeof publish> | readonly [url: string]

const page = ({ origin }: Service, { path }: Blog, query = '') =>
  [`${origin}${path}/Post/Published?limit=30${query}`] as const

const cases: Readonly<Record<string, Case>> = {
  'first page': page,
  item: ({ origin }, { path, post }) => [`${origin}${path}/Post/${post}`],
  'delta of 20 changes': (service, blog) => page(service, blog, `&cId.since=${blog.length - 20}`),
  'live page': ({ origin }, { id }) => [`${origin}/live/${id}`],
  insert: (service, blog) => publish(service, blog, 'The agenda is carried.')
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
}

let requests = 0

/** Sends requests and returns their durations. Each has another Host, which links contain, so none is a cache hit. */
const milliseconds = async (service: Service, blog: Blog, request: Case, count: number) => {
  const times: number[] = []
  while (times.length < count) {
    const [url, options] = request(service, blog)
    const headers = { ...options?.headers, host: `reader-${requests++}.example` }
    times.push((await ask(url, { ...options, headers }, [200, 201])).ms)
  }
  return times
}
