/** Collects metrics for Prometheus: those of requests and of the process here, others in the plugins that know them. */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type {
  Counter,
  CounterConfiguration,
  Gauge,
  GaugeConfiguration,
  Histogram,
  HistogramConfiguration,
  Registry
} from 'prom-client'

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined if metrics are off. */
    metrics: Metrics | undefined
  }
}

type Unregistered<Configuration> = Omit<Configuration, 'registers'>

export interface Metrics {
  readonly counter: <Label extends string>(configuration: Unregistered<CounterConfiguration<Label>>) => Counter<Label>
  readonly gauge: <Label extends string>(configuration: Unregistered<GaugeConfiguration<Label>>) => Gauge<Label>
  readonly histogram: <Label extends string>(
    configuration: Unregistered<HistogramConfiguration<Label>>
  ) => Histogram<Label>
  /** Counts a request. Hooks don't see responses before the router, and see streams too late, so these call it. */
  readonly answered: (method: string, route: string, status: number) => void
}

/** Upper bounds of the histogram's buckets, in seconds. Only uploads and web pages may take longer than 2. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30]

/** @param registry collects the metrics; undefined turns them off */
const metrics = async (app: FastifyInstance, { registry }: { registry: Registry | undefined }) => {
  if (registry === undefined) {
    app.decorate('metrics', undefined)
    return
  }
  // Loading takes 55 ms of processor time, so a start without metrics skips it.
  const { Counter, Gauge, Histogram, collectDefaultMetrics } = await import('prom-client')
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'desk_http_requests_total',
    help: 'Requests with a response, also from the cache',
    labelNames: ['method', 'route', 'status'],
    registers
  })
  const durations = new Histogram({
    name: 'desk_http_request_duration_seconds',
    help: 'Duration of requests that reached the router, without streams',
    labelNames: ['method', 'route'],
    buckets: DURATIONS,
    registers
  })
  const answered: Metrics['answered'] = (method, route, status) => requests.inc({ method, route, status })

  app.decorate('metrics', {
    counter: (configuration) => new Counter({ ...configuration, registers }),
    gauge: (configuration) => new Gauge({ ...configuration, registers }),
    histogram: (configuration) => new Histogram({ ...configuration, registers }),
    answered
  } satisfies Metrics)
  app.addHook('onResponse', (request, reply, done) => {
    const {
      method,
      routeOptions: { url: route = 'none' }
    } = request
    const status = reply.raw.statusCode
    if (!isStream(request, status)) {
      answered(method, route, status)
      durations.observe({ method, route }, reply.elapsedTime / 1000)
    }
    done()
  })
}

/** A stream is counted when it opens. Its duration depends on the client only. */
const isStream = ({ context }: Partial<FastifyRequest>, status: number) => context?.streamed === true && status === 200

export default fp(metrics, { name: 'metrics' })
