/** Two services, the second of which follows a blog of the first. */
import { randomUUID } from 'node:crypto'
import type { Test } from 'tap'
import { shownPosts } from '../../bench/following/equality.ts'
import { build, until, type Built } from '../support/index.ts'

type Send = Awaited<ReturnType<Built['senderOf']>>

/** Sends requests like a client that is told to try again: followers can keep the database of a busy machine busy. */
export const insisting =
  (send: Send): Send =>
  (method, path, payload, headers) => {
    const keyed = { ...(method === 'POST' && { 'idempotency-key': randomUUID() }), ...headers }
    return until(
      () => send(method, path, payload, keyed),
      ({ statusCode }) => statusCode !== 503
    )
  }

/** Builds two services with a new blog each. Both listen. @param env and options of the second one */
export const pair = async (
  t: Test,
  env: Readonly<Record<string, string>> = {},
  options: Parameters<typeof build>[2] = {}
) => {
  const theirs = await build(t)
  const ours = await build(t, { FOLLOW: 'true', FOLLOW_PRIVATE: 'true', ...env }, options)
  const address = await theirs.app.listen({ host: '127.0.0.1', port: 0 })
  const origin = await ours.app.listen({ host: '127.0.0.1', port: 0 })
  const write = insisting(await theirs.senderOf('admin', '/resources'))
  const edit = insisting(await ours.senderOf('admin', '/resources'))
  const blogOf = async (send: typeof write) => {
    const { Id } = (await send('POST', '/Desk/Blog.json', { Title: 'Night', Language: 1 })).json()
    return Number(Id)
  }
  const [source, copy] = [await blogOf(write), await blogOf(edit)]
  /** Lets a blog of the second service follow the blog at an address. @returns the id of the sync */
  const attach = async (blog: number, href: string): Promise<number> => {
    const body = { Name: `to ${blog}`, Type: 'chained blog', URI: { href } }
    const { Id } = (await edit('POST', `/Desk/Blog/${blog}/Source.json`, body)).json()
    const sync = { Blog: blog, Source: Number(Id), Auto: true }
    return Number((await edit('POST', '/Desk/Sync.json', sync)).json().Id)
  }
  return {
    ...{ theirs, ours, write, edit, source, copy, address, origin, attach },
    /** Lets the second blog follow the first one. @returns the id of the sync */
    follow: () => attach(copy, `${address}/resources/Desk/Blog/${source}`),
    /** Publishes a post at the source. @returns its id */
    publish: async (Content: string, more: Readonly<Record<string, string>> = {}): Promise<number> =>
      Number((await write('POST', `/Desk/Blog/${source}/Post/Published.json`, { Content, ...more })).json().Id)
  }
}

/** Returns the posts of a blog as readers see them, the highest first. */
export const shown = ({ sql }: Built, blog: number) => shownPosts(sql, blog)

/** Waits until both blogs show the same, and as many posts. */
export const untilEqual = ({ theirs, ours, source, copy }: Awaited<ReturnType<typeof pair>>, count: number) =>
  until(
    async () => [JSON.stringify(await shown(theirs, source)), JSON.stringify(await shown(ours, copy)), String(count)],
    ([one = '', other, number]) => one === other && JSON.parse(one).length === Number(number)
  )
