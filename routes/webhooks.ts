/** Webhooks of a blog and of all blogs, their secrets, and the messages to them. */
import { httpErrors } from '@fastify/sensible'
import type { Static } from 'typebox'
import { records, type Values } from '../db/records.ts'
import { webhookDeliveries, webhooks as queries, webhookSecrets } from '../db/webhooks.ts'
import { newSecret } from '../moving/webhooks/message.ts'
import { refusedProperty } from '../plugins/refusals.ts'
import { BlogPath } from '../schemas/blog.ts'
import { Listing, PAGE } from '../schemas/language/paging.ts'
import { membersOf, type Row } from '../schemas/language/rows.ts'
import {
  CreatedWebhook,
  Webhook,
  WebhookDeliveries,
  WebhookDelivery,
  Webhooks,
  WebhookSecret
} from '../schemas/webhook.ts'
import { blogOfItem } from './shared/blog-of.ts'
import { edit, valuesOf } from './shared/editable.ts'
import { idsOf, orNotFound, type Family } from './shared/family.ts'
import { writes, type WriteRequest } from './shared/writes.ts'

/** Programs make webhooks and secrets: a page would lead on, and nobody would see the secret. */
const ONLY_PROGRAMS = { applies: () => false } as const

const webhooks: Family = async (app, { module }) => {
  const { find, findBy, load, list, listOf } = queries(app.sql)
  const { insert, ...writesOfItems } = records(app.writes, 'webhooks')
  const { secretOf, replaceSecret } = webhookSecrets(app.writes)
  const { find: findDelivery, load: loadDeliveries, listOfWebhook } = webhookDeliveries(app.sql)
  const { test, resend } = webhookDeliveries(app.writes)
  const { create } = writes(app.sql)
  const { creation, changes, criteria, model, params } = Webhooks
  const path = `/${module}/Webhook` as const
  const ofBlog = `/${module}/Blog/:blogId/Webhook` as const
  const deliveries = `${path}/:webhookId/Delivery` as const
  const keeper = { who: 'webhookKeeper', blogOf: blogOfItem('webhookId', find) } as const
  const querystring = Listing(criteria, PAGE, {})

  const existing = async (id: number) => orNotFound(await find(id), `webhook ${id}`)
  const existingDelivery = async ({ webhookId, deliveryId }: { webhookId: number; deliveryId: number }) => {
    const delivery = await findDelivery(deliveryId)
    return orNotFound(
      delivery?.Webhook === webhookId ? delivery : undefined,
      `delivery ${deliveryId} of webhook ${webhookId}`
    )
  }
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
        const id = await insert(attempt, { ...values, Secret: secret })
        // If another attempt was first, the webhook has the secret of that one, which is not shown again.
        const isOwn = (await secretOf(id)) === secret
        return { ...(await existing(id)), ...(isOwn && { Secret: secret }) }
      },
      read: existing
    })

  // All documents that link to webhooks and their messages are guarded, so whoever may read them may read the items.
  app.follow(Webhook, (references, { context: { viewer } }) => load(viewer.session ? idsOf(references) : []))
  app.follow(WebhookDelivery, (references, { context: { viewer } }) =>
    loadDeliveries(viewer.session ? idsOf(references) : [])
  )

  app.get(
    path,
    { config: { who: 'editor', uncached: true }, schema: { querystring, response: { 200: Webhooks.list } } },
    ({ query }) => list(query)
  )
  app.get(
    ofBlog,
    {
      config: { who: 'publisher', uncached: true },
      schema: { params: BlogPath, querystring, response: { 200: Webhooks.list } }
    },
    ({ params: { blogId }, query }) => listOf({ Blog: blogId }, query)
  )
  app.post(
    path,
    { config: { who: 'editor', ...ONLY_PROGRAMS }, schema: { body: creation, response: { 201: CreatedWebhook } } },
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
  app.get(
    `${path}/:webhookId`,
    { config: { ...keeper, uncached: true }, schema: { params, response: { 200: model } } },
    (request) => existing(request.params.webhookId)
  )
  edit(app, {
    itemName: 'webhook',
    ...{ path, params, model, changes },
    queries: { findBy },
    writes: { insert, ...writesOfItems },
    access: keeper,
    check: checkAddress
  })
  app.post(
    `${path}/:webhookId/Secret`,
    { config: { ...keeper, ...ONLY_PROGRAMS }, schema: { params, response: { 201: WebhookSecret } } },
    async ({ params: { webhookId } }) => {
      const secret = newSecret()
      const until = orNotFound(await replaceSecret(webhookId, secret), `webhook ${webhookId}`)
      return { Secret: secret, FormerUntil: until, Webhook: webhookId }
    }
  )

  app.get(
    deliveries,
    {
      config: { ...keeper, uncached: true },
      schema: {
        params,
        querystring: Listing(WebhookDeliveries.criteria, PAGE, {}),
        response: { 200: WebhookDeliveries.list }
      }
    },
    async ({ params: { webhookId }, query }) => {
      await existing(webhookId)
      return listOfWebhook(webhookId, query)
    }
  )
  app.get(
    `${deliveries}/:deliveryId`,
    {
      config: { ...keeper, uncached: true },
      schema: { params: WebhookDeliveries.params, response: { 200: WebhookDelivery } }
    },
    (request) => existingDelivery(request.params)
  )
  app.post(
    deliveries,
    { config: keeper, schema: { params, response: { 201: WebhookDelivery } } },
    async ({ params: { webhookId } }) => {
      await requireOn(webhookId)
      return existingDelivery({ webhookId, deliveryId: await test(webhookId) })
    }
  )
  app.post(
    `${deliveries}/:deliveryId/Resend`,
    { config: keeper, schema: { params: WebhookDeliveries.params, response: { 201: WebhookDelivery } } },
    async ({ params: key }) => {
      await requireOn(key.webhookId)
      await resend(key.webhookId, key.deliveryId)
      return existingDelivery(key)
    }
  )
}

export default webhooks
