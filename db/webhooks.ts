/** Queries for webhooks and the messages to them. db/webhook-queue.ts has the statements of the processes that send. */
import { WebhookDeliveries, Webhooks } from '../schemas/webhook.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import { acting, type Sql } from './client.ts'
import { collection } from './collection.ts'
import { hasValues } from './criteria.ts'

export const webhooks = (sql: Sql) =>
  collection(
    sql,
    sql`(
      select webhooks.id, address, is_on, created_on, version, webhooks.blog, creator, c_id, error, failures,
        failing_since, case when is_on and failures > 0 then next_try_on end as next_try_on
      from webhooks
      join webhook_states on webhook_states.webhook = webhooks.id
      left join webhook_cursors on webhook_cursors.webhook = webhooks.id and webhook_cursors.blog = webhooks.blog
    ) as webhooks`,
    Webhooks,
    'Id'
  )

export const webhookSecrets = (sql: Sql) => ({
  /** Returns the secret of a webhook that exists. */
  async secretOf(webhook: number): Promise<string> {
    const [{ Secret }] = await sql<[{ Secret: string }]>`select secret from webhooks where id = ${webhook}`
    return Secret
  },

  /**
   * Gives a webhook a new secret. For a day, messages are also signed with the previous one.
   * @returns the end of that day; undefined if there is no such webhook
   */
  async replaceSecret(webhook: number, secret: string): Promise<Date | undefined> {
    const [row] = await sql<[{ FormerUntil: Date }?]>`
      update webhooks set secret = ${secret}, former_secret = secret, former_until = now() + interval '1 day'
      where id = ${webhook} and ${acting(sql)} returning former_until`
    return row?.FormerUntil
  }
})

export const webhookDeliveries = (sql: Sql) => {
  const all = collection(sql, 'webhook_deliveries', WebhookDeliveries, 'Webhook', 'Id')
  /** Lets the webhook of a message be tried at once, even if its next try would be later. */
  const retried = (message: string) => sql`
    retried as (update webhook_states set next_try_on = now() where webhook in (select webhook from ${sql(message)}))`
  return {
    ...all,

    /** Returns a page of the messages of a webhook, the newest first. */
    list: (query: ListQuery, ofWebhook: { readonly Webhook: number }) =>
      all.page(query, hasValues(sql, ofWebhook), sql`id desc`),

    /** Makes a test message, unless one waits already. @returns its id */
    async test(webhook: number): Promise<number> {
      const [{ Id }] = await sql<[{ Id: number }]>`
        with waiting as (
          select id from webhook_deliveries where webhook = ${webhook} and is_waiting and blog is null limit 1
        ), made as (
          insert into webhook_deliveries (webhook) select ${webhook} where not exists (select from waiting)
          returning id, webhook
        ), ${retried('made')}
        select id from waiting union all select id from made`
      return Id
    },

    /** Lets a message be sent again, in its old form. */
    async resend(webhook: number, id: number): Promise<void> {
      await sql`
        with resent as (
          update webhook_deliveries set is_waiting = true where webhook = ${webhook} and id = ${id} returning webhook
        ), ${retried('resent')}
        select from resent`
    }
  }
}
