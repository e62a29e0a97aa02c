/** The page of a blog in a frame of another site: its newest posts. */
import type { FeedBlog, FeedPost } from '../../db/posts/feed.ts'
import { renderPage } from '../pages/layout.tsx'
import { Raw } from '../pages/raw.tsx'
import { sanitise } from '../pages/sanitise.ts'

export interface EmbedAddresses {
  /** The blog's own page. */
  readonly live: string
  readonly style: string
  readonly script: string
}

/** Returns the text of the page. */
export const embedPage = (
  blog: FeedBlog,
  posts: readonly FeedPost[],
  { live, style, script }: EmbedAddresses
): string =>
  renderPage({
    title: blog.Title,
    language: blog.Language,
    head: (
      <>
        <base target="_blank" />
        <link rel="canonical" href={live} />
        <link rel="stylesheet" href={style} />
        <script src={script} async />
      </>
    ),
    body: (
      <main>
        <h1>
          <a href={live}>{blog.Title}</a>
        </h1>
        <ol>
          {posts.map((post) => (
            <li key={post.Id}>
              <PostArticle post={post} language={blog.Language} />
            </li>
          ))}
        </ol>
      </main>
    )
  })

/** A post in the list. The article keeps unusual markup, such as list items without a list, inside the post. */
const PostArticle = ({ post, language }: { post: FeedPost; language: string }) => (
  <article id={`post-${post.Id}`}>
    <header>
      <time datetime={post.PublishedOn.toISOString()}>
        {post.PublishedOn.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC
      </time>
      {post.AuthorName !== undefined && <span class="author">{post.AuthorName}</span>}
    </header>
    <Raw class="content" markup={sanitise(post.Content)} />
  </article>
)
