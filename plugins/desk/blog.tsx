/** The page of one blog: writing, the timeline, and what waits for an editor. */
import { sanitise } from '../pages/markup.tsx'
import { DataBlock } from '../pages/safe-markup.tsx'
import { loadState } from './load.ts'
import { renderDesk } from './shell.tsx'
import { Page } from './view/page.tsx'
import { contextOf } from './view/parts.tsx'
import type { Visit } from './visit.ts'

/** Returns the text of the page. */
export const blogPage = async (visit: Visit, blogId: number): Promise<string> => {
  const { asset } = visit
  const state = await loadState(visit, blogId)
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
        <div id="desk" class="desk">
          <Page state={state} context={contextOf(state, sanitise)} />
        </div>
        <DataBlock type="application/json" id="state" data={state} />
      </>
    )
  })
}
