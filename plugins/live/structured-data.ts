/** Structured data of live blogs for search engines (https://schema.org/LiveBlogPosting). */
import type { BlogPostingLeaf, ImageObject, LiveBlogPosting, WithContext } from 'schema-dts'
import type { LiveBlog } from '../../db/posts/live.ts'
import type { PostRow } from '../../schemas/post.ts'
import { blogAddress, postAddress } from '../pages/addresses.ts'
import { authorOf } from '../pages/article.tsx'
import { bodyTextOf, headlineOf, plainText } from '../pages/markup.tsx'
import { sharedPicture, type Picture } from '../pages/pictures.ts'
import { pictureOf } from '../pages/post.tsx'

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
