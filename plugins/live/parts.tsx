/** The parts of the live reader's pages. */
import type { LiveBlog } from '../../db/posts/live.ts'
import type { PostRow } from '../../schemas/post.ts'
import type { Labels } from '../labels/index.ts'
import { blogAddress, postAddress } from '../pages/addresses.ts'
import { Time } from '../pages/article.tsx'
import { keyPointOf, PostArticle } from '../pages/post.tsx'
import { sanitise } from '../pages/markup.tsx'
import { DataBlock, Raw } from '../pages/raw.tsx'
import { SCRIPT_LABELS, scriptLabels } from '../pages/script-labels.ts'
import type { Theme } from './theme.ts'

/** A page that another one leads to: older, newer or the oldest posts, or the whole blog. */
type OtherPage = 'oldest' | 'newer' | 'older' | 'whole'

/** A page of a blog's posts. */
export interface LivePage {
  readonly blog: LiveBlog
  readonly posts: readonly PostRow[]
  /** The pinned posts, which stand above all others. Undefined if this page shows them at their places only. */
  readonly pinned?: readonly PostRow[]
  /** The key points of the blog, the newest first. Undefined if this page does not list them. */
  readonly keyPosts?: readonly PostRow[]
  /** Base URL without a final slash. */
  readonly base: string
  /** Name of the service for readers. */
  readonly siteName: string
  /** Address of this page. */
  readonly address: string
  /** Where new posts appear: at the start or the end of the list. Undefined if this page never shows new posts. */
  readonly grows?: 'start' | 'end'
  /** Addresses of other pages. */
  readonly pages: Readonly<Partial<Record<OtherPage, string | undefined>>>
  /** The labels in the language and time zone of the blog. */
  readonly labels: Labels
  readonly theme: Theme
  readonly assets: { readonly styles: readonly string[]; readonly scripts: readonly string[] }
  /** Address of the blog in the resource tree. */
  readonly resource: string
  /** Address of the list of published posts without its query. */
  readonly list: string
  /** How the page follows its blog: by streams where possible, or only by polls. */
  readonly updates: 'stream' | 'poll'
}

/** The title, state and description of a blog, with the logo of its theme. */
export const Masthead = (page: LivePage) => {
  const { blog, theme, labels } = page
  return (
    <header class="masthead">
      {theme.logo && <img class="logo" src={theme.logo.url} alt={theme.logo.text} height={40} />}
      <Title {...page} />
      <div lang={labels.contentLanguage}>
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
    <h1 lang={page.labels.contentLanguage}>
      <a href={blogAddress(page.base, page.blog.Id)}>{page.blog.Title}</a>
    </h1>
  </>
)

const Status = ({ blog: { ClosedOn, LiveOn, StartsOn, UpdatedOn }, labels }: LivePage) => {
  if (ClosedOn !== undefined) {
    return (
      <>
        <strong class="state">{labels.text('Closed')}</strong> <Time at={ClosedOn} labels={labels} />
      </>
    )
  }
  if (LiveOn === undefined && StartsOn !== undefined) {
    return (
      <>
        <strong class="state">{labels.text('Soon')}</strong>{' '}
        <span>{labels.nodes('begins {time}', { time: <Time at={StartsOn} labels={labels} /> })}</span>
      </>
    )
  }
  return (
    <>
      <strong class={LiveOn ? 'state live' : 'state'}>
        {LiveOn ? labels.text('Live') : labels.text('Not live yet')}
      </strong>{' '}
      <span>{labels.nodes('updated {time}', { time: <Time at={UpdatedOn} labels={labels} /> })}</span>
    </>
  )
}

/** Maximum number of key points that a page shows. Its script shows the others when one of these is none any more. */
const KEY_POINTS = 8

/** Returns where a page shows new posts; undefined if it never does. */
const followsAt = ({ blog, grows }: LivePage) => (blog.ClosedOn === undefined ? grows : undefined)

/** Returns whether a page has a list of key points. On a page that follows its blog, an empty one is hidden. */
export const listsKeyPoints = (page: LivePage): boolean =>
  page.keyPosts !== undefined && (page.keyPosts.length > 0 || followsAt(page) !== undefined)

const KeyPoints = (page: LivePage) => {
  const { posts, pinned = [], keyPosts = [], base, labels } = page
  const shown = new Set([...pinned, ...posts].map(({ Id }) => Id))
  if (!listsKeyPoints(page)) return null
  return (
    <nav
      class="key-points"
      id="key-points"
      aria-labelledby="key-points-title"
      tabIndex={-1}
      hidden={keyPosts.length === 0}
    >
      <h2 id="key-points-title">{labels.text('Key points')}</h2>
      <ol lang={labels.contentLanguage}>
        {keyPosts.map((post, index) => (
          <li key={post.Id} data-post={`post-${post.Id}`} data-order={post.Order} hidden={index >= KEY_POINTS}>
            <a href={shown.has(post.Id) ? `#post-${post.Id}` : postAddress(base, post)}>{keyPointOf(post, labels)}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Number of posts that may be in view when a page opens. Their pictures load at once, and all others late. */
const FIRST_SCREEN = 2

/** The pinned posts of a blog, or the hidden place where its script shows them. */
const Pinned = ({ pinned, base, labels }: LivePage) =>
  pinned === undefined ? null : (
    <section class="pinned" aria-labelledby="pinned-title" hidden={pinned.length === 0}>
      <h2 class="label" id="pinned-title">
        {labels.text('Pinned')}
      </h2>
      <ol lang={labels.contentLanguage}>
        {pinned.map((post, index) => (
          <li key={post.Id}>
            <PostArticle post={post} base={base} labels={labels} isFirst={index < FIRST_SCREEN} />
          </li>
        ))}
      </ol>
    </section>
  )

/** The key points of a blog, its pinned posts and a list of posts. The reader's script keeps all of them up to date. */
export const Posts = (page: LivePage) => {
  const { blog, posts, pinned = [], base, grows, list, updates, labels } = page
  const follows = followsAt(page)
  return (
    <div class="columns">
      <KeyPoints {...page} />
      <main
        id="posts"
        tabIndex={-1}
        data-grows={follows}
        data-list={list}
        data-since={follows && blog.PublishedCId}
        data-version={follows && blog.Version}
        data-updates={follows && updates}
      >
        <h2 class="unseen">{labels.text('Posts')}</h2>
        <div class="controls">
          <button type="button" class="pause" aria-pressed="false" hidden>
            {labels.text('Pause updates')}
          </button>
          <p class="connection" hidden />
          {grows === 'end' ? (
            <a href={blogAddress(base, blog.Id)}>{labels.text('Newest first')}</a>
          ) : (
            <a href={`${blogAddress(base, blog.Id)}?order=oldest`}>{labels.text('Oldest first')}</a>
          )}
        </div>
        <p class="unseen" role="status" aria-live="polite" id="announcement" />
        <button type="button" class="more" hidden />
        <Pinned {...page} />
        <div class="flow">
          {posts.length + pinned.length === 0 && <p class="empty">{labels.text('There are no posts yet.')}</p>}
          <ol class="posts" lang={labels.contentLanguage}>
            {posts.map((post, index) => (
              <li key={post.Id}>
                <PostArticle {...{ post, base, labels }} isFirst={pinned.length + index < FIRST_SCREEN} />
              </li>
            ))}
          </ol>
          <Pages {...page} />
        </div>
      </main>
    </div>
  )
}

/** Links to other pages. */
export const Pages = ({ pages, labels }: Pick<LivePage, 'pages' | 'labels'>) => {
  const texts: Readonly<Record<OtherPage, string>> = {
    oldest: labels.text('Oldest posts'),
    newer: labels.text('Newer posts'),
    older: labels.text('Older posts'),
    whole: labels.text('Whole live blog')
  }
  const links = (['oldest', 'newer', 'older', 'whole'] as const).flatMap((page) => {
    const { [page]: address } = pages
    if (address === undefined) return []
    return (
      <a key={page} href={address}>
        {texts[page]}
      </a>
    )
  })
  return links.length === 0 ? null : (
    <nav class="pages" aria-label={labels.text('Pages')}>
      {links}
    </nav>
  )
}

/** The styles and scripts of a page, and the labels that the scripts need. */
export const Assets = ({ assets: { styles, scripts }, labels }: LivePage) => (
  <>
    <DataBlock type="application/json" id={SCRIPT_LABELS} data={scriptLabels(labels)} />
    {styles.map((style) => (
      <link key={style} rel="stylesheet" href={style} />
    ))}
    {scripts.map((script) => (
      <script key={script} src={script} defer />
    ))}
  </>
)
