/** A receiver of webhooks that can fail, and a service with two replicas whose posts change at random. */
import fc from 'fast-check'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { freePort } from '../db/embedded/index.ts'
import type { Claims } from './claims.ts'
import { ask, send } from './load/requests.ts'
import { timeUntil, type Stage } from './stage/drill.ts'
import type { Ending } from './stage/ending.ts'
import type { Service } from './stage/service.ts'

/** A message that came to a webhook. */
export interface Arrival {
  readonly hook: string
  readonly id: string
  readonly blog: number
  readonly since: number
  readonly newest: number
  /** Milliseconds of `performance.now()`. */
  readonly at: number
}

/** The receiver of all webhooks. */
export interface Receiver {
  /** The messages that it has taken, some of them more than once. */
  readonly arrivals: Arrival[]
  /** Number of messages that the library of the standard has refused. */
  refused: number
  /** Whether it takes a message; how it answers. By default, it takes each and answers 204. */
  take: () => boolean
  answer: (response: ServerResponse) => void
  readonly open: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The parts of a stage that a run uses. */
export type Newsroom = Pick<Stage, keyof Claims | 'end' | 'token' | 'blogs' | 'serve'> & {
  readonly postgres: Pick<Stage['postgres'], 'sql'>
}

export interface Run {
  readonly stage: Newsroom
  readonly replicas: readonly Service[]
  readonly receiver: Receiver
  /** Number of webhooks of each blog. */
  readonly hooks: readonly string[]
  /** Makes random changes. The seed decides which. */
  readonly edit: (count: number) => Promise<void>
}

/** Lets something fail. @returns what has happened */
export type Failure = (run: Run) => Promise<string>

const openReceiver = async ({ teardown }: Ending, secrets: ReadonlyMap<string, string>) => {
  const port = await freePort()
  let server: Server | undefined
  const receiver: Receiver = {
    arrivals: [],
    refused: 0,
    take: () => true,
    answer: (response) => response.writeHead(204).end(),
    open: async () => {
      server = createServer(async (request, response) => {
        let body = ''
        for await (const chunk of request) body += String(chunk)
        const { url: hook = '', headers } = request
        const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
        const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
        try {
          new Webhook(secrets.get(hook) ?? '').verify(body, signed)
        } catch {
          receiver.refused += 1
        }
        const { data } = JSON.parse(body)
        if (receiver.take()) {
          receiver.arrivals.push({ hook, id: String(headers['webhook-id']), ...data, at: performance.now() })
        }
        receiver.answer(response)
      }).listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    close: async () => {
      server?.closeAllConnections()
      await new Promise((resolve) => server?.close(resolve))
    }
  }
  await receiver.open()
  teardown(receiver.close)
  return { receiver, origin: `http://127.0.0.1:${port}` }
}

const step = fc.record({
  kind: fc.constantFrom('publish', 'publish', 'draft', 'edit', 'Unpublish', 'delete'),
  blog: fc.nat(),
  post: fc.nat()
})

/** Starts two replicas, the receiver, and a webhook of all blogs and one of the first blog. */
export const openRun = async (stage: Newsroom, seed: number): Promise<Run> => {
  const { token, blogs } = stage
  const serve = () => stage.serve({ WEBHOOKS_PRIVATE: 'true' })
  const replicas = [await serve(), await serve()]
  const secrets = new Map<string, string>()
  const { receiver, origin } = await openReceiver(stage.end, secrets)
  const headers = { authorization: token, 'content-type': 'application/json' }
  // Any replica will do, because one of them may be killed.
  const change = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object = {}) => {
    for (;;) {
      for (const { origin } of replicas) {
        const reply = await send(`${origin}/resources/${path}`, { method, headers, body: JSON.stringify(body) })
        if (reply.status !== 0 && reply.status !== 503) return reply
      }
      await sleep(50)
    }
  }
  for (const [path, list] of [
    ['/all', 'Desk/Webhook.json'],
    ['/first', `Desk/Blog/${blogs[0]}/Webhook.json`]
  ] as const) {
    const options = { method: 'POST', headers, body: JSON.stringify({ Address: origin + path }) } as const
    const { body } = await ask(`${replicas[0]?.origin}/resources/${list}`, options, [201])
    secrets.set(path, String(JSON.parse(`${body}`).Secret))
  }

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
  return { stage, replicas, receiver, hooks: [...secrets.keys()], edit }
}

/** Returns the arrivals of a webhook for a blog that were the first of their message. */
const firstArrivals = ({ arrivals }: Receiver, hook: string, blog: number): readonly Arrival[] => {
  const ofBlog = arrivals.filter((arrival) => arrival.hook === hook && arrival.blog === blog)
  return ofBlog.filter(({ id }, at) => ofBlog.findIndex((other) => other.id === id) === at)
}

/** Claims that each newest change number is announced within a minute, and that no message is out of order or wrong. */
export const claimAnnounced = async ({ stage, receiver, hooks }: Run, after: string): Promise<void> => {
  const { claim, note, postgres, blogs } = stage
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
  claim(`${after}: messages with a wrong signature`, receiver.refused, ['=', 0])
  note(`${receiver.arrivals.length} messages, ${lists().flat().length} different ones`)
}

/** Lets the next try of each webhook be now: as if the clock had moved by an hour. */
const moveClock = ({ stage: { postgres } }: Run) => postgres.sql`
  update webhook_states set
    next_try_on = next_try_on - interval '1 hour', failing_since = failing_since - interval '1 hour'`

/** Waits until all webhooks have failed a number of times. */
const untilFailed = ({ stage: { postgres }, hooks }: Run, times: number) =>
  timeUntil(async () => {
    await sleep(100)
    return (await postgres.sql`select from webhook_states where failures >= ${times}`).count === hooks.length
  })

/** Closes the receiver while posts change. */
export const stopReceiver =
  (changes: number): Failure =>
  async (run) => {
    await run.receiver.close()
    await run.edit(changes)
    await untilFailed(run, 1)
    await run.edit(changes)
    await run.receiver.open()
    await moveClock(run)
    return 'receiver away for an hour'
  }

/** Lets the receiver answer with an error, three times, while posts change. */
const failThrice = async (run: Run, changes: number, failing: Pick<Receiver, 'take' | 'answer'>) => {
  const { take, answer } = run.receiver
  Object.assign(run.receiver, failing)
  for (const times of [1, 2, 3]) {
    await run.edit(changes)
    await untilFailed(run, times)
    await moveClock(run)
  }
  Object.assign(run.receiver, { take, answer })
  await moveClock(run)
}

/** Lets the receiver refuse messages with a status. */
export const refuseWith =
  (status: number, changes: number): Failure =>
  async (run) => {
    const answer = (response: ServerResponse) => response.writeHead(status, { location: '/elsewhere' }).end()
    await failThrice(run, changes, { take: () => false, answer })
    return `answers ${status}`
  }

/** Lets the receiver take messages without an answer, so that they come again. */
export const breakAnswers =
  (changes: number): Failure =>
  async (run) => {
    await failThrice(run, changes, { take: () => true, answer: (response) => response.destroy() })
    return 'no answers'
  }

/** Lets the receiver answer late. */
export const answerSlowly =
  (changes: number): Failure =>
  async ({ receiver, edit }) => {
    const { answer } = receiver
    receiver.answer = (response) => setTimeout(() => answer(response), 1500)
    await edit(changes)
    receiver.answer = answer
    return 'slow answers'
  }

/** Kills replicas at random, while posts change and answers are slow. */
export const killSenders =
  (kills: number, changes: number): Failure =>
  async ({ receiver, replicas, edit }) => {
    const { answer } = receiver
    receiver.answer = (response) => setTimeout(() => answer(response), 200)
    for (let count = 0; count < kills; count += 1) {
      const editing = edit(changes)
      await sleep(100 + Math.random() * 900)
      await replicas[count % replicas.length]?.stop('SIGKILL')
      await editing
      await replicas[count % replicas.length]?.start()
    }
    receiver.answer = answer
    return `${kills} senders killed`
  }
