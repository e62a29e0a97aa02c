/** A service that follows a source which the test plays. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Test } from 'tap'
import { build, until, type Built } from '../support/index.ts'
import { site } from '../support/sites.ts'
import { insisting } from './pair.ts'

/** Current answer of the source. */
export interface Answer {
  status?: number
  headers?: Readonly<Record<string, string>>
  body: string | Uint8Array
}

/** Serves what a function returns, with an ETag, until the test ends. Returns the origin, and all statuses so far. */
export const playing = async (t: Test, answer: (url: URL, headers: IncomingHttpHeaders) => Answer) => {
  const statuses: number[] = []
  const { origin } = await site(t, (request, response) => {
    const { status = 200, headers = {}, body } = answer(new URL(request.url ?? '', 'http://127.0.0.1'), request.headers)
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`
    const isUnchanged = status === 200 && request.headers['if-none-match'] === etag
    const answered = isUnchanged ? 304 : status
    statuses.push(answered)
    response.writeHead(answered, { etag, ...headers }).end(isUnchanged ? undefined : body)
  })
  return { origin, statuses }
}

/** Builds a service that looks at feeds every second. */
export const buildFollower = (
  t: Test,
  env: Readonly<Record<string, string>> = {},
  options: Parameters<typeof build>[2] = {}
) => build(t, { FOLLOW: 'true', FOLLOW_PRIVATE: 'true', FOLLOW_SECONDS: '1', ...env }, options)

/** The state of a sync, as its resource says. */
type State = Readonly<
  Partial<
    Record<
      'Error' | 'SucceededOn' | 'ComparedOn' | 'Parked' | 'CId' | 'NewestCId' | 'Lag' | 'IsFailing' | 'IsFollowed',
      string
    >
  >
>

/** Makes a blog that follows an address, and functions that return its posts. */
export const following = async (ours: Built, uri: string, { auto = true, type = 'blog provider' } = {}) => {
  const edit = insisting(await ours.senderOf('admin', '/resources'))
  const made = await edit('POST', '/Desk/Blog.json', { Title: 'Copy', Language: 1, Description: '' })
  const blog = Number(made.json().Id)
  await edit('PUT', `/Desk/Blog/${blog}/PutLive`)
  const body = { Name: uri.slice(0, 255), Type: type, URI: { href: uri } }
  const { Id } = (await edit('POST', `/Desk/Blog/${blog}/Source.json`, body)).json()
  const added = await edit('POST', '/Desk/Sync.json', { Blog: blog, Source: Number(Id), Auto: auto })
  if (added.statusCode !== 201) throw new Error(`the sync was not added: ${added.body}`)
  const sync = Number(added.json().Id)
  const shown = async () => {
    const rows = await ours.sql<{ Content: string }[]>`
      select content from posts where blog = ${blog} and published_on is not null and deleted_on is null
      order by "order" desc`
    return rows.map(({ Content }) => Content.replace(/<[^>]*>/g, ''))
  }
  return {
    ...{ edit, blog, sync, shown },
    /** Lets the source have another address, which interrupts the follower. */
    lead: async (href: string) => {
      const [row] = await ours.sql<{ Source: number }[]>`select source from syncs where id = ${sync}`
      return edit('PUT', `/Data/Source/${row?.Source}`, { URI: { href } })
    },
    /** Waits until the blog shows these texts, the highest first. */
    showing: (...texts: readonly string[]) => until(shown, [...texts]),
    state: (isExpected: (state: State) => boolean) => until(() => ours.json(`Desk/Sync/${sync}/State`), isExpected),
    /** Waits until the sync fails for a reason, which editors see. */
    failing: (reason: string) => until(async () => (await ours.json(`Desk/Sync/${sync}/State`)).Error ?? '', reason),
    /** The reasons of the changes that wait for an editor, sorted. */
    reasons: async () => {
      const rows = await ours.sql<{ Reason: string }[]>`
        select reason from parked_changes where sync = ${sync} order by reason collate "C"`
      return rows.map(({ Reason }) => Reason)
    },
    /** Number of posts that the blog has ever had. */
    count: async () => (await ours.sql`select from posts where blog = ${blog}`).count
  }
}
