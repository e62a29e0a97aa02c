/** Webhooks of a blog and of all blogs, their secrets, and the messages to them. */
import { httpErrors } from '@fastify/sensible'
import { Type, type Static } from 'typebox'
import { records, type Values } from '../db/records.ts'
import { webhookDeliveries, webhooks as queries, webhookSecrets } from '../db/webhooks.ts'
import { newSecret } from '../moving/webhooks/message.ts'
import { refusedProperty } from '../plugins/refusals.ts'
import { membersOf, type Row } from '../schemas/language/rows.ts'
import { BlogPath, Path } from '../schemas/paths.ts'
import { CreatedWebhook, WebhookDeliveries, Webhooks, WebhookSecret } from '../schemas/webhook.ts'
import { blogOfItem } from './shared/blog-of.ts'
import { edit, valuesOf } from './shared/editable.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { read, readItems } from './shared/readable.ts'
import { writes, type WriteRequest } from './shared/writes.ts'

/** Only programs make webhooks and secrets: a page would redirect after the form, and nobody would see the secret. */
const ONLY_PROGRAMS = { applies: () => false } as const

const WebhookPath = Type.Pick(Path, ['webhookId'])
const DeliveryPath = Type.Pick(Path, ['webhookId', 'deliveryId'])

const webhooks: Family = async (app, { module }) => {
  const { find, list: listAll } = queries(app.sql)
  const { secretOf, replaceSecret } = webhookSecrets(app.writes)
  const { findBy: findDelivery } = webhookDeliveries(app.sql)
  const { test, resend } = webhookDeliveries(app.writes)
  const { create } = writes(app.sql)
  const { creation, changes, model } = Webhooks
  const top = `/${module}/Webhook` as const
  const ofBlog = `/${module}/Blog/:blogId/Webhook` as const
  const path = `${top}/:webhookId` as const
  const deliveries = `${path}/Delivery` as const
  const keeper = { who: 'webhookKeeper', blogOf: blogOfItem('webhookId', find) } as const
  const readers = { ...keeper, uncached: true } as const
  const family = { itemName: 'webhook', path, model, queries: queries(app.sql) }
  const itemWrites = records(app.writes, 'webhooks')

  const existing = async (id: number) => orNotFound(await find(id), `webhook ${id}`)
  const existingDelivery = async ({ webhookId: Webhook, deliveryId: Id }: Static<typeof DeliveryPath>) =>
    orNotFound(await findDelivery({ Webhook, Id }), `delivery ${Id} of webhook ${Webhook}`)
  /** @throws HttpError 409 if a webhook is off */
  const requireOn = async (id: number) => {
    const { IsOn } = await existing(id)
    if (!IsOn) throw httpErrors.conflict('This webhook is off, so nothing is sent; switch it on first, with IsOn')
  }
  /** @throws HttpError 400 for an address that messages cannot be sent to */
  const checkAddress = async ({ Address }: Row) => {
    const refusal = typeof Address === 'string' ? app.webhooks.refusalOf(Address) : undefined
    if (refusal !== undefined) throw refusedProperty('Address', refusal)
  }
  const make = (request: WriteRequest, ofWhich: Values) =>
    create<Static<typeof CreatedWebhook>>(request, {
      check: () => checkAddress(membersOf(request.body)),
      insert: async (attempt) => {
        const values = { ...valuesOf(request.body, creation), ...ofWhich, Creator: request.user.Id }
        const secret = newSecret()
        const id = await itemWrites.insert(attempt, { ...values, Secret: secret })
        // If another attempt was first, the webhook has the secret of that one, which is not shown again.
        const isOwn = (await secretOf(id)) === secret
        return { ...(await existing(id)), ...(isOwn && { Secret: secret }) }
      },
      read: existing
    })

  list(app, top, { ...Webhooks, config: { who: 'editor', uncached: true } }, (_keys, query) => listAll(query))
  list(app, ofBlog, { ...Webhooks, config: { who: 'publisher', uncached: true } }, ({ blogId: Blog }, query) =>
    listAll(query, { Blog })
  )
  app.post(
    top,
    {
      config: { who: 'editor', ...ONLY_PROGRAMS },
      schema: { summary: 'Insert a webhook of all blogs', body: creation, response: { 201: CreatedWebhook } }
    },
    (request) => make(request, {})
  )
  app.post(
    ofBlog,
    {
      config: { who: 'publisher', ...ONLY_PROGRAMS },
      schema: { params: BlogPath, body: creation, response: { 201: CreatedWebhook } }
    },
    (request) => make(request, { Blog: request.params.blogId })
  )
  readItems(app, { ...family, config: readers })
  edit(app, { ...family, changes, writes: itemWrites, access: keeper, check: checkAddress })
  app.post(
    `${path}/Secret`,
    {
      config: { ...keeper, ...ONLY_PROGRAMS },
      schema: { summary: 'Give a webhook a new secret', params: WebhookPath, response: { 201: WebhookSecret } }
    },
    async ({ params: { webhookId } }) => {
      const secret = newSecret()
      const until = orNotFound(await replaceSecret(webhookId, secret), `webhook ${webhookId}`)
      return { Secret: secret, FormerUntil: until, Webhook: webhookId }
    }
  )

  read(app, {
    ...WebhookDeliveries,
    itemName: 'delivery',
    path: `${deliveries}/:deliveryId`,
    queries: webhookDeliveries(app.sql),
    config: readers
  })
  const response = { 201: WebhookDeliveries.model }
  app.post(
    deliveries,
    { config: keeper, schema: { summary: 'Send a test message to a webhook', params: WebhookPath, response } },
    async ({ params: { webhookId } }) => {
      await requireOn(webhookId)
      return existingDelivery({ webhookId, deliveryId: await test(webhookId) })
    }
  )
  app.post(
    `${deliveries}/:deliveryId/Resend`,
    { config: keeper, schema: { summary: 'Send a message to a webhook again', params: DeliveryPath, response } },
    async ({ params: key }) => {
      await requireOn(key.webhookId)
      await resend(key.webhookId, key.deliveryId)
      return existingDelivery(key)
    }
  )
}

export default webhooks
