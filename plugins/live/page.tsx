/** The pages of the live reader. They are complete without scripts. */
import type { ComponentChildren } from 'preact'
import type { LiveBlog } from '../../db/posts/live.ts'
import type { PostRow } from '../../schemas/post.ts'
import { blogAddress, postAddress } from '../pages/addresses.ts'
import { renderPage } from '../pages/layout.tsx'
import { PostArticle, Time } from '../pages/post.tsx'
import { DataBlock, Raw } from '../pages/raw.tsx'
import { sanitise } from '../pages/sanitise.ts'
import { headlineOf, plainText, shortened } from '../pages/text.ts'
import { blogPosting, liveBlogPosting } from './structured-data.ts'
import type { Theme } from './theme.ts'

/** A page of a blog's posts. */
export interface LivePage {
  readonly blog: LiveBlog
  readonly posts: readonly PostRow[]
  /** Summaries of the blog, the newest first. */
  readonly keyPosts: readonly PostRow[]
  /** Base URL without a final slash. */
  readonly base: string
  /** Address of this page. */
  readonly address: string
  /** Where new posts appear: at the start or the end of the list. Undefined if this page never shows new posts. */
  readonly grows?: 'start' | 'end'
  /** Addresses of other pages, by the text of their links. */
  readonly pages: Readonly<Record<string, string | undefined>>
  readonly theme: Theme
  readonly assets: { readonly styles: readonly string[]; readonly scripts: readonly string[] }
  /** Address of the list of published posts without its query. */
  readonly list: string
}

/** Returns a page of posts. */
export const livePage = (page: LivePage): string => {
  const { blog, posts, base, address } = page
  const title = address === blogAddress(base, blog.Id) ? blog.Title : `${blog.Title}: earlier posts`
  return whole(page, {
    title,
    headline: title,
    data: liveBlogPosting(blog, posts, base),
    body: <Posts {...page} />
  })
}

/** Returns the page of one post. */
export const postPage = (page: LivePage, post: PostRow): string => {
  const { blog, base } = page
  const data = blogPosting(post, base)
  const headline = data.headline === '' ? blog.Title : data.headline
  return whole(page, {
    title: headline === blog.Title ? headline : `${headline} | ${blog.Title}`,
    headline,
    description: shortened(data.articleBody, DESCRIPTION),
    data: {
      '@context': 'https://schema.org',
      ...data,
      isPartOf: { '@type': 'LiveBlogPosting', url: blogAddress(base, blog.Id) }
    },
    body: (
      <main id="posts" class="single">
        <PostArticle post={post} base={base} />
        <Pages pages={page.pages} />
      </main>
    )
  })
}

/** Returns the page of a blog in a frame of another site. All links lead out of the frame. */
export const framePage = (page: LivePage): string =>
  renderPage({
    title: page.blog.Title,
    language: 'en',
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
        <Posts {...page} />
      </div>
    )
  })

/** Maximum length of a page's description, in characters. */
const DESCRIPTION = 200

interface Content {
  readonly title: string
  readonly headline: string
  readonly description?: string
  readonly data: object
  readonly body: ComponentChildren
}

const whole = (page: LivePage, { title, headline, description, data, body }: Content): string => {
  const { blog, base, address, theme } = page
  const text = description ?? shortened(plainText(blog.Description).replaceAll('\n', ' '), DESCRIPTION)
  const properties = {
    'og:type': 'article',
    'og:title': headline,
    'og:description': text,
    'og:url': address,
    'og:image': theme.logo?.url,
    'og:locale': blog.Language.replaceAll('-', '_'),
    'article:published_time': (blog.LiveOn ?? blog.CreatedOn).toISOString(),
    'article:modified_time': blog.UpdatedOn.toISOString()
  }
  const feed = blogAddress(base, blog.Id)
  const oembed = `${base}/oembed?url=${encodeURIComponent(feed)}`
  return renderPage({
    title,
    language: 'en',
    head: (
      <>
        <meta name="description" content={text} />
        <meta name="color-scheme" content="light dark" />
        <link rel="canonical" href={address} />
        {Object.entries(properties).map(([property, content]) =>
          content === undefined || content === '' ? null : <meta key={property} property={property} content={content} />
        )}
        <meta name="twitter:card" content="summary" />
        <link rel="alternate" type="application/atom+xml" title={`${blog.Title} (Atom)`} href={`${feed}/atom`} />
        <link rel="alternate" type="application/feed+json" title={`${blog.Title} (JSON)`} href={`${feed}/feed.json`} />
        <link rel="alternate" type="application/json+oembed" href={`${oembed}&format=json`} />
        <link rel="alternate" type="text/xml+oembed" href={`${oembed}&format=xml`} />
        <Assets {...page} />
        <DataBlock type="application/ld+json" data={data} />
      </>
    ),
    body: (
      <>
        <nav class="skips" aria-label="Skip">
          <a href="#posts">Skip to the posts</a>
          {page.keyPosts.length > 0 && <a href="#key-points">Skip to the key points</a>}
        </nav>
        <Masthead {...page} />
        {body}
        <footer class="colophon">
          <p>
            Follow this blog: <a href={`${feed}/atom`}>Atom feed</a>, <a href={`${feed}/feed.json`}>JSON feed</a>
          </p>
        </footer>
      </>
    )
  })
}

const Assets = ({ assets: { styles, scripts } }: LivePage) => (
  <>
    {styles.map((style) => (
      <link key={style} rel="stylesheet" href={style} />
    ))}
    {scripts.map((script) => (
      <script key={script} src={script} defer />
    ))}
  </>
)

const Masthead = (page: LivePage) => {
  const { blog, theme } = page
  return (
    <header class="masthead">
      {theme.logo && <img class="logo" src={theme.logo.url} alt={theme.logo.text} height={40} />}
      <Title {...page} />
      <div lang={blog.Language}>
        <Raw class="description" markup={sanitise(blog.Description)} />
      </div>
    </header>
  )
}

const Title = (page: LivePage) => (
  <>
    <p class="status">
      <Status {...page} />
    </p>
    <h1 lang={page.blog.Language}>
      <a href={blogAddress(page.base, page.blog.Id)}>{page.blog.Title}</a>
    </h1>
  </>
)

const Status = ({ blog: { ClosedOn, LiveOn, UpdatedOn } }: LivePage) => {
  if (ClosedOn !== undefined) {
    return (
      <>
        <strong class="state">Closed</strong>{' '}
        <span>
          since <Time at={ClosedOn} />
        </span>
      </>
    )
  }
  return (
    <>
      <strong class={LiveOn ? 'state live' : 'state'}>{LiveOn ? 'Live' : 'Not live yet'}</strong>{' '}
      <span>
        updated <Time at={UpdatedOn} />
      </span>
    </>
  )
}

const Posts = (page: LivePage) => {
  const { blog, posts, keyPosts, base, grows, pages, list } = page
  const shown = new Set(posts.map(({ Id }) => Id))
  const follows = grows === undefined || blog.ClosedOn !== undefined ? undefined : grows
  return (
    <div class="columns">
      {keyPosts.length > 0 && (
        <nav class="key-points" id="key-points" aria-labelledby="key-points-title" tabIndex={-1}>
          <h2 id="key-points-title">Key points</h2>
          <ol lang={blog.Language}>
            {keyPosts.map((post) => (
              <li key={post.Id}>
                <a href={shown.has(post.Id) ? `#post-${post.Id}` : postAddress(base, post)}>
                  {headlineOf(plainText(post.Content))}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <main id="posts" tabIndex={-1} data-grows={follows} data-list={list} data-since={follows && blog.PublishedCId}>
        <h2 class="unseen">Posts</h2>
        <div class="controls">
          <button type="button" class="pause" aria-pressed="false" hidden>
            Pause updates
          </button>
          <p class="connection" hidden />
          {grows === 'end' ? (
            <a href={blogAddress(base, blog.Id)}>Newest first</a>
          ) : (
            <a href={`${blogAddress(base, blog.Id)}?order=oldest`}>Oldest first</a>
          )}
        </div>
        <p class="unseen" role="status" aria-live="polite" id="announcement" />
        <button type="button" class="more" hidden />
        <div class="flow">
          {posts.length === 0 && <p class="empty">There are no posts yet.</p>}
          <ol class="posts" lang={blog.Language}>
            {posts.map((post) => (
              <li key={post.Id}>
                <PostArticle post={post} base={base} />
              </li>
            ))}
          </ol>
          <Pages pages={pages} />
        </div>
      </main>
    </div>
  )
}

const Pages = ({ pages }: Pick<LivePage, 'pages'>) => {
  const links = Object.entries(pages).map(
    ([text, address]) =>
      address && (
        <a key={text} href={address}>
          {text}
        </a>
      )
  )
  return links.every((link) => !link) ? null : (
    <nav class="pages" aria-label="Pages">
      {links}
    </nav>
  )
}
