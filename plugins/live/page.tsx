/** The pages of the live reader. They are complete without scripts. */
import type { BlogPosting, WithContext } from 'schema-dts'
import type { PostRow } from '../../schemas/post.ts'
import { feedsOf, blogAddress } from '../pages/addresses.ts'
import { Assets, renderPage } from '../pages/layout.tsx'
import { sharedPicture, type Picture } from '../pages/media.ts'
import { bodyTextOf, headlineOf } from '../pages/markup.tsx'
import { pictureFor } from '../pages/post.tsx'
import { DataBlock } from '../pages/safe-markup.tsx'
import { blogDescription, blogPosting, descriptionOf, Head, liveBlogPosting, pictureProperties } from './head.tsx'
import type { LivePage } from './live-page.ts'
import { Masthead, Title } from './masthead.tsx'
import { listsKeyPoints, Posts } from './parts.tsx'

/** Returns a page of posts. */
export const livePage = (page: LivePage): string =>
  renderWhole(page, page.marked === undefined ? contentOf(page) : postContentOf(page, page.marked))

/** Texts and data by which a page describes itself. */
interface Content {
  readonly title: string
  readonly headline: string
  readonly description: string
  /** The picture that other sites show with a link to the page. */
  readonly picture: Picture | undefined
  readonly published: Date
  readonly modified: Date
  readonly data: WithContext<BlogPosting>
}

/** Returns the content of a page of a blog. */
const contentOf = (page: LivePage): Content => {
  const { blog, posts, pinned = [], base, lead } = page
  const title = titleOf(page)
  const picture = pictureFor(lead, [...posts, ...pinned], base)
  return {
    title,
    headline: title,
    description: blogDescription(page),
    published: blog.LiveOn ?? blog.CreatedOn,
    modified: blog.UpdatedOn,
    picture,
    data: liveBlogPosting(blog, [...pinned, ...posts], picture, base)
  }
}

const titleOf = ({ blog: { Id, Title: title }, shows, base, address, labels }: LivePage): string => {
  if (shows === 'key-points') return labels.text('{title}: key points', { title })
  return address === blogAddress(base, Id) ? title : labels.text('{title}: earlier posts', { title })
}

/** Returns the content of a page that leads to one post. */
const postContentOf = ({ blog, base }: LivePage, post: PostRow): Content => {
  const headline = headlineOf(post.Content) || blog.Title
  const published = post.PublishedOn ?? post.CreatedOn
  return {
    title: headline === blog.Title ? headline : `${headline} | ${blog.Title}`,
    headline,
    description: descriptionOf(bodyTextOf(post.Content)),
    published,
    modified: post.UpdatedOn ?? published,
    picture: pictureFor(undefined, [post], base),
    data: {
      '@context': 'https://schema.org',
      ...blogPosting(post, base),
      headline,
      inLanguage: blog.Language,
      isPartOf: { '@type': 'LiveBlogPosting', url: blogAddress(base, blog.Id) }
    }
  }
}

/** Returns the page of a blog in a frame of another site. All links lead out of the frame. */
export const framePage = (page: LivePage): string =>
  renderPage({
    base: page.base,
    title: page.blog.Title,
    labels: page.labels,
    head: (
      <>
        <base target="_blank" />
        <meta name="color-scheme" content="light dark" />
        <link rel="canonical" href={page.address} />
        <Assets {...page} />
      </>
    ),
    body: (
      <div class="frame">
        <header class="masthead">
          <Title {...page} />
        </header>
        <Posts {...page} isFrame />
      </div>
    )
  })

/**
 * Returns the page of a blog whose start is announced: its title, its description and when it begins, but no post. Its
 * script opens the live page as soon as the blog begins, and this page again if the blog has changed.
 */
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
        <Masthead {...page} isAnnounced />
        <div class="columns">
          <main id="posts" tabIndex={-1} data-waits={blog.Version}>
            <p class="empty">{labels.text('The posts will appear here as soon as the live blog begins.')}</p>
          </main>
        </div>
      </>
    )
  })
}

/** Returns the text of a page that is not in a frame. */
const renderWhole = (page: LivePage, content: Content): string => {
  const { blog, base, theme, labels } = page
  const { title, headline, description, published, modified, picture, data } = content
  const properties = {
    ...pictureProperties(picture ?? (theme.logo && { address: theme.logo.url, alt: theme.logo.text })),
    'og:locale': blog.Language.replaceAll('-', '_'),
    'article:published_time': published.toISOString(),
    'article:modified_time': modified.toISOString()
  }
  const { atom, json } = feedsOf(base, blog.Id)
  const embedded = page.marked === undefined ? blogAddress(base, blog.Id) : page.address
  const oembed = `${base}/oembed?url=${encodeURIComponent(embedded)}`
  return renderPage({
    base,
    title,
    labels,
    head: (
      <Head {...{ page, headline, description, properties }}>
        <meta name="twitter:card" content={picture === undefined ? 'summary' : 'summary_large_image'} />
        <link rel="alternate" type={atom.type} title={`${blog.Title} (Atom)`} href={atom.href} />
        <link rel="alternate" type={json.type} title={`${blog.Title} (JSON)`} href={json.href} />
        <link rel="describedby" type="application/json" href={page.resource} />
        <link rel="alternate" type="application/json+oembed" href={`${oembed}&format=json`} />
        <link rel="alternate" type="text/xml+oembed" href={`${oembed}&format=xml`} />
        <DataBlock type="application/ld+json" data={data} />
      </Head>
    ),
    body: (
      <>
        <nav class="skips" aria-label={labels.text('Skip')}>
          <a href="#posts">{labels.text('Skip to the posts')}</a>
          {listsKeyPoints(page) && (
            <a href="#key-points" hidden={page.keyPosts?.length === 0}>
              {labels.text('Skip to the key points')}
            </a>
          )}
        </nav>
        <Masthead {...page} />
        <Posts {...page} />
      </>
    )
  })
}
