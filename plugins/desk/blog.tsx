/** The page of one blog: writing, the timeline, and posts that wait for an editor. */
import { sanitise } from '../pages/markup.tsx'
import { DataBlock } from '../pages/safe-markup.tsx'
import { postAddress } from '../pages/addresses.ts'
import { blogIdIn } from './blogs.ts'
import { Help } from './help.tsx'
import { loadState } from './load.ts'
import { renderDesk } from './shell.tsx'
import { numberOf } from './values.ts'
import { pageAddress } from './view/addresses.ts'
import { PURPOSES } from './view/outbox.tsx'
import { Page } from './view/page.tsx'
import { contextOf } from './view/parts.tsx'
import { placeOf, type Place } from './view/panels.ts'
import type { State } from './view/state.ts'
import type { Intent } from './view/writing.ts'
import type { Visit, VisitedPage } from './visit.ts'

const show = async (visit: Visit): Promise<string> => {
  const { asset } = visit
  const state = await loadState(visit, blogIdIn(visit))
  return renderDesk(visit, {
    title: state.blog.Title,
    layout: 'free',
    head: (
      <>
        <link rel="stylesheet" href={asset('blog.css')} />
        <script src={asset('desk.js')} defer />
      </>
    ),
    body: (
      <>
        <Stored state={state} id={numberOf(visit.query.stored)} />
        <div id="desk" class="desk">
          <Page state={state} context={contextOf(state, sanitise)} />
        </div>
        <Help />
        <DataBlock type="application/json" id="state" data={state} />
      </>
    )
  })
}

/** Purposes of the forms of the box, by the places of the posts that they make. */
const MADE_BY = new Map<Place, Intent>([
  ['timeline', 'publish'],
  ['submitted', 'submit'],
  ['drafts', 'draft']
])

/** Names the post that the form of the box has made, with a link to it. Pages with scripts do not need it. */
const Stored = ({ state, id = 0 }: { state: State; id: number | undefined }) => {
  const { base, blog, me, posts } = state
  const { [id]: post } = posts
  const place = post && placeOf(post, me.Id)
  const purpose = place && MADE_BY.get(place)
  if (purpose === undefined) return null
  const isRead = place === 'timeline' && blog.IsLive
  const here = `${pageAddress(state, { panel: String(place) })}#post-${id}`
  return (
    <p class="notice good" role="status">
      {PURPOSES[purpose].done} <a href={isRead ? postAddress(base, { Blog: blog.Id, Id: id }) : here}>View it</a>
    </p>
  )
}

export const blog: VisitedPage = { show }
