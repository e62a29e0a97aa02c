/**
 * The head of a page for readers: what it says about itself to search engines and other sites, also as structured data
 * (https://schema.org/LiveBlogPosting).
 */
import type { ComponentChildren } from 'preact'
import type { BlogPostingLeaf, ImageObject, LiveBlogPosting, WithContext } from 'schema-dts'
import type { LiveBlog } from '../../db/posts/live.ts'
import type { PostRow } from '../../schemas/post.ts'
import { blogAddress, postAddress } from '../pages/addresses.ts'
import { authorOf } from '../pages/article.tsx'
import { Assets } from '../pages/layout.tsx'
import { bodyTextOf, headlineOf, plainText, shortened } from '../pages/markup.tsx'
import { sharedPicture, type Picture } from '../pages/media.ts'
import { pictureOf } from '../pages/post.tsx'
import type { LivePage } from './live-page.ts'

/** Maximum length of a page's description, in characters. */
const DESCRIPTION = 200

/** Returns a text as the description of a page. */
export const descriptionOf = (text: string): string => shortened(text.replaceAll('\n', ' '), DESCRIPTION)

/** Returns the description of the pages of a blog. */
export const blogDescription = ({ blog }: LivePage): string => descriptionOf(plainText(blog.Description))

/** Returns the Open Graph properties of a picture. */
export const pictureProperties = (picture: Picture | undefined): Readonly<Record<string, string | undefined>> => ({
  'og:image': picture?.address,
  'og:image:width': picture?.size?.width.toString(),
  'og:image:height': picture?.size?.height.toString(),
  'og:image:alt': picture?.alt
})

interface HeadProps {
  readonly page: LivePage
  readonly headline: string
  readonly description: string
  /** Further Open Graph properties. Empty ones are left out. */
  readonly properties?: Readonly<Record<string, string | undefined>>
  readonly children?: ComponentChildren
}

export const Head = ({ page, headline, description, properties, children }: HeadProps) => {
  const all: Readonly<Record<string, string | undefined>> = {
    'og:site_name': page.siteName,
    'og:type': 'article',
    'og:title': headline,
    'og:description': description,
    'og:url': page.address,
    ...properties
  }
  return (
    <>
      <meta name="description" content={description} />
      <meta name="color-scheme" content="light dark" />
      <link rel="canonical" href={page.address} />
      {Object.entries(all).map(([property, content]) =>
        content === undefined || content === '' ? null : <meta key={property} property={property} content={content} />
      )}
      <Assets {...page} />
      {children}
    </>
  )
}

/**
 * Returns a page of a blog as `LiveBlogPosting`.
 * @param picture the picture of the page; undefined if it has none
 * @param base base URL without a final slash
 */
export const liveBlogPosting = (
  blog: LiveBlog,
  posts: readonly PostRow[],
  picture: Picture | undefined,
  base: string
): WithContext<LiveBlogPosting> => {
  const data: WithContext<LiveBlogPosting> = {
    '@context': 'https://schema.org',
    '@type': 'LiveBlogPosting',
    '@id': blogAddress(base, blog.Id),
    url: blogAddress(base, blog.Id),
    headline: blog.Title,
    inLanguage: blog.Language,
    author: { '@type': 'Person', name: blog.CreatorName },
    datePublished: (blog.LiveOn ?? blog.CreatedOn).toISOString(),
    dateModified: blog.UpdatedOn.toISOString(),
    coverageStartTime: (blog.LiveOn ?? blog.CreatedOn).toISOString(),
    liveBlogUpdate: posts
      .filter(({ Type }) => Type !== 'advertisement')
      .map((post) => blogPosting(post, base))
      .filter(({ articleBody }) => articleBody !== undefined)
  }
  const description = plainText(blog.Description)
  if (description !== '') data.description = description
  if (picture !== undefined) data.image = imageObject(picture)
  if (blog.ClosedOn !== undefined) data.coverageEndTime = blog.ClosedOn.toISOString()
  return data
}

/** Returns a post of a blog as `BlogPosting`. A post without text has neither headline nor body. */
export const blogPosting = (post: PostRow, base: string): BlogPostingLeaf => {
  const data: BlogPostingLeaf = {
    '@type': 'BlogPosting',
    '@id': postAddress(base, post),
    url: postAddress(base, post),
    datePublished: (post.PublishedOn ?? post.CreatedOn).toISOString(),
    dateModified: (post.UpdatedOn ?? post.PublishedOn ?? post.CreatedOn).toISOString()
  }
  const text = bodyTextOf(post.Content)
  if (text !== '') {
    data.headline = headlineOf(post.Content)
    data.articleBody = text
  }
  const picture = pictureOf(post, base)
  if (picture !== undefined) data.image = imageObject(sharedPicture(picture))
  if (post.AuthorName !== undefined) data.author = { '@type': 'Person', name: authorOf(post) }
  return data
}

const imageObject = ({ address, alt, size }: Picture): ImageObject => ({
  '@type': 'ImageObject',
  url: address,
  ...(size && { width: `${size.width} px`, height: `${size.height} px` }),
  ...(alt !== '' && { caption: alt })
})
