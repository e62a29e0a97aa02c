/** The blogs of other services that a blog follows: reads their states, and carries out the forms about them. */
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { webUrl } from '../pages/media.ts'
import { blogIdIn, blogPath } from './blogs.ts'
import { inTurn, Refusal, wrongValues } from './documents.ts'
import { idOf, itemsIn, numberIn, textIn } from './view/items.ts'
import { numberOf, textOf } from './values.ts'
import type { Action, Actions, Visit } from './visit.ts'

/** Waiting changes that are read of each sync, at most. */
const WAITING = 20

/** Characters of the address of a source, at most. */
const MAX_ADDRESS = 255

/** A sync, the name and address of its source, its state, and its changes that wait for somebody. */
export type Followed = Awaited<ReturnType<typeof readFollowed>>[number]

/** Returns the blogs that a blog follows. */
export const readFollowed = async (visit: Visit, blogId: number) =>
  inTurn(await syncsOf(visit, blogId, 'Id,IsPaused,Auto,Source.Id,Source.Name,Source.URI'), async (sync) => {
    const id = idOf(sync)
    const state = await visit.read(`${syncPath(visit, id)}/State`)
    const changes = `ParkedChange?X-Filter=Id,Kind,Reason,Content,Post&limit=${WAITING}`
    const parked = await visit.read(`${syncPath(visit, id)}/${changes}`)
    const name = textIn(membersOf(sync.Source), 'Name')
    return { id, name, address: addressIn(sync), sync, state, waiting: itemsIn(parked, 'ParkedChangeList') }
  })

/** Returns how many changes of followed blogs wait for somebody, and how many of these blogs cannot be read now. */
export const countWaiting = async (visit: Visit, blogId: number): Promise<number> => {
  const counts = await inTurn(await syncsOf(visit, blogId, 'Id,IsPaused'), async (sync) => {
    const state = await visit.read(`${syncPath(visit, idOf(sync))}/State`)
    const isFailing = state.IsFailing === true && sync.IsPaused !== true
    return (numberIn(state, 'Parked') ?? 0) + (isFailing ? 1 : 0)
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

/** @param shown properties of each sync, for X-Filter */
const syncsOf = async (visit: Visit, blogId: number, shown: string): Promise<readonly Row[]> =>
  itemsIn(await visit.read(`${blogPath(visit, blogId)}/Sync?X-Filter=${shown}&limit=100`), 'SyncList')

const syncPath = ({ module }: Visit, id = 0) => `${module}/Sync/${id}`

/** Returns the address of a sync's source. */
const addressIn = ({ Source }: Row): string => {
  const { URI } = membersOf(Source)
  const { href = URI } = membersOf(URI)
  return textOf(href)
}

const follow: Action['act'] = async (visit, sent) => {
  const blogId = blogIdIn(visit)
  const url = webUrl(textOf(sent.address))
  if (url === undefined) throw wrongValues({ address: 'must be an address that begins with https:// or http://' })
  if (url.username !== '' || url.password !== '') {
    throw wrongValues({ address: 'must not contain a user name or a password' })
  }
  if (url.href.length > MAX_ADDRESS) {
    throw wrongValues({
      address: `must have at most ${MAX_ADDRESS} characters; letters beyond A to Z take six or more`
    })
  }
  const Source = await sourceAt(visit, blogId, url)
  const body = { Blog: blogId, Source, Auto: sent.auto === 'true' }
  try {
    return await visit.write({ method: 'POST', path: `${visit.module}/Sync`, body })
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.status !== 409 || !refusal.reasons.has('Source')) throw refusal
    throw wrongValues({ address: 'is followed already' })
  }
}

/** Returns the id of the source with an address. Attaches it to the blog, unless an earlier attempt did. */
const sourceAt = async (visit: Visit, blogId: number, url: URL): Promise<number | undefined> => {
  const path = `${blogPath(visit, blogId)}/Source`
  // Everything else is a feed, or leads to an error that says what was found there.
  const type = /\/Blog\/\d+(\/|$)/.test(url.pathname) ? 'chained blog' : 'blog provider'
  const list = await visit.read(`${path}?X-Filter=Id,Type,URI&limit=1000`)
  const existing = itemsIn(list, 'SourceList').find(
    (source) => textIn(source, 'Type') === type && addressIn({ Source: source }) === url.href
  )
  if (existing !== undefined) return numberIn(existing, 'Id')
  const body = { Name: url.host, Type: type, URI: url.href }
  return numberIn(await visit.write({ method: 'POST', path, body }), 'Id')
}

/** Changes the sync that a form names, or its waiting change. @param end of the address, after that of the sync */
const change =
  (method: 'POST' | 'PUT' | 'DELETE', body?: Row, end = (_sent: Row) => ''): Action['act'] =>
  (visit, sent) =>
    visit.write({ method, path: syncPath(visit, numberOf(sent.sync)) + end(sent), body })

const waitingChange = (sent: Row): string => `/ParkedChange/${numberOf(sent.change) ?? 0}`

export const followingActions: Actions = {
  follow: { act: follow, done: 'The blog follows the other one. Its posts arrive within seconds.' },
  pause: { act: change('PUT', { IsPaused: true }), done: 'Paused. Nothing is lost: it will resume where it stopped.' },
  resume: { act: change('PUT', { IsPaused: false }), done: 'It resumes where it stopped.' },
  handIn: { act: change('PUT', { Auto: false }), done: 'From now on, its posts wait for somebody.' },
  publish: {
    act: change('PUT', { Auto: true }),
    done: 'From now on, its posts are published at once. Those that already wait still do.'
  },
  // Its source stays attached, and its copies stay in the blog.
  stop: { act: change('DELETE'), done: 'The blog no longer follows it. Its posts stay here.' },
  takeOver: { act: change('POST', undefined, (sent) => `${waitingChange(sent)}/Apply`), done: 'Applied.' },
  forget: { act: change('DELETE', undefined, waitingChange), done: 'Discarded.' }
}
