/** A service with two replicas whose posts change at random, and a receiver of its webhooks. */
import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { create, send, signed } from '../load/requests.ts'
import { timeUntil, type RunStage } from '../stage/drill.ts'
import type { Service } from '../stage/service.ts'
import { openReceiver, type Received, type Receiver } from './receiver.ts'

export interface Run {
  readonly stage: RunStage
  readonly replicas: readonly Service[]
  readonly receiver: Receiver
  /** The secrets of the webhooks, by the paths that they send to. */
  readonly secrets: ReadonlyMap<string, string>
  /** Makes random changes. The seed decides which. */
  readonly edit: (count: number) => Promise<void>
}

const step = fc.record({
  kind: fc.constantFrom('publish', 'publish', 'draft', 'edit', 'Unpublish', 'delete'),
  blog: fc.nat(),
  post: fc.nat()
})

/** Starts two replicas, the receiver, and a webhook of all blogs and one of the first blog. */
export const openRun = async (stage: RunStage, seed: number): Promise<Run> => {
  const { token, blogs } = stage
  const serve = () => stage.serve({ WEBHOOKS_PRIVATE: 'true' })
  const replicas = [await serve(), await serve()]
  const secrets = new Map<string, string>()
  const receiver = await openReceiver(stage.end)
  // Any replica will do, because one of them may be killed.
  const change = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object = {}) => {
    for (;;) {
      for (const { origin } of replicas) {
        const reply = await send(`${origin}/resources/${path}`, signed(token, method, body))
        if (reply.status !== 0 && reply.status !== 503) return reply
      }
      await sleep(50)
    }
  }
  for (const [path, list] of [
    ['/all', 'Desk/Webhook'],
    ['/first', `Desk/Blog/${blogs[0]}/Webhook`]
  ] as const) {
    const { Secret } = await create(String(replicas[0]?.origin), token, list, { Address: receiver.origin + path })
    secrets.set(path, String(Secret))
  }
  receiver.secrets.push(...secrets.values())

  const posts: string[] = []
  let drawn = 0
  const edit = async (count: number) => {
    for (const { kind, blog, post } of fc.sample(step, { seed: seed + drawn, numRuns: count })) {
      drawn += 1
      const list = `Desk/Blog/${blogs[blog % blogs.length]}/Post`
      const path = posts[post % Math.max(1, posts.length)]
      if (kind === 'publish' || kind === 'draft' || path === undefined) {
        const where = kind === 'draft' ? `${list}.json` : `${list}/Published.json`
        const { status, body } = await change('POST', where, { Content: `post ${drawn}` })
        if (status === 201) posts.push(`${list}/${JSON.parse(`${body}`).Id}`)
      } else if (kind === 'edit') await change('PUT', path, { Content: `edit ${drawn}` })
      else if (kind === 'delete') await change('DELETE', path)
      else await change('POST', `${path}/Unpublish`)
    }
  }
  return { stage, replicas, receiver, secrets, edit }
}

/** Returns the messages that a webhook has brought for a blog, each once. */
const firstArrivals = ({ received }: Receiver, hook: string, blog: number): readonly Received[] => {
  const ofBlog = received.filter((message) => message.isTaken && message.hook === hook && message.blog === blog)
  return ofBlog.filter(({ id }, at) => ofBlog.findIndex((other) => other.id === id) === at)
}

/** Claims that each newest change number is announced within a minute, and that no message is out of order or wrong. */
export const claimAnnounced = async ({ stage, receiver, secrets }: Run, after: string): Promise<void> => {
  const { claim, note, postgres, blogs } = stage
  const hooks = [...secrets.keys()]
  const seenBy = (hook: string) => (hook === '/first' ? blogs.slice(0, 1) : blogs)
  const lists = () => hooks.flatMap((hook) => seenBy(hook).map((blog) => firstArrivals(receiver, hook, blog)))
  const unannounced = async () => {
    const newest = await postgres.sql<{ Id: number; Number: number }[]>`
      select id, published_c_id as number from blogs where published_c_id > 0`
    const numbers = new Map(newest.map(({ Id, Number }) => [Id, Number]))
    return hooks.flatMap((hook) =>
      seenBy(hook).filter((blog) => numbers.get(blog) !== firstArrivals(receiver, hook, blog).at(-1)?.newest)
    )
  }
  const took = await timeUntil(async () => (await unannounced()).length === 0)
  claim(`${after}: all announced after`, took / 1000, ['≤', 60, 's'])
  const broken = lists().flatMap((list) => list.filter(({ since }, at) => since !== (list[at - 1]?.newest ?? 0)))
  claim(`${after}: messages that do not begin where the one before ended`, broken.length, ['=', 0])
  const forged = receiver.received.filter(({ hook, verifiedBy }) => !verifiedBy.includes(secrets.get(hook) ?? ''))
  claim(`${after}: messages with a wrong signature`, forged.length, ['=', 0])
  const acceptedMessages = receiver.received.filter(({ isTaken }) => isTaken)
  note(`${acceptedMessages.length} messages, ${lists().flat().length} different ones`)
}
