/** The webhooks of a blog: reads how they fare, and carries out the forms about them. */
import type { Row } from '../../schemas/language/rows.ts'
import { blogIdIn, blogPath } from './blogs.ts'
import { itemsIn, numberIn } from './documents.ts'
import { numberOf, textOf } from './values.ts'
import type { Action, Visit } from './visit.ts'

/** Messages that are shown of each webhook, at most. */
const SHOWN = 5

/** A webhook with its last messages, the newest first. */
export interface HookedUp {
  readonly id: number
  readonly webhook: Row
  readonly deliveries: readonly Row[]
}

/** Returns the webhooks of a blog; none for programs with a token, which may not see how these fare. */
export const readWebhooks = async (visit: Visit, blogId: number): Promise<readonly HookedUp[]> => {
  if (visit.user.Client === 'token') return []
  const list = await visit.read(`${blogPath(visit, blogId)}/Webhook?X-Filter=*&limit=100`)
  const webhooks: HookedUp[] = []
  // One after the other: all at once, a few visitors would take every connection of the database.
  for (const webhook of itemsIn(list, 'WebhookList')) {
    const id = numberIn(webhook, 'Id') ?? 0
    const deliveries = await visit.read(`${webhookPath(visit, id)}/Delivery?X-Filter=*&limit=${SHOWN}`)
    webhooks.push({ id, webhook, deliveries: itemsIn(deliveries, 'DeliveryList') })
  }
  return webhooks
}

const webhookPath = ({ module }: Visit, id: number | undefined) => `${encodeURIComponent(module)}/Webhook/${id ?? 0}`

const done = (visit: Visit, name: string) => `/desk/${blogIdIn(visit)}/settings?done=${name}`

/** Makes a webhook, and shows its secret: no address may contain it. */
const add: Action = async (visit, { Address, key }) => ({
  made: await visit.write({
    method: 'POST',
    path: `${blogPath(visit, blogIdIn(visit))}/Webhook`,
    body: { Address: textOf(Address) },
    key: textOf(key)
  })
})

const renewSecret: Action = async (visit, { webhook }) => ({
  made: await visit.write({ method: 'POST', path: `${webhookPath(visit, numberOf(webhook))}/Secret` })
})

const switchTo =
  (IsOn: boolean): Action =>
  async (visit, { webhook }) => {
    await visit.write({ method: 'PUT', path: webhookPath(visit, numberOf(webhook)), body: { IsOn } })
    return done(visit, IsOn ? 'webhookOn' : 'webhookOff')
  }

const test: Action = async (visit, { webhook }) => {
  await visit.write({ method: 'POST', path: `${webhookPath(visit, numberOf(webhook))}/Delivery` })
  return done(visit, 'webhookTested')
}

const resend: Action = async (visit, { webhook, delivery }) => {
  const path = `${webhookPath(visit, numberOf(webhook))}/Delivery/${numberOf(delivery) ?? 0}/Resend`
  await visit.write({ method: 'POST', path })
  return done(visit, 'webhookResent')
}

const remove: Action = async (visit, { webhook }) => {
  await visit.write({ method: 'DELETE', path: webhookPath(visit, numberOf(webhook)) })
  return done(visit, 'webhookDeleted')
}

/** Messages about the outcome of the forms, by the names that follow in the address. */
export const WEBHOOKS_DONE = {
  webhookOn: 'Switched on: it goes on where it stopped.',
  webhookOff: 'Switched off: the program learns nothing until you switch it on again.',
  webhookTested: 'A test message is on its way. Open this page again to see whether it has arrived.',
  webhookResent: 'The message is on its way again. Open this page again to see whether it has arrived.',
  webhookDeleted: 'The webhook is deleted: the program learns nothing any more.'
}

export const webhookActions: Readonly<Record<string, Action>> = {
  webhook: add,
  webhookSecret: renewSecret,
  webhookOn: switchTo(true),
  webhookOff: switchTo(false),
  webhookTest: test,
  webhookResend: resend,
  webhookDelete: remove
}
