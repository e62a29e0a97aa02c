/**
 * The article of a post, as readers see it. The service and the script of the newsroom's page render it, so nothing of
 * the service is imported here.
 */
import type { ComponentChildren } from 'preact'
import { membersIn } from '../../schemas/language/rows.ts'
import type { PostRow } from '../../schemas/post.ts'
import type { PostLabels } from '../labels/labels.ts'
import { LINK_RELATION } from './allowed-markup.ts'
import { splitHeadline, pictured, Raw, RawHeadline } from './safe-markup.tsx'
import { embeddedAt, webUrl } from './media.ts'

type RequiredProperty = 'Id' | 'Blog' | 'CId' | 'Order' | 'Type' | 'Content' | 'Meta'
type OptionalProperty =
  'AuthorName' | 'AuthorImage' | 'CommentSource' | 'IsKeyPoint' | 'PinnedOn' | 'PublishedOn' | 'UpdatedOn'

/** The properties of a post that its article shows. */
export type ShownPost = Pick<PostRow, RequiredProperty> & Partial<Pick<PostRow, OptionalProperty>>

export interface ArticleProps {
  readonly post: ShownPost
  /** Base URL, without a final slash. */
  readonly base: string
  /** Returns markup without anything that could run, load or disturb the page. */
  readonly sanitise: (markup: string) => string
  readonly labels: PostLabels
  /** Address of the post; undefined if it has none yet. */
  readonly address?: string | undefined
  /** Text of the post in the list of key points; undefined if it is not a key point. */
  readonly keyPoint?: string | undefined
  /** Whether the post is in the first screen of its page. */
  readonly isFirst?: boolean | undefined
  /** Whether it is the post that the address of the page leads to. */
  readonly isMarked?: boolean | undefined
}

export const Article = (props: ArticleProps) => {
  const { post, base, sanitise, labels, address, keyPoint, isFirst = false, isMarked = false } = props
  const { Id, CId, Order, Type, Content, Meta, PublishedOn, UpdatedOn, PinnedOn, CommentSource } = post
  const meta = metaOf(Meta)
  const pictures = { base, meta: Meta, labels, isLinked: address !== undefined, isFirst }
  const type = TYPES.has(Type) ? Type : 'normal'
  const author = authorOf(post)
  const { headline, body } = splitHeadline(sanitise(Content))
  const isUpdated = UpdatedOn !== undefined && PublishedOn !== undefined && UpdatedOn > PublishedOn
  return (
    <article
      id={`post-${Id}`}
      class={`post ${type}${CommentSource === undefined ? '' : ' comment'}`}
      data-c-id={CId}
      data-order={Order}
      data-pinned={PinnedOn?.toISOString()}
      data-key-point={keyPoint}
      aria-labelledby={headline === undefined ? `by-${Id}` : `headline-${Id} by-${Id}`}
      aria-current={isMarked ? 'true' : undefined}
      tabIndex={isMarked ? -1 : undefined}
      // The browser scrolls to it.
      autofocus={isMarked}
    >
      {/* The article is among other content. */}
      <header lang={labels.contentLanguage && labels.language}>
        <p id={`by-${Id}`}>
          {PublishedOn && <Time at={PublishedOn} labels={labels} isShort />} <Face post={post} base={base} />
          <span class="author">{author}</span>
          {CommentSource !== undefined && (
            <>
              {' '}
              <span class="label">{labels.text('Reader’s comment')}</span>
            </>
          )}
          {isUpdated && (
            <>
              {' '}
              <span class="updated">
                {labels.nodes('Updated {time}', { time: <Time at={UpdatedOn} labels={labels} isShort /> })}
              </span>
            </>
          )}
        </p>
        {address !== undefined && (
          <a class="share" href={address} aria-label={labels.text('Share this post by {author}', { author })}>
            {labels.text('Share')}
          </a>
        )}
      </header>
      <Label type={type} meta={meta} labels={labels} />
      {headline !== undefined && <RawHeadline id={`headline-${Id}`} markup={headline} />}
      <Raw class={BLOCKS.test(body) ? 'text' : 'text plain'} dir="auto" markup={pictured(body, pictures)} />
      <Addition type={type} meta={meta} labels={labels} />
    </article>
  )
}

interface TimeProps {
  readonly at: Date
  readonly labels: Pick<PostLabels, 'time' | 'shortTime' | 'fullTime'>
  /** Whether there is room only for the short form. */
  readonly isShort?: boolean
}

/** A point in time: absolute, and in full in the title. The reader's script makes it relative. */
export const Time = ({ at, labels, isShort = false }: TimeProps) => (
  <time class={isShort ? 'short' : undefined} dateTime={at.toISOString()} title={labels.fullTime(at)}>
    {isShort ? labels.shortTime(at) : labels.time(at)}
  </time>
)

/** Types with a look; posts of other types look like normal ones. */
const TYPES: ReadonlySet<string> = new Set(['wrapup', 'quote', 'link', 'image', 'advertisement'])
/** Matches content that brings its own lines. Line breaks of other content are shown. */
const BLOCKS = /<(?:p|ul|ol|figure|blockquote|h\d|div|table|pre|br)\b/i

const Face = ({ post: { AuthorImage }, base }: { post: ShownPost; base: string }) =>
  AuthorImage === undefined ? null : (
    <img class="face" src={`${base}/${encodeURI(AuthorImage)}`} alt="" width={24} height={24} loading="lazy" />
  )

/** Returns the name of a post's author. That of a reader is the one that came with the comment. */
export const authorOf = ({
  AuthorName = '',
  CommentSource
}: Pick<ShownPost, 'AuthorName' | 'CommentSource'>): string =>
  CommentSource === undefined ? AuthorName : AuthorName.replace(/ commentator$/, '')

/** The properties of a post on which its parts depend. */
interface PartProps {
  readonly type: string
  readonly meta: Meta
  readonly labels: PostLabels
}

const Label = ({ type, meta, labels }: PartProps) => {
  if (type === 'wrapup') return <p class="label">{labels.text('Summary')}</p>
  if (type === 'advertisement') return <p class="label">{meta('annotation') ?? labels.text('Advertisement')}</p>
  return null
}

/** The part of a post below its content. */
const Addition = ({ type, meta, labels }: PartProps): ComponentChildren => {
  const url = webUrl(meta('url') ?? '')?.href
  const embedded = url && embeddedAt(url)
  if (embedded) {
    const { service, player } = embedded
    return (
      <a class={`embedded ${player ? 'video' : ''}`} href={embedded.url} rel={LINK_RELATION} data-player={player}>
        <strong>
          {meta('title') ??
            (player ? labels.text('Video on {service}', { service }) : labels.text('Post on {service}', { service }))}
        </strong>
        <span lang={labels.contentLanguage && labels.language}>
          {player ? labels.text('Play from {service}', { service }) : labels.text('Open on {service}', { service })}
        </span>
      </a>
    )
  }
  if (type === 'quote') {
    const source = [meta('annotation'), meta('source')].filter((part) => part !== undefined).join(', ')
    return <Source text={source} />
  }
  if (type === 'image') return <Source text={meta('credit') ?? ''} />
  // A text gets its card with a correction, which does not change the type of the post.
  const isCard = type === 'link' || (type === 'normal' && meta('title') !== undefined)
  if (url === undefined || !isCard) return null
  return (
    <a class="card" href={url} rel={LINK_RELATION} dir="auto">
      <strong>{meta('title') ?? url}</strong>
      {meta('description') && <span>{meta('description')}</span>}
      <span class="site">{meta('siteName') ?? new URL(url).hostname}</span>
    </a>
  )
}

const Source = ({ text }: { text: string }) =>
  text === '' ? null : (
    <p class="source" dir="auto">
      {text}
    </p>
  )

/** Returns a member of a post's meta data if it is a text or a number; numbers become text. */
type Meta = (name: string) => string | undefined

const metaOf = (text: string): Meta => {
  const members = membersIn(text)
  return (name) => {
    const { [name]: value } = members
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? `${value}` : undefined
  }
}
