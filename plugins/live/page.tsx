/** The pages of the live reader. They are complete without scripts. */
import type { ComponentChildren } from 'preact'
import type { BlogPosting, WithContext } from 'schema-dts'
import type { PostRow } from '../../schemas/post.ts'
import { feedsOf, blogAddress } from '../pages/addresses.ts'
import { renderPage } from '../pages/layout.tsx'
import { PostArticle } from '../pages/post.tsx'
import { headlineOf, plainText, shortened } from '../pages/markup.tsx'
import { DataBlock } from '../pages/raw.tsx'
import { listsKeyPoints, Masthead, Pages, Posts, Title, type LivePage } from './parts.tsx'
import { blogPosting, liveBlogPosting } from './structured-data.ts'

/** Returns a page of posts. */
export const livePage = (page: LivePage): string => {
  const { blog, posts, pinned = [], base, address } = page
  const title = address === blogAddress(base, blog.Id) ? blog.Title : `${blog.Title}: earlier posts`
  return renderWhole(page, {
    title,
    headline: title,
    data: liveBlogPosting(blog, [...pinned, ...posts], base),
    body: <Posts {...page} />
  })
}

/** Returns the page of one post. */
export const postPage = (page: LivePage, post: PostRow): string => {
  const { blog, base } = page
  const text = plainText(post.Content)
  const headline = headlineOf(text) || blog.Title
  return renderWhole(page, {
    title: headline === blog.Title ? headline : `${headline} | ${blog.Title}`,
    headline,
    description: shortened(text, DESCRIPTION),
    data: {
      '@context': 'https://schema.org',
      ...blogPosting(post, base),
      headline,
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

/** The contents of a page that is not in a frame. */
interface Content {
  readonly title: string
  readonly headline: string
  readonly description?: string
  readonly data: WithContext<BlogPosting>
  readonly body: ComponentChildren
}

const renderWhole = (page: LivePage, { title, headline, description, data, body }: Content): string => {
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
  const { atom, json } = feedsOf(base, blog.Id)
  const oembed = `${base}/oembed?url=${encodeURIComponent(blogAddress(base, blog.Id))}`
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
        <link rel="alternate" type={atom.type} title={`${blog.Title} (Atom)`} href={atom.href} />
        <link rel="alternate" type={json.type} title={`${blog.Title} (JSON)`} href={json.href} />
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
          {listsKeyPoints(page) && (
            <a href="#key-points" hidden={page.keyPosts?.length === 0}>
              Skip to the key points
            </a>
          )}
        </nav>
        <Masthead {...page} />
        {body}
        <footer class="colophon">
          <p>
            Follow this blog: <a href={atom.href}>Atom feed</a>, <a href={json.href}>JSON feed</a>
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
