/** The front page: the blogs that are live, those that begin soon, and those that are over. */
import type { AnnouncedBlog, ShownBlog, ShownPost } from '../../db/front-page.ts'
import { labelsIn } from '../labels/index.ts'
import { blogAddress, postAddress } from '../pages/addresses.ts'
import { Time } from '../pages/article.tsx'
import { headlineOf, plainText, shortened } from '../pages/markup.tsx'
import { leadIn, timeZoneIn } from '../pages/embed-config.ts'
import { elementOf } from '../pages/media.ts'
import { pictureOf } from '../pages/post.tsx'
import { Raw } from '../pages/safe-markup.tsx'
import { renderFront, type Front } from './frame.tsx'

export interface FrontPage extends Front {
  readonly live: readonly ShownBlog[]
  readonly soon: readonly AnnouncedBlog[]
  readonly past: readonly ShownBlog[]
  /** The cursor of the page of past blogs that this page is; undefined on the front page itself. */
  readonly from?: string | undefined
  /** The cursor of the next page of past blogs; undefined on the last one. */
  readonly next?: string | undefined
}

/** Maximum length of a description, in characters. */
const DESCRIPTION = 240

/** Returns the text of the front page, or of a further page of past blogs. */
export const frontPage = (page: FrontPage): string => {
  const { base, from, labels, live, next, past, siteName, soon } = page
  const address = `${base}/live`
  const title = from === undefined ? siteName : `${labels.text('Past live blogs')} | ${siteName}`
  const description = labels.text('What is happening now, what begins soon, and what happened lately.')
  return renderFront({
    ...page,
    title,
    address: from === undefined ? address : `${address}?before=${from}`,
    head: (
      <>
        <meta name="description" content={description} />
        <meta property="og:type" content="website" />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={address} />
      </>
    ),
    children: (
      <>
        <h1 class="unseen">{title}</h1>
        {from === undefined && <Live {...page} />}
        {soon.length > 0 && (
          <section aria-labelledby="soon">
            <h2 id="soon">{labels.text('Soon')}</h2>
            <ul class="soon">
              {soon.map((blog) => (
                <Announced key={blog.Id} {...page} blog={blog} />
              ))}
            </ul>
          </section>
        )}
        {past.length > 0 && (
          <section aria-labelledby="past">
            <h2 id="past">{labels.text('Past live blogs')}</h2>
            <ul class="past">
              {past.map((blog) => (
                <Past key={blog.Id} {...page} blog={blog} />
              ))}
            </ul>
          </section>
        )}
        {live.length + soon.length + past.length === 0 && (
          <p class="empty">{labels.text('There are no live blogs yet.')}</p>
        )}
        {(from ?? next) !== undefined && (
          <nav class="pages" aria-label={labels.text('Pages')}>
            {from !== undefined && <a href={address}>{labels.text('Newest live blogs')}</a>}
            {next !== undefined && <a href={`${address}?before=${next}`}>{labels.text('Older live blogs')}</a>}
          </nav>
        )}
      </>
    )
  })
}

const Live = (page: FrontPage) => {
  const { labels, live } = page
  return (
    <section aria-labelledby="live">
      <h2 id="live">{labels.text('Live now')}</h2>
      {live.length === 0 ? (
        <p class="empty">{labels.text('Nothing is live at the moment.')}</p>
      ) : (
        <ul class="now">
          {live.map((blog, index) => (
            <LiveBlog key={blog.Id} {...page} blog={blog} isFirst={index === 0} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface BlogProps<Blog> extends Front {
  readonly blog: Blog
}

const LiveBlog = (page: BlogProps<ShownBlog> & { isFirst: boolean }) => {
  const { base, blog, isFirst, labels } = page
  const { Post: post } = blog
  const headline = post && headlineOf(post.Content)
  return (
    <li>
      <article>
        <Picture {...page} sizes={isFirst ? WIDE : COLUMN} isLate={!isFirst} />
        <div class="story">
          <p class="status">
            <strong class="state live">{labels.text('Live')}</strong>{' '}
            {blog.PublishedCount > 0 && (
              <span>{labels.plural('{count} post', '{count} posts', blog.PublishedCount)}</span>
            )}
          </p>
          <Title {...page} />
          <Description {...page} />
          {post && headline !== undefined && headline !== '' && (
            <p class="latest">
              <Time at={new Date(post.PublishedOn)} labels={labelsOf(page)} />{' '}
              <a href={postAddress(base, { Blog: blog.Id, Id: post.Id })} lang={blog.Language} dir="auto">
                {headline}
              </a>
            </p>
          )}
        </div>
      </article>
    </li>
  )
}

const Announced = (page: BlogProps<AnnouncedBlog>) => (
  <li>
    <Picture {...page} sizes={COLUMN} isLate />
    <p class="status">{page.blog.StartsOn && <Time at={page.blog.StartsOn} labels={labelsOf(page)} />}</p>
    <Title {...page} />
    <Description {...page} />
  </li>
)

const Past = (page: BlogProps<ShownBlog>) => {
  const { blog, labels } = page
  return (
    <li>
      <Picture {...page} sizes={COLUMN} isLate />
      <p class="status">
        {blog.ClosedOn && <Day at={blog.ClosedOn} {...page} />}
        {blog.PublishedCount > 0 && <span>{labels.plural('{count} post', '{count} posts', blog.PublishedCount)}</span>}
      </p>
      <Title {...page} />
      <Description {...page} />
    </li>
  )
}

/** Widths of pictures in the page (front.css), as the attribute `sizes` has them. */
const WIDE = '(min-width: 72rem) 33rem, (min-width: 48rem) 45vw, calc(100vw - 2.5rem)'
const COLUMN = '(min-width: 72rem) 22rem, (min-width: 48rem) 45vw, calc(100vw - 2.5rem)'

interface PictureProps extends BlogProps<AnnouncedBlog & { readonly Pictured?: ShownPost }> {
  readonly sizes: string
  readonly isLate: boolean
}

/** The picture of a blog or of a post. Screen readers and the tab key pass it by: it leads where the title does. */
const Picture = ({ base, blog, sizes, isLate }: PictureProps) => {
  const picture = leadIn(blog.EmbedConfig, base)?.picture ?? (blog.Pictured && pictureOf(blog.Pictured, base))
  return picture === undefined ? null : (
    <a class="picture" href={blogAddress(base, blog.Id)} tabIndex={-1} aria-hidden="true">
      <Raw
        markup={elementOf({ ...picture, alt: '' }, { sizes, isLate, others: isLate ? '' : ' fetchpriority="high"' })}
      />
    </a>
  )
}

/** The day of a moment in the zone of a blog. */
const Day = ({ at, blog, labels }: BlogProps<AnnouncedBlog> & { at: Date }) => {
  const timeZone = timeZoneIn(blog.EmbedConfig) ?? 'UTC'
  const format = new Intl.DateTimeFormat(labels.locale, { dateStyle: 'long', timeZone })
  return <time dateTime={at.toISOString()}>{format.format(at)}</time>
}

const Title = ({ base, blog }: BlogProps<AnnouncedBlog>) => (
  <h3 lang={blog.Language} dir="auto">
    <a href={blogAddress(base, blog.Id)}>{blog.Title}</a>
  </h3>
)

const Description = ({ blog }: BlogProps<AnnouncedBlog>) => {
  const text = shortened(plainText(blog.Description), DESCRIPTION)
  return text === '' ? null : (
    <p class="about" lang={blog.Language} dir="auto">
      {text}
    </p>
  )
}

/** Returns the labels of the page with the times of a blog's zone. */
const labelsOf = ({ blog, labels }: BlogProps<AnnouncedBlog>) => labelsIn(labels.language, timeZoneIn(blog.EmbedConfig))
