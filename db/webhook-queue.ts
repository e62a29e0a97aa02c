/**
 * Statements of the processes that send messages to webhooks. A message is stored before it is sent, so another process
 * sends it again if this one ends meanwhile. No statement takes a lock that a write of a post waits for.
 */
import type { Static } from 'typebox'
import type { WebhookDelivery } from '../schemas/webhook.ts'
import type { Sql } from './client.ts'
import { isForReaders } from './criteria.ts'
import { isFree } from './holds.ts'
import { HOLD } from './time-limits.ts'

/** A webhook that a process holds. */
export interface HeldWebhook {
  readonly Webhook: number
  /** Whether there is a message to send now. */
  readonly IsDue: boolean
}

/** A process holds a webhook: only then it sends. */
export interface WebhookHold {
  readonly webhook: number
  readonly holder: string
}

/** A message that is to be sent now. */
export interface Message extends Pick<
  Static<typeof WebhookDelivery>,
  'Id' | 'MessageId' | 'CreatedOn' | 'Blog' | 'Since' | 'CId' | 'Kinds'
> {
  readonly Address: string
  readonly Secret: string
  /** The previous secret, for a day. */
  readonly FormerSecret?: string
  /** Failed tries of the webhook since its last success. */
  readonly Failures: number
}

/** The outcome of a try. */
export interface Outcome {
  /** The HTTP status of the answer; undefined without one. */
  readonly status?: number
  /** Why the try failed; undefined if it succeeded. */
  readonly error?: string
  /** Whether the other program wants no more messages. */
  readonly isGone?: boolean
}

/** Time for which a webhook may fail before it is switched off. */
const PATIENCE = '3 days'
const GIVEN_UP = 'Switched off after three days of failed tries. The last one: '
/** The longest pause after a failed try takes 72 minutes (moving/webhooks/sender.ts). */
const LONGER_THAN_PAUSES = '2 hours'
/** Messages of each webhook that are stored, besides those that wait. */
const STORED = 100
/** Maximum number of changes, the newest ones, whose kinds a message names. */
const MAX_KINDS = 10_000

export const webhookQueue = (sql: Sql) => {
  const isWaiting = sql`exists (select from webhook_deliveries where webhook = webhooks.id and is_waiting)`
  /**
   * Only a failure is followed by a pause: a clock that goes back makes no webhook wait that works. One that waits for
   * longer than any pause has a time from before the clock went back.
   */
  const isRested = sql`(failures = 0 or next_try_on not between now() and now() + ${LONGER_THAN_PAUSES}::interval)`
  /** Blogs whose readers saw a change that a webhook has not announced, the one that waits longest first. */
  const changedBlogs = sql`
    select blogs.id as blog, coalesce(cursors.c_id, 0) as since, published_c_id as c_id
    from blogs
    left join webhook_cursors as cursors on cursors.webhook = webhooks.id and cursors.blog = blogs.id
    where blogs.id between coalesce(webhooks.blog, 1) and coalesce(webhooks.blog, 2147483647)
      and ${isForReaders(sql)} and published_c_id > coalesce(cursors.c_id, 0)
    order by cursors.moved_on nulls first, blogs.id
    limit 1`

  /** Makes a message for the next blog with changes, unless a message waits. Both together move the cursor. */
  const announce = ({ webhook, holder }: WebhookHold) => sql`
    with changed as (
      select webhooks.id as webhook, blog.*
      from webhook_states
      join webhooks on webhooks.id = webhook
      cross join lateral (${changedBlogs}) as blog
      where webhook = ${webhook} and holder = ${holder} and is_on and ${isRested} and not ${isWaiting}
      for update of webhook_states
    ), moved as (
      insert into webhook_cursors (webhook, blog, c_id, moved_on)
      select webhook, blog, c_id, clock_timestamp() from changed
      on conflict (webhook, blog) do update set c_id = excluded.c_id, moved_on = excluded.moved_on
    )
    insert into webhook_deliveries (webhook, blog, since, c_id, kinds)
    select webhook, blog, since, c_id, (
      select coalesce(string_agg(distinct kind, ','), '') from (
        select case
          when deleted_on is not null then 'deleted'
          when published_on is null then 'unpublished'
          else 'published'
        end as kind
        from posts
        where posts.blog = changed.blog and was_published
          and published_c_id > changed.since and published_c_id <= changed.c_id
        order by published_c_id desc limit ${MAX_KINDS}
      ) as changes
    )
    from changed`

  return {
    /**
     * Takes the webhooks that nobody holds, and renews the holds of this process when they come to their end.
     * @returns all webhooks that the process holds now
     */
    take: (holder: string) => sql<HeldWebhook[]>`
      with held as (
        update webhook_states set holder = ${holder}, held_until = now() + ${HOLD}::interval
        from webhooks
        where webhooks.id = webhook and is_on
          and (${isFree(sql, sql`held_until`)} or holder = ${holder} and held_until < now() + ${HOLD}::interval * 0.7)
        returning webhook
      )
      select webhooks.id as webhook,
        ${isRested} and (${isWaiting} or exists (${changedBlogs})) as is_due
      from webhooks join webhook_states on webhook = webhooks.id
      where is_on and (webhook in (select webhook from held) or holder = ${holder} and held_until > now())`,

    /** Ends the holds of a process, so that another one takes over at once. */
    release: (holder: string) => sql`update webhook_states set held_until = '-infinity' where holder = ${holder}`,

    /** Returns the message to send next; undefined if there is none, or another process holds the webhook. */
    async next(hold: WebhookHold): Promise<Message | undefined> {
      await announce(hold)
      const [message] = await sql<[Message?]>`
        select deliveries.id, message_id, address, secret, case when former_until > now() then former_secret end
          as former_secret, failures, deliveries.created_on, deliveries.blog, since, c_id, kinds
        from webhook_deliveries as deliveries
        join webhooks on webhooks.id = deliveries.webhook
        join webhook_states on webhook_states.webhook = deliveries.webhook
        where deliveries.webhook = ${hold.webhook} and holder = ${hold.holder} and is_on and is_waiting
          and ${isRested}
        order by deliveries.id limit 1`
      return message
    },

    /**
     * Notes the outcome of a try. Switches the webhook off if the other program wants that, or has failed for too long.
     * @param pause seconds until the next try
     */
    settle: async ({ webhook, holder }: WebhookHold, id: number, outcome: Outcome, pause: number): Promise<void> => {
      const { status = null, error = null, isGone = false } = outcome
      await sql`
        with held as (
          select failing_since < now() - ${PATIENCE}::interval as is_over
          from webhook_states where webhook = ${webhook} and holder = ${holder} for update
        ), noted as (
          update webhook_states set
            failures = case when ${error}::text is null then 0 else failures + 1 end,
            failing_since = case when ${error}::text is not null then coalesce(failing_since, now()) end,
            next_try_on = now() + make_interval(secs => ${pause}),
            error = case when is_over then ${GIVEN_UP} || ${error}::text else ${error}::text end
          from held where webhook = ${webhook}
        ), ended as (
          update webhooks set is_on = false from held
          where id = ${webhook} and (${isGone} or is_over and ${error}::text is not null)
        ), forgotten as (
          delete from webhook_deliveries
          where webhook = ${webhook} and not is_waiting and id < (
            select id from webhook_deliveries where webhook = ${webhook} order by id desc offset ${STORED - 1} limit 1
          )
        )
        update webhook_deliveries set
          attempts = attempts + 1, tried_on = now(), status = ${status}, error = ${error},
          is_waiting = ${error}::text is not null,
          delivered_on = case when ${error}::text is null then now() else delivered_on end
        from held where id = ${id}`
    },

    /** Returns the number of webhooks that have something to send, and of those whose last try failed. */
    measure: async (): Promise<{ Waiting: number; Failing: number }> => {
      const [numbers] = await sql<[{ Waiting: number; Failing: number }]>`
        select count(*) filter (where ${isWaiting} or exists (${changedBlogs}))::integer as waiting,
          count(*) filter (where failures > 0)::integer as failing
        from webhooks join webhook_states on webhook = webhooks.id
        where is_on`
      return numbers
    }
  }
}
