/** The page in place of one that its visitor may not see, or that does not exist. */
import { renderDesk } from './shell.tsx'
import type { Visit } from './visit.ts'

/** Statuses that have such a page, with its heading. */
export const ABSENT: ReadonlyMap<unknown, string> = new Map([
  [403, 'You may not open this page'],
  [404, 'There is nothing here']
])

/** Returns the text of the page. @param reason why, for people */
export const absentPage = (visit: Visit, heading: string, reason: string): string =>
  renderDesk(visit, {
    title: heading,
    layout: 'narrow',
    body: (
      <div class="stack">
        <h1>{heading}</h1>
        <p>{reason}.</p>
        <p>
          <a class="button" href={`${visit.base}/desk`}>
            My blogs
          </a>
        </p>
      </div>
    )
  })
