/**
 * Sends the messages of webhooks. Of several processes, one sends for each webhook. A write of a post does nothing for
 * it: the change feed says that a blog has changed, and its newest change number that there is something to announce.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { webhookQueue, type HeldWebhook } from '../../db/webhook-queue.ts'
import { isPublic, type IsAllowed } from '../../plugins/clients.ts'
import { addressOf, allAddresses, Refusal } from '../../plugins/outgoing/addresses.ts'
import { workOnHeld } from '../holding.ts'
import { measuring } from '../measuring.ts'
import { sendAll } from './sender.ts'
import type { Base } from './message.ts'

declare module 'fastify' {
  interface FastifyInstance {
    webhooks: {
      /** Returns why messages cannot be sent to an address: `must begin with …`; undefined if they can. */
      readonly refusalOf: (address: string) => string | undefined
    }
  }
}

export interface WebhookOptions extends Base {
  /** Whether this process sends messages. */
  readonly isOn: boolean
  /** Whether private and loopback networks may get messages. */
  readonly isPrivateAllowed: boolean
}

/** Milliseconds that the receiver has to answer. */
const TIMEOUT = 10_000

const webhooks = async (app: FastifyInstance, { isOn, isPrivateAllowed, ...base }: WebhookOptions) => {
  const isAllowed: IsAllowed = isPrivateAllowed ? allAddresses : isPublic
  const queue = webhookQueue(app.sql)
  addMetrics(app, queue.measure)
  app.decorate('webhooks', {
    refusalOf: (address) => {
      try {
        addressOf(address, isAllowed)
        return undefined
      } catch (error) {
        if (error instanceof Refusal) return error.message
        throw error
      }
    }
  })
  if (!isOn) return

  const run = async ({ Webhook: webhook }: HeldWebhook, holder: string, signal: AbortSignal) => {
    // The HTTP client is loaded with the first message, because most services have no webhook.
    const { guardedClient } = await import('../../plugins/outgoing/index.ts')
    const send = guardedClient({ isAllowed, timeout: TIMEOUT, maxBytes: 0, userAgent: 'Desk-Webhooks/1.0' })
    const { catchUp } = app.freshness
    const reason = await sendAll({ queue, send, base, hold: { webhook, holder }, catchUp, signal })
    if (reason !== undefined) app.log.info({ webhook, reason }, 'a webhook has not taken its message')
  }
  workOnHeld<HeldWebhook>(app, {
    name: 'webhooks',
    take: queue.take,
    release: queue.release,
    idOf: ({ Webhook }) => Webhook,
    sourceOf: () => '',
    isDue: ({ IsDue }) => IsDue,
    run,
    // A process without webhooks need not look at each change of a blog.
    tags: (heldWebhooks) => (heldWebhooks === 0 ? ['everything'] : ['everything', 'blogs'])
  })
}

const addMetrics = (app: FastifyInstance, measure: ReturnType<typeof webhookQueue>['measure']) => {
  const numbersNow = measuring(app)
  for (const [name, help, number] of [
    ['desk_webhooks_waiting', 'Webhooks that have something to announce', 'Waiting'],
    ['desk_webhooks_failing', 'Webhooks whose last try failed, without those that are off', 'Failing']
  ] as const) {
    app.metrics?.gauge({
      name,
      help,
      async collect() {
        const numbers = await numbersNow(measure)
        if (numbers === undefined) this.remove()
        else this.set(numbers[number])
      }
    })
  }
}

export default fp(webhooks, { name: 'webhooks', dependencies: ['database', 'metrics'] })
