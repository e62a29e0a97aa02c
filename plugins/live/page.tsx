/** The pages of the live reader. They are complete without scripts. */
import type { ComponentChildren } from 'preact'
import type { BlogPosting, WithContext } from 'schema-dts'
import type { PostRow } from '../../schemas/post.ts'
import { feedsOf, blogAddress } from '../pages/addresses.ts'
import { renderPage } from '../pages/layout.tsx'
import { sharedPicture, type Picture } from '../pages/pictures.ts'
import { pictureOf, PostArticle } from '../pages/post.tsx'
import { headlineOf, plainText, shortened } from '../pages/markup.tsx'
import { DataBlock } from '../pages/raw.tsx'
import { Assets, listsKeyPoints, Masthead, Pages, Posts, Title, type LivePage } from './parts.tsx'
import { blogPosting, liveBlogPosting } from './structured-data.ts'

/** Returns a page of posts. */
export const livePage = (page: LivePage): string => {
  const { blog, posts, pinned = [], base, address, labels } = page
  const isFirst = address === blogAddress(base, blog.Id)
  const title = isFirst ? blog.Title : labels.text('{title}: earlier posts', { title: blog.Title })
  const picture = pictureAmong([...posts, ...pinned], base)
  return renderWhole(page, {
    title,
    headline: title,
    picture,
    data: liveBlogPosting(blog, [...pinned, ...posts], picture, base),
    body: <Posts {...page} />
  })
}

/** Returns the page of one post. */
export const postPage = (page: LivePage, post: PostRow): string => {
  const { blog, base, labels } = page
  const text = plainText(post.Content)
  const headline = headlineOf(text) || blog.Title
  return renderWhole(page, {
    title: headline === blog.Title ? headline : `${headline} | ${blog.Title}`,
    headline,
    picture: pictureAmong([post], base),
    description: shortened(text, DESCRIPTION),
    data: {
      '@context': 'https://schema.org',
      ...blogPosting(post, base),
      headline,
      isPartOf: { '@type': 'LiveBlogPosting', url: blogAddress(base, blog.Id) }
    },
    body: (
      <main id="posts" class="single">
        <div lang={labels.contentLanguage}>
          <PostArticle post={post} base={base} labels={labels} isFirst />
        </div>
        <Pages {...page} />
      </main>
    )
  })
}

/** Returns the page of a blog in a frame of another site. All links lead out of the frame. */
export const framePage = (page: LivePage): string =>
  renderPage({
    base: page.base,
    title: page.blog.Title,
    language: page.labels.language,
    direction: page.labels.direction,
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

/** Returns the first picture in posts as other sites show it with a link to the page; undefined if there is none. */
const pictureAmong = (posts: readonly PostRow[], base: string): Picture | undefined => {
  for (const post of posts) {
    const picture = post.Type === 'advertisement' ? undefined : pictureOf(post, base)
    if (picture !== undefined) return sharedPicture(picture)
  }
  return undefined
}

/** Maximum length of a page's description, in characters. */
const DESCRIPTION = 200

/** The contents of a page that is not in a frame. */
interface Content {
  readonly title: string
  readonly headline: string
  /** The picture that other sites show with a link to the page. */
  readonly picture: Picture | undefined
  readonly description?: string
  readonly data: WithContext<BlogPosting>
  readonly body: ComponentChildren
}

const renderWhole = (page: LivePage, { title, headline, picture, description, data, body }: Content): string => {
  const { blog, base, address, theme, labels } = page
  const text = description ?? shortened(plainText(blog.Description).replaceAll('\n', ' '), DESCRIPTION)
  const properties = {
    'og:site_name': page.siteName,
    'og:type': 'article',
    'og:title': headline,
    'og:description': text,
    'og:url': address,
    'og:image': picture?.address ?? theme.logo?.url,
    'og:image:width': picture?.size?.width.toString(),
    'og:image:height': picture?.size?.height.toString(),
    'og:image:alt': picture?.alt ?? theme.logo?.text,
    'og:locale': blog.Language.replaceAll('-', '_'),
    'article:published_time': (blog.LiveOn ?? blog.CreatedOn).toISOString(),
    'article:modified_time': blog.UpdatedOn.toISOString()
  }
  const { atom, json } = feedsOf(base, blog.Id)
  const oembed = `${base}/oembed?url=${encodeURIComponent(blogAddress(base, blog.Id))}`
  return renderPage({
    base,
    title,
    language: labels.language,
    direction: labels.direction,
    head: (
      <>
        <meta name="description" content={text} />
        <meta name="color-scheme" content="light dark" />
        <link rel="canonical" href={address} />
        {Object.entries(properties).map(([property, content]) =>
          content === undefined || content === '' ? null : <meta key={property} property={property} content={content} />
        )}
        <meta name="twitter:card" content={picture === undefined ? 'summary' : 'summary_large_image'} />
        <link rel="alternate" type={atom.type} title={`${blog.Title} (Atom)`} href={atom.href} />
        <link rel="alternate" type={json.type} title={`${blog.Title} (JSON)`} href={json.href} />
        <link rel="describedby" type="application/json" href={page.resource} />
        <link rel="alternate" type="application/json+oembed" href={`${oembed}&format=json`} />
        <link rel="alternate" type="text/xml+oembed" href={`${oembed}&format=xml`} />
        <Assets {...page} />
        <DataBlock type="application/ld+json" data={data} />
      </>
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
        {body}
        <footer class="colophon">
          <p>
            {labels.nodes('Follow this blog: {atom}, {json}', {
              atom: <a href={atom.href}>{labels.text('Atom feed')}</a>,
              json: <a href={json.href}>{labels.text('JSON feed')}</a>
            })}
          </p>
        </footer>
      </>
    )
  })
}
