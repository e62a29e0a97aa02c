/** The pages with the results of a search. */
import type { FoundBlog, FoundPost } from '../../db/search.ts'
import { labelsIn } from '../labels/index.ts'
import { blogAddress, postAddress, MAX_QUERY } from '../pages/addresses.ts'
import { Time } from '../pages/article.tsx'
import { bodyTextOf, headlineOf } from '../pages/markup.tsx'
import { SearchForm } from '../pages/layout.tsx'
import { timeZoneIn } from '../pages/embed-config.ts'
import { renderFront, type Front } from './frame.tsx'
import { excerpt, markWords, type Query } from './words.ts'

export interface SearchPage extends Front {
  readonly query: Query
  /** The blog that was searched; undefined for all. */
  readonly blog?: { readonly Id: number; readonly Title: string; readonly Language: string }
  readonly blogs: readonly FoundBlog[]
  readonly posts: readonly FoundPost[]
  /** Whether this is not the first page of results. */
  readonly isFurther: boolean
  /** The cursor of the next page; undefined on the last one. */
  readonly next: string | undefined
}

/** Returns the text of the page. */
export const searchPage = (page: SearchPage): string => {
  const { base, blog, labels, query, siteName } = page
  const action = `${blog === undefined ? `${base}/live` : blogAddress(base, blog.Id)}/search`
  const title = query.text === '' ? labels.text('Search') : labels.text('Search: {query}', { query: query.text })
  const address = query.text === '' ? action : `${action}?q=${encodeURIComponent(query.text)}`
  return renderFront({
    ...page,
    title: `${title} | ${blog?.Title ?? siteName}`,
    address,
    head: <meta name="robots" content="noindex" />,
    ...(blog === undefined && { searched: query.text }),
    children: (
      <section class="results" aria-labelledby="results">
        {blog && (
          <>
            <p class="of" lang={blog.Language} dir="auto">
              <a href={blogAddress(base, blog.Id)}>{blog.Title}</a>
            </p>
            <SearchForm
              action={action}
              label={labels.text('Search this live blog')}
              searched={query.text}
              labels={labels}
            />
          </>
        )}
        <h1 id="results">{labels.text('Search results')}</h1>
        <Outcome {...page} />
        <Blogs {...page} />
        {page.posts.length > 0 && <h2 class="unseen">{labels.text('Posts')}</h2>}
        <ol>
          {page.posts.map((post) => (
            <SearchResult key={post.Id} {...page} post={post} />
          ))}
        </ol>
        <Pages {...page} address={address} />
      </section>
    )
  })
}

/** Says why there are no results. */
const Outcome = ({ query: { state }, blogs, posts, isFurther, labels }: SearchPage) => {
  if (state === 'too long') {
    const limit = String(MAX_QUERY)
    return (
      <p role="alert">
        {labels.text('The search is too long: use at most ten words and {limit} characters.', { limit })}
      </p>
    )
  }
  if (state === 'empty') {
    const text = labels.text('Type one or more words. Posts that contain all of them are shown, the newest first.')
    return <p>{text}</p>
  }
  if (posts.length + blogs.length > 0 || isFurther) return null
  return <p role="status">{labels.text('No post contains all of these words.')}</p>
}

const Blogs = ({ base, blogs, labels, query }: SearchPage) =>
  blogs.length === 0 ? null : (
    <>
      <h2>{labels.text('Live blogs')}</h2>
      <ul>
        {blogs.map(({ Id, Title, Language }) => (
          <li key={Id}>
            <h3 lang={Language} dir="auto">
              <a href={blogAddress(base, Id)}>
                <Marked text={Title} query={query} />
              </a>
            </h3>
          </li>
        ))}
      </ul>
    </>
  )

const SearchResult = ({ base, blog, labels, post, query }: SearchPage & { post: FoundPost }) => {
  const headline = headlineOf(post.Content) || post.BlogTitle
  const text = bodyTextOf(post.Content).replaceAll('\n', ' ')
  // A headline that was cut goes on below.
  const start = headline.replace(/…$/, '')
  const shortened = excerpt(text.startsWith(start) ? text.slice(start.length).trim() : text, query.words)
  return (
    <li>
      <p class="status">
        <Time at={post.PublishedOn} labels={labelsIn(labels.language, timeZoneIn(post.EmbedConfig))} />
        {blog === undefined && (
          <a href={blogAddress(base, post.Blog)} lang={post.Language} dir="auto">
            {post.BlogTitle}
          </a>
        )}
      </p>
      <h3 lang={post.Language} dir="auto">
        <a href={postAddress(base, post)}>
          <Marked text={headline} query={query} />
        </a>
      </h3>
      {shortened !== '' && (
        <p class="about" lang={post.Language} dir="auto">
          <Marked text={shortened} query={query} />
        </p>
      )}
    </li>
  )
}

const Marked = ({ text, query: { words } }: { text: string; query: Query }) => (
  <>{markWords(text, words).map((part, index) => (part.isMarked ? <mark key={index}>{part.text}</mark> : part.text))}</>
)

const Pages = ({ address, isFurther, labels, next }: SearchPage & { address: string }) =>
  !isFurther && next === undefined ? null : (
    <nav class="pages" aria-label={labels.text('Pages')}>
      {isFurther && <a href={address}>{labels.text('Newest results')}</a>}
      {next !== undefined && <a href={`${address}&before=${next}`}>{labels.text('Older results')}</a>}
    </nav>
  )
