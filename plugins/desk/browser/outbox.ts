/**
 * Sends what was written, one request after the other, in order. A request waits until the service has answered it:
 * through lost connections, reloads, and ended sessions. Its key makes sure that it has its effect once.
 */
import { markupOf } from '../view/content.ts'
import { waitingIn } from '../view/derived.ts'
import { bodyOf } from '../view/draft.ts'
import { emptyDraft, type Outgoing, type Picture, type State } from '../view/state.ts'
import { isPassing, send, type Answer } from './interface.ts'
import { without } from './records.ts'
import { oneAtATime } from './sending.ts'
import type { Store } from './store.ts'

/** Milliseconds before a request is sent again, and their maximum; each failure doubles them. */
const FIRST_DELAY = 1000
const MAX_DELAY = 15_000

export interface Outbox {
  /** Adds a request, and sends it when those before it are done. */
  readonly add: (outgoing: Outgoing) => void
  /** Sends what waits. */
  readonly flush: () => void
}

/** Milliseconds until a request that has no answer waits visibly, so that its author can go on. */
const PATIENCE = 1500

export const createOutbox = (store: Store, settle: Settle): Outbox => {
  let failures = 0
  let timer: number | undefined

  const run = async () => {
    clearTimeout(timer)
    for (let next = nextIn(store.get()); next !== undefined; next = nextIn(store.get())) {
      const answer = await deliver(store.get(), next)
      if (isPassing(answer)) {
        failures += 1
        store.set(showAll)
        timer = setTimeout(flush, Math.min(MAX_DELAY, FIRST_DELAY * 2 ** failures))
        return
      }
      failures = 0
      if (answer.status === 401) {
        store.set((state) => ({ ...showAll(state), connection: 'ended' }))
        store.afterRender(() => document.querySelector<HTMLElement>('.login input')?.focus())
        return
      }
      settle(next, answer)
    }
  }
  const flush = oneAtATime(run)

  return {
    add: (outgoing) => {
      store.set(({ outbox }) => ({ outbox: [...outbox, outgoing] }))
      setTimeout(() => store.set((state) => shown(state, outgoing.key)), PATIENCE)
      flush()
    },
    flush
  }
}

/** Takes over the answer to a request: brings its post into the state, or its refusal. */
export type Settle = (outgoing: Outgoing, answer: Answer) => void

/** Returns undefined while pictures of the next post are on their way: the others wait, too. */
const nextIn = ({ outbox, connection }: State): Outgoing | undefined => {
  const next = connection === 'ended' ? undefined : outbox.find(({ reason }) => reason === undefined)
  return next?.draft && waitingIn(next.draft).length > 0 ? undefined : next
}

/** Lets a request wait visibly. The box in which it was written becomes free. */
const shown = ({ outbox, draft, corrections }: State, key: string): Partial<State> => {
  const outgoing = outbox.find((each) => each.key === key)
  if (outgoing === undefined || outgoing.isShown === true) return {}
  return {
    outbox: outbox.map((each) => (each === outgoing ? { ...each, isShown: true } : each)),
    ...(draft.key === key && { draft: emptyDraft(crypto.randomUUID()) }),
    corrections: without(corrections, outgoing.correction?.post ?? 0)
  }
}

const showAll = (state: State): Partial<State> =>
  state.outbox.reduce<State>((all, { key }) => ({ ...all, ...shown(all, key) }), state)

const ENDS = { publish: '/Post/Published', submit: '/Post/Submit', draft: '/Post', later: '/Post' } as const
/** A post is not sent without one of its pictures. */
const refusalIn = ({ name, reason }: Picture): readonly Answer[] =>
  reason === undefined ? [] : [{ status: 400, document: { detail: `${name}: ${reason.replace(/\.$/, '')}` } }]

const NOTHING: Answer = { status: 404, document: {} }

/** Sends a request of the outbox; for a post that is published later, two. */
const deliver = async ({ blog }: State, { key, intent, draft, correction, at }: Outgoing): Promise<Answer> => {
  if (intent === 'correct') {
    if (correction === undefined) return NOTHING
    const { post, text, markup, base } = correction
    const body = { Content: markup ?? markupOf(text) }
    return send(`${blog.href}/Post/${post}`, {
      method: 'PUT',
      body,
      version: base.change,
      key: `${key}-${base.change}`
    })
  }
  if (draft === undefined) return NOTHING
  const [refusal] = draft.pictures.flatMap(refusalIn)
  if (refusal) return refusal
  const answer = await send(blog.href + ENDS[intent], { method: 'POST', body: bodyOf(draft), key })
  if (intent !== 'later' || answer.status !== 201) return answer
  const schedule = { method: 'POST', body: { PublishOn: at }, key: `${key}-time` } as const
  return send(`${String(answer.document.href)}/Schedule`, schedule)
}
