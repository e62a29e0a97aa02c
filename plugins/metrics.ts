/**
 * Metrics in Prometheus form. Each plugin adds its own to `app.metrics`, which is undefined where no metrics are wanted.
 * This plugin adds those of requests and of the process.
 */
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
    metrics: Metrics | undefined
  }
}

type Wanted<Configuration> = Omit<Configuration, 'registers'>

export interface Metrics {
  readonly counter: <Label extends string>(wanted: Wanted<CounterConfiguration<Label>>) => Counter<Label>
  readonly gauge: <Label extends string>(wanted: Wanted<GaugeConfiguration<Label>>) => Gauge<Label>
  readonly histogram: <Label extends string>(wanted: Wanted<HistogramConfiguration<Label>>) => Histogram<Label>
  /** Counts an answered request. A hook counts most; the cache and the streams count their own. */
  readonly answered: (method: string, route: string, status: number) => void
}

/** Seconds. The database has 1.95 for a request; uploads and web pages take longer. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30]

/** @param registry takes the metrics; undefined when nobody reads them */
const metrics = async (app: FastifyInstance, { registry }: { registry: Registry | undefined }) => {
  if (registry === undefined) {
    app.decorate('metrics', undefined)
    return
  }
  // Loading it takes 55 ms of processor time, which most starts can do without.
  const { Counter, Gauge, Histogram, collectDefaultMetrics } = await import('prom-client')
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'desk_http_requests_total',
    help: 'Answered requests, those from the cache included',
    labelNames: ['method', 'route', 'status'],
    registers
  })
  const durations = new Histogram({
    name: 'desk_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, without answers from the cache and streams',
    labelNames: ['method', 'route'],
    buckets: DURATIONS,
    registers
  })
  const answered: Metrics['answered'] = (method, route, status) => requests.inc({ method, route, status })

  app.decorate('metrics', {
    counter: (wanted) => new Counter({ ...wanted, registers }),
    gauge: (wanted) => new Gauge({ ...wanted, registers }),
    histogram: (wanted) => new Histogram({ ...wanted, registers }),
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

/** Streams are counted when they open, and last as long as their clients want. */
const isStream = ({ context }: Partial<FastifyRequest>, status: number) => context?.streamed === true && status === 200

export default fp(metrics, { name: 'metrics', fastify: '5.x' })
