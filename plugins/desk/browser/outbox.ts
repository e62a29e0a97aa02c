/**
 * Sends posts and corrections, one request after the other, in order. A request waits until the service has answered
 * it: through lost connections, reloads, and ended sessions. Its key makes sure that it has its effect once.
 */
import { postResource } from '../view/addresses.ts'
import { waitingIn } from '../view/derived.ts'
import { asCard, bodyOf, cardAddress, isSame } from '../view/draft.ts'
import type { State } from '../view/state.ts'
import type { Draft, Outgoing, Picture, Target } from '../view/writing.ts'
import { isPassing, send, type Answer } from '../../../clients/js/src/requests.ts'
import { reasonOf } from '../view/reasons.ts'
import { without } from '../view/records.ts'
import { hasSameWords } from './reading.ts'
import { oneAtATime, type Pause } from './sending.ts'
import type { Store } from './store.ts'

/** Milliseconds before a request is sent again, and their maximum; each failure doubles them. */
const FIRST_DELAY = 1000
const MAX_DELAY = 15_000

export type Outbox = ReturnType<typeof createOutbox>

/** The answer to a request of the outbox. */
export interface Delivery extends Answer {
  /** Why the page does not send it. */
  readonly reason?: string
  /** Why the service stored the post, but refused the second step: to publish it, now or later. */
  readonly refused?: string
}

/** Milliseconds after which a request is not sent by itself any more. The service knows its key for a day. */
const MAX_AGE = 12 * 60 * 60_000

/** Reason for holding an old request. The service may have done it, and nobody wants yesterday’s news published. */
export const OLD = 'This has waited for more than twelve hours. Check it before you send it.'

/** Milliseconds until a request that has no answer waits visibly. */
const PATIENCE = 1500

/** Brings the page into the draft of a request whose text has an address that becomes a card. */
export type Describe = (outgoing: Outgoing) => Promise<Draft>

export const createOutbox = (store: Store, settle: Settle, describe: Describe) => {
  let failures = 0

  const run = async (): Promise<Pause | undefined> => {
    for (let next = nextIn(store.get()); next !== undefined; next = nextIn(store.get())) {
      const draft = await describe(next)
      // Its author may have discarded it while a page was read.
      if (!store.get().outbox.some(({ key }) => key === next.key)) continue
      const answer = await deliver(store.get(), { ...next, draft })
      // The page itself has refused it if there is a reason.
      if (answer.reason === undefined) tell(store, answer)
      if (isPassing(answer)) {
        store.set(showAll)
        const delay = Math.min(MAX_DELAY, FIRST_DELAY * 2 ** failures)
        failures += 1
        return { ...answer, delay }
      }
      failures = 0
      if (answer.status === 401) {
        store.set((state) => ({ ...showAll(state), connection: 'ended' }))
        return undefined
      }
      const pause = await settle(next, answer)
      if (pause !== undefined) return pause
    }
    return undefined
  }
  const flush = oneAtATime(run)

  return {
    /** Adds a request, and sends it when those before it are done. */
    add: (outgoing: Outgoing) => {
      store.set(({ outbox }) => ({ outbox: [...outbox, { ...outgoing, on: Date.now() }] }))
      setTimeout(() => store.set((state) => withVisible(state, outgoing.key)), PATIENCE)
      flush()
    },
    /** Sends the waiting requests. */
    flush
  }
}

/** Tells the page whether the service can be reached. The stream of changes only learns it after a long silence. */
const tell = (store: Store, { status }: Answer) => {
  const { connection } = store.get()
  if (status === 0 && connection === 'live') store.set({ connection: 'waiting' })
  if (status !== 0 && connection === 'waiting') store.set({ connection: 'live' })
}

/**
 * Takes over the answer to a request: brings its post into the state, or its refusal. Resolves to a pause if it has to
 * be sent again later.
 */
export type Settle = (outgoing: Outgoing, answer: Delivery) => Promise<Pause | undefined>

/** Returns the first request that can be sent. It may pass posts whose files are on their way: a clip takes minutes. */
const nextIn = ({ outbox, connection }: State): Outgoing | undefined =>
  connection === 'ended'
    ? undefined
    : outbox.find(({ reason, draft }) => reason === undefined && waitingIn(draft).length === 0)

/** Lets a request wait visibly. Its correction ends. */
const withVisible = (state: State, key: string): Partial<State> => {
  const outgoing = state.outbox.find((each) => each.key === key)
  if (outgoing === undefined || outgoing.isShown === true) return {}
  return {
    outbox: state.outbox.map((each) => (each === outgoing ? { ...each, isShown: true } : each)),
    ...released(state, outgoing)
  }
}

/** Ends the correction from which a request came, unless somebody has gone on writing there. */
export const released = ({ corrections }: State, { draft: sent, target }: Outgoing): Partial<State> => {
  if (target === undefined) return {}
  const { [target.post]: correction } = corrections
  return correction !== undefined && isSame(correction.draft, sent)
    ? { corrections: without(corrections, target.post) }
    : {}
}

const showAll = (state: State): Partial<State> =>
  state.outbox.reduce<State>((all, { key }) => ({ ...all, ...withVisible(all, key) }), state)

const ENDS = { publish: '/Post/Published', submit: '/Post/Submit', draft: '/Post', later: '/Post' } as const

/** A post is not sent without one of its pictures. */
const refusalIn = ({ name, reason }: Picture): readonly Delivery[] =>
  reason === undefined ? [] : [{ status: 400, document: {}, reason: `${name}: ${reason}` }]

/**
 * Sends a request of the outbox; for a post that is published later or after its correction, two. Somebody else may
 * have logged in on another page meanwhile, so each names its user.
 */
const deliver = async ({ blog, me: { Id: user } }: State, outgoing: Outgoing): Promise<Delivery> => {
  const { key, intent, draft, target, at, on = 0 } = outgoing
  if (Date.now() - on > MAX_AGE) return { status: 400, document: {}, reason: OLD }
  const [refusal] = draft.pictures.flatMap(refusalIn)
  if (refusal) return refusal
  if (target !== undefined) return storeCorrection(blog.href, user, outgoing, target)
  if (intent === 'correct' || intent === 'release') return { status: 404, document: {} }
  const body = bodyOf(asCard(draft))
  const answer = await send(blog.href + ENDS[intent], { method: 'POST', body, user, key })
  if (intent !== 'later' || answer.status !== 201) return answer
  const schedule = { method: 'POST', body: { PublishOn: at }, user, key: `${key}-time` } as const
  return afterwards(answer, await send(`${String(answer.document.href)}/Schedule`, schedule))
}

const storeCorrection = async (
  blog: string,
  user: number,
  { key, intent, draft }: Outgoing,
  { post, base }: Target
): Promise<Delivery> => {
  const href = postResource(blog, post)
  const body = changesOf(asCard(draft, { title: cardAddress(draft) ?? '' }))
  const answer = await send(href, {
    method: 'PUT',
    body,
    user,
    version: base.CId,
    key: `${key}-${base.CId}`
  })
  if (intent !== 'release' || answer.status !== 200) return answer
  // A repeated request returns the post as it is: somebody may have changed it while the connection was lost.
  const { document } = answer
  if (!hasSameWords(document, body)) return { ...answer, refused: reasonOf({ status: 412, document: {} }) }
  const publication = { method: 'POST', user, version: Number(document.CId), key: `${key}-publish` } as const
  return afterwards(answer, await send(`${href}/Publish`, publication))
}

/** The type of a stored post does not change. The card of a text needs a title. */
const changesOf = (draft: Draft) => {
  const { Content, Meta } = bodyOf(draft)
  return { Content, Meta }
}

/** Returns the answer to the second step; if the service refuses that, the first one with the reason. */
const afterwards = (first: Answer, second: Answer): Delivery =>
  isPassing(second) || second.status === 401 || second.status < 400 ? second : { ...first, refused: reasonOf(second) }
