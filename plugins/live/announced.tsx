/** The page of a blog whose start is announced: its title, its description and when it begins, but no post. */
import { renderPage } from '../pages/layout.tsx'
import { sharedPicture } from '../pages/media.ts'
import { blogDescription, Head, pictureProperties } from './head.tsx'
import type { LivePage } from './live-page.ts'
import { Masthead } from './masthead.tsx'

/** Returns the text of the page. Its script opens the live page as soon as the blog begins. */
export const announcedPage = (page: LivePage): string => {
  const { base, blog, labels, lead } = page
  const properties = pictureProperties(lead?.picture && sharedPicture(lead.picture))
  return renderPage({
    base,
    title: blog.Title,
    labels,
    head: <Head {...{ page, properties }} headline={blog.Title} description={blogDescription(page)} />,
    body: (
      <>
        <nav class="skips" aria-label={labels.text('Skip')}>
          <a href="#posts">{labels.text('Skip to the posts')}</a>
        </nav>
        <Masthead {...page} />
        <div class="columns">
          <main id="posts" tabIndex={-1} data-waits>
            <p class="empty">{labels.text('The posts will appear here as soon as the live blog begins.')}</p>
          </main>
        </div>
      </>
    )
  })
}
