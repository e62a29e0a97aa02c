/** The part of a blog's settings from where people take the blog with them. */
import type { BlogState } from './blogs.ts'
import type { Visit } from './visit.ts'

interface MovingOutPart {
  readonly visit: Visit
  readonly blogId: number
  readonly state: BlogState
}

/** Links to the exports of a blog. Those in the form for readers need a blog that readers see. */
export const MovingOut = ({ visit: { base, module }, blogId, state }: MovingOutPart) => {
  const address = (format: string) => `${base}/resources/${encodeURIComponent(module)}/Blog/${blogId}/Export/${format}`
  return (
    <section aria-labelledby="moving-out">
      <h2 id="moving-out">Take the blog with you</h2>
      <div class="stack">
        <p>
          <a href={address('ndjson')}>Everything</a>: all posts and their pictures, also drafts. Another newsroom with
          Desk can take the blog over with it.
        </p>
        {state === 'rehearsal' ? (
          <p class="fine">Once readers see the blog, you can also save its pages.</p>
        ) : (
          <p>
            <a href={address('site')}>The pages that readers see</a>, with their pictures: open them without a
            connection, or put them on any web server.
          </p>
        )}
      </div>
    </section>
  )
}
