/** The page of a blog whose start is announced: its title, its description and when it begins, but no post. */
import { plainText, shortened } from '../pages/markup.tsx'
import { renderPage } from '../pages/layout.tsx'
import type { LivePage } from './live-page.ts'
import { Masthead } from './masthead.tsx'
import { Assets } from './parts.tsx'

/** Maximum length of the description in the head, in characters. */
const DESCRIPTION = 200

/** Returns the text of the page. Its script opens the live page as soon as the blog begins. */
export const announcedPage = (page: LivePage): string => {
  const { address, base, blog, labels, siteName } = page
  const description = shortened(plainText(blog.Description).replaceAll('\n', ' '), DESCRIPTION)
  return renderPage({
    base,
    title: blog.Title,
    language: labels.language,
    direction: labels.direction,
    head: (
      <>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        <link rel="canonical" href={address} />
        <meta property="og:site_name" content={siteName} />
        <meta property="og:type" content="article" />
        <meta property="og:title" content={blog.Title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={address} />
        <Assets {...page} />
      </>
    ),
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
