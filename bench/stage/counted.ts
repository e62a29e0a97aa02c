/** Counts the requests that reach a service, by its own metrics. */
import { freePort } from '../../db/embedded/index.ts'
import { ask } from '../load/requests.ts'
import type { Stage } from './drill.ts'
import type { Service } from './service.ts'

export interface CountedService extends Service {
  /** Returns the number of requests with a response since its start. @param route part of the route, all by default */
  readonly requests: (route?: string) => Promise<number>
}

/** Starts the built service with metrics. */
export const serveCounted = async (
  { serve }: Pick<Stage, 'serve'>,
  settings: Readonly<Record<string, string>> = {}
): Promise<CountedService> => {
  const port = await freePort()
  const service = await serve({ METRICS_PORT: `${port}`, ...settings })
  return {
    ...service,
    requests: async (route = '') => {
      const { body } = await ask(`http://127.0.0.1:${port}/metrics`)
      const counters = [...`${body}`.matchAll(/^desk_http_requests_total\{([^}]*)\} (\d+)/gm)]
      return counters.reduce((sum, [, labels = '', count]) => sum + (labels.includes(route) ? Number(count) : 0), 0)
    }
  }
}
