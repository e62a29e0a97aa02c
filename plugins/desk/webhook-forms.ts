/** The webhooks of a blog: reads their states, and carries out the forms about them. */
import type { Row } from '../../schemas/language/rows.ts'
import { blogIdIn, blogPath } from './blogs.ts'
import { inTurn } from './documents.ts'
import { idOf, itemsIn } from './view/items.ts'
import { numberOf, textOf } from './values.ts'
import type { Action, Actions, Visit } from './visit.ts'

/** Messages that are shown of each webhook, at most. */
const SHOWN = 5

/** A webhook with its last messages, the newest first. */
export type HookedUp = Awaited<ReturnType<typeof readWebhooks>>[number]

/** Returns the webhooks of a blog; none for programs with a token, which may not see their states. */
export const readWebhooks = async (visit: Visit, blogId: number) => {
  if (visit.user.Client === 'token') return []
  const list = await visit.read(`${blogPath(visit, blogId)}/Webhook?X-Filter=*&limit=100`)
  return inTurn(itemsIn(list, 'WebhookList'), async (webhook) => {
    const id = idOf(webhook)
    const deliveries = await visit.read(`${webhookPath(visit, id)}/Delivery?X-Filter=*&limit=${SHOWN}`)
    return { id, webhook, deliveries: itemsIn(deliveries, 'DeliveryList') }
  })
}

const webhookPath = ({ module }: Visit, id = 0) => `${module}/Webhook/${id}`

/** Sends a request about the webhook that a form names. @param end of the address, after that of the webhook */
const change =
  (method: 'POST' | 'PUT' | 'DELETE', end: (sent: Row) => string, body?: Row): Action['act'] =>
  (visit, sent) =>
    visit.write({ method, path: webhookPath(visit, numberOf(sent.webhook)) + end(sent), body })

export const webhookActions: Actions = {
  /** Makes a webhook, and shows its secret: no address may contain it. */
  webhook: {
    act: (visit, { Address }) =>
      visit.write({
        method: 'POST',
        path: `${blogPath(visit, blogIdIn(visit))}/Webhook`,
        body: { Address: textOf(Address) }
      })
  },
  webhookSecret: { act: change('POST', () => '/Secret') },
  webhookOn: { act: change('PUT', () => '', { IsOn: true }), done: 'Switched on: it resumes where it stopped.' },
  webhookOff: {
    act: change('PUT', () => '', { IsOn: false }),
    done: 'Switched off: the program learns nothing until you switch it on again.'
  },
  webhookTest: {
    act: change('POST', () => '/Delivery'),
    done: 'A test message is on its way. Open this page again to see whether it has arrived.'
  },
  webhookResend: {
    act: change('POST', ({ delivery }) => `/Delivery/${numberOf(delivery) ?? 0}/Resend`),
    done: 'The message is on its way again. Open this page again to see whether it has arrived.'
  },
  webhookDelete: {
    act: change('DELETE', () => ''),
    done: 'The webhook is deleted: the program learns nothing any more.'
  }
}
