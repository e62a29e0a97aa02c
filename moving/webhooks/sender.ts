/** Sends the messages of a webhook, one after the other: the next one only when the receiver has taken this one. */
import type { Message, Outcome, webhookQueue, WebhookHold } from '../../db/webhook-queue.ts'
import { withTlsFault } from '../../plugins/outgoing/encryption.ts'
import { Refusal, type GuardedClient } from '../../plugins/outgoing/index.ts'
import { bodyOf, headersOf, type Base } from './message.ts'

export interface SenderOptions {
  readonly queue: Pick<ReturnType<typeof webhookQueue>, 'next' | 'settle'>
  readonly send: GuardedClient
  readonly base: Base
  readonly hold: WebhookHold
  /** Resolves when lists of this process have all changes that are committed. */
  readonly catchUp: () => Promise<void>
  /** Ends sending: the hold is lost, or the process stops. Another process sends the message again. */
  readonly signal: AbortSignal
}

/** Seconds between a failed try and the next one, at first and at most. */
const PAUSE = [5, 3600] as const

/** The receiver wants no more messages (Standard Webhooks, section "Operational considerations"). */
const GONE = 410

/** Sends until there is no message, or a try fails. @returns why a try failed; undefined if none has */
export const sendAll = async ({
  queue,
  send,
  base,
  hold,
  catchUp,
  signal
}: SenderOptions): Promise<string | undefined> => {
  while (!signal.aborted) {
    const message = await queue.next(hold)
    if (message === undefined) return undefined
    // The receiver reads the changes at once. They must not come from the cache as they were before.
    await catchUp()
    const outcome = await tryOnce(message, send, base, signal)
    if (signal.aborted) return undefined
    await queue.settle(hold, message.Id, outcome, outcome.error === undefined ? 0 : pauseAfter(message.Failures))
    if (outcome.error !== undefined) return outcome.error
  }
  return undefined
}

/** Returns the seconds until the next try. Each failure doubles them; the random part spreads the tries of webhooks. */
const pauseAfter = (failures: number) =>
  Math.min(PAUSE[1], PAUSE[0] * 2 ** Math.min(failures, 20)) * (0.8 + Math.random() * 0.4)

const tryOnce = async (message: Message, send: GuardedClient, base: Base, signal: AbortSignal): Promise<Outcome> => {
  const { Address, MessageId, Secret, FormerSecret } = message
  const body = bodyOf(message, base)
  const secrets = FormerSecret === undefined ? [Secret] : [Secret, FormerSecret]
  const headers = headersOf(MessageId, body, secrets, Math.floor(Date.now() / 1000))
  try {
    const { status, discard } = await send(Address, { headers, body, signal })
    discard()
    if (status >= 200 && status < 300) return { status }
    if (status === GONE) return { status, isGone: true, error: 'The receiver wants no more messages: it answered 410' }
    return { status, error: `The receiver answered ${status}${status < 400 ? '; redirects are not followed' : ''}` }
  } catch (error) {
    return { error: reasonOf(error) }
  }
}

/** Returns a sentence for editors. It hides network errors, which would disclose other hosts. */
const reasonOf = (error: unknown): string => {
  if (error instanceof Refusal) return `The address ${error.message}`
  const isLate = error instanceof Error && /Timeout/.test(error.name)
  return isLate ? 'The receiver did not answer in time' : withTlsFault('The receiver cannot be reached', error)
}
