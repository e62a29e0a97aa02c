/** The parts of the live reader's pages. */
import type { LiveBlog } from '../../db/posts/live.ts'
import type { PostRow } from '../../schemas/post.ts'
import { blogAddress, postAddress } from '../pages/addresses.ts'
import { PostArticle, Time } from '../pages/post.tsx'
import { sanitise, headlineOf, plainText } from '../pages/markup.tsx'
import { Raw } from '../pages/raw.tsx'
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

/** The title, state and description of a blog, with the logo of its theme. */
export const Masthead = (page: LivePage) => {
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

/** The state and title of a blog. */
export const Title = (page: LivePage) => (
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

/** The key points of a blog and a list of posts, which the reader's script extends. */
export const Posts = (page: LivePage) => {
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

/** Links to other pages. */
export const Pages = ({ pages }: Pick<LivePage, 'pages'>) => {
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
