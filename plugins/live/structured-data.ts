/** Structured data of live blogs for search engines (https://schema.org/LiveBlogPosting). */
import type { LiveBlog } from '../../db/posts/live.ts'
import type { PostRow } from '../../schemas/post.ts'
import { blogAddress, postAddress } from '../pages/addresses.ts'
import { headlineOf, plainText } from '../pages/text.ts'

/** Returns a page of a blog as `LiveBlogPosting`. @param base base URL without a final slash */
export const liveBlogPosting = (blog: LiveBlog, posts: readonly PostRow[], base: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'LiveBlogPosting',
  '@id': blogAddress(base, blog.Id),
  url: blogAddress(base, blog.Id),
  headline: blog.Title,
  description: plainText(blog.Description) || undefined,
  inLanguage: blog.Language,
  author: { '@type': 'Person', name: blog.CreatorName },
  datePublished: (blog.LiveOn ?? blog.CreatedOn).toISOString(),
  dateModified: blog.UpdatedOn.toISOString(),
  coverageStartTime: (blog.LiveOn ?? blog.CreatedOn).toISOString(),
  coverageEndTime: blog.ClosedOn?.toISOString(),
  liveBlogUpdate: posts
    .filter(({ Type }) => Type !== 'advertisement')
    .map((post) => blogPosting(post, base))
    .filter(({ articleBody }) => articleBody !== '')
})

/** Returns a post of a blog as `BlogPosting`. */
export const blogPosting = (post: PostRow, base: string) => {
  const text = plainText(post.Content)
  return {
    '@type': 'BlogPosting',
    '@id': postAddress(base, post),
    url: postAddress(base, post),
    headline: headlineOf(text),
    articleBody: text,
    datePublished: (post.PublishedOn ?? post.CreatedOn).toISOString(),
    dateModified: (post.UpdatedOn ?? post.PublishedOn ?? post.CreatedOn).toISOString(),
    author: { '@type': 'Person', name: post.AuthorName }
  }
}
