/** The parts of the live reader's pages. */
import { blogAddress, postAddress } from '../pages/addresses.ts'
import { Time } from '../pages/article.tsx'
import { keyPointOf, PostArticle } from '../pages/post.tsx'
import type { LivePage, OtherPage } from './live-page.ts'
import { keyPointsAddress } from './selections.ts'
import { Side } from './side.tsx'

/** Maximum number of key points that a page shows. Its script shows others when one of these is removed. */
const KEY_POINTS = 8

/** Returns where a page shows new posts; undefined if it never does. */
const followsAt = ({ blog, grows }: LivePage) => (blog.ClosedOn === undefined ? grows : undefined)

/** Returns whether a page shows new posts, or can once its script has added all pages up to the newest posts. */
const canFollow = ({ blog, grows, next }: LivePage) =>
  blog.ClosedOn === undefined && (grows !== undefined || next === 'newer')

/** Returns whether a page has a list of key points. A page that follows its blog has an empty one. */
export const listsKeyPoints = (page: LivePage): boolean =>
  page.keyPosts !== undefined && (page.keyPosts.length > 0 || followsAt(page) !== undefined)

const KeyPoints = (page: LivePage) => {
  const { posts, pinned = [], keyPosts = [], base, labels } = page
  const shownIds = new Set([...pinned, ...posts].map(({ Id }) => Id))
  if (!listsKeyPoints(page)) return null
  return (
    <nav
      class={keyPosts.length === 0 ? 'key-points none' : 'key-points'}
      id="key-points"
      aria-labelledby="key-points-title"
      tabIndex={-1}
    >
      <h2 id="key-points-title">{labels.text('Key points')}</h2>
      <p hidden={keyPosts.length > 0}>{labels.text('There are no key points yet.')}</p>
      <ol lang={labels.contentLanguage}>
        {keyPosts.map((post, index) => (
          <li key={post.Id} data-post={`post-${post.Id}`} data-order={post.Order} hidden={index >= KEY_POINTS}>
            {post.PublishedOn && <Time at={post.PublishedOn} labels={labels} isShort />}{' '}
            <a href={shownIds.has(post.Id) ? `#post-${post.Id}` : postAddress(base, post)} dir="auto">
              {keyPointOf(post, labels)}
            </a>
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
  const { blog, posts, pinned = [], marked, shows, base, list, updates, labels } = page
  const follows = followsAt(page)
  const followed = canFollow(page) ? blog : undefined
  return (
    <div class="columns">
      <KeyPoints {...page} />
      <main
        id="posts"
        tabIndex={-1}
        data-grows={follows}
        data-shows={shows}
        data-list={list}
        data-since={followed?.PublishedCId}
        data-version={followed?.Version}
        data-updates={follows && updates}
      >
        <h2 class="unseen">{labels.text('Posts')}</h2>
        <div class="controls">
          <button type="button" class="pause" hidden aria-label={labels.text('Pause updates')}>
            {labels.text('Pause')}
          </button>
          <Views {...page} />
          <p class="connection" hidden />
        </div>
        <p class="unseen" role="status" aria-live="polite" id="announcement" />
        <button type="button" class="more" hidden />
        <Pinned {...page} />
        <div class="flow">
          {posts.length + pinned.length === 0 && <p class="empty">{emptyText(page)}</p>}
          <ol class="posts" lang={labels.contentLanguage}>
            {posts.map((post, index) => (
              <li key={post.Id}>
                <PostArticle
                  {...{ post, base, labels }}
                  isFirst={pinned.length + index < FIRST_SCREEN}
                  isMarked={post === marked}
                />
              </li>
            ))}
          </ol>
          <Pages {...page} />
        </div>
      </main>
      {!page.isFrame && <Side {...page} />}
    </div>
  )
}

const emptyText = ({ shows, blog, labels }: LivePage): string => {
  if (shows === 'key-points') return labels.text('There are no key points yet.')
  return blog.ClosedOn === undefined ? labels.text('There are no posts yet.') : labels.text('There are no posts.')
}

/** Links to other selections of the posts: all of them, the key points only, and the other order. */
const Views = (page: LivePage) => {
  const { blog, keyPosts, marked, shows, grows, base, labels } = page
  const address = blogAddress(base, blog.Id)
  return (
    <p class="views">
      {/* Readers who follow a link to an old post would take its neighbours for the newest posts. */}
      {marked !== undefined && (
        <a class="pill" href={address}>
          {labels.text('Whole live blog')}
        </a>
      )}
      {shows === 'key-points' ? (
        <a class="pill" href={address}>
          {labels.text('All posts')}
        </a>
      ) : (
        listsKeyPoints(page) && (
          <a
            class="pill filter"
            href={keyPointsAddress(base, blog.Id)}
            hidden={keyPosts?.length === 0}
            data-needs-service
          >
            {labels.text('Key points only')}
          </a>
        )
      )}
      {grows === 'end' ? (
        <a href={address}>{labels.text('Newest first')}</a>
      ) : (
        <a href={`${address}?order=oldest`} data-needs-service>
          {labels.text('Oldest first')}
        </a>
      )}
    </p>
  )
}

/** Links to other pages. */
const Pages = ({ pages, next, labels }: Pick<LivePage, 'pages' | 'next' | 'labels'>) => {
  const texts: Readonly<Record<OtherPage, string>> = {
    newest: labels.text('Newest posts'),
    oldest: labels.text('Oldest posts'),
    newer: labels.text('Newer posts'),
    older: labels.text('Older posts'),
    whole: labels.text('Whole live blog')
  }
  const links = (['newest', 'oldest', 'newer', 'older', 'whole'] as const).flatMap((page) => {
    const { [page]: address } = pages
    if (address === undefined) return []
    return (
      <a key={page} href={address} rel={page === next ? 'next' : undefined}>
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
