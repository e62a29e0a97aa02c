/**
 * The article of a post, as readers see it. The service and the script of the newsroom's page render it, so nothing of
 * the service is imported here.
 */
import type { ComponentChildren } from 'preact'
import { membersIn } from '../../schemas/language/rows.ts'
import type { Labels } from '../labels/labels.ts'
import { LINK_RELATION } from './allowed-markup.ts'
import { pictured } from './pictured.ts'
import { Raw } from './raw.tsx'
import { embeddedAt, webUrl } from './services.ts'

/** The properties of a post that its article shows. */
export interface ShownPost {
  readonly Id: number
  readonly Blog: number
  readonly CId: number
  readonly Order: string
  readonly Type: string
  readonly Content: string
  readonly Meta: string
  readonly AuthorName?: string
  /** Path of the author's picture, relative to the base URL. */
  readonly AuthorImage?: string
  readonly PublishedOn?: Date
  readonly UpdatedOn?: Date
  readonly PinnedOn?: Date
  readonly IsKeyPoint?: boolean
}

interface ArticleProps {
  readonly post: ShownPost
  /** Base URL, without a final slash. */
  readonly base: string
  /** Returns markup without anything that could run, load or disturb the page. */
  readonly sanitise: (markup: string) => string
  readonly labels: Labels
  /** Address of the post; undefined if it has none yet. */
  readonly address?: string | undefined
  /** Text of the post in the list of key points; undefined if it is not a key point. */
  readonly keyPoint?: string | undefined
  /** Whether the post is in the first screen of its page. */
  readonly isFirst?: boolean | undefined
}

export const Article = ({ post, base, sanitise, labels, address, keyPoint, isFirst = false }: ArticleProps) => {
  const { Id, CId, Order, Type, Content, Meta, AuthorName = '', PublishedOn, UpdatedOn, PinnedOn } = post
  const meta = metaOf(Meta)
  const pictures = { base, meta: Meta, labels, isLinked: address !== undefined, isFirst }
  const type = TYPES.has(Type) ? Type : 'normal'
  // The article stands among content.
  const language = labels.contentLanguage && labels.language
  return (
    <article
      id={`post-${Id}`}
      class={`post ${type}`}
      data-c-id={CId}
      data-order={Order}
      data-pinned={PinnedOn?.toISOString()}
      data-key-point={keyPoint}
      aria-labelledby={`by-${Id}`}
    >
      <header lang={language}>
        <Face post={post} base={base} />
        <p id={`by-${Id}`}>
          <span class="author">{AuthorName}</span> {PublishedOn && <Time at={PublishedOn} labels={labels} />}
        </p>
      </header>
      <Label type={type} meta={meta} labels={labels} />
      <Raw class={BLOCKS.test(Content) ? 'text' : 'text plain'} markup={pictured(sanitise(Content), pictures)} />
      <Addition type={type} meta={meta} labels={labels} />
      <footer lang={language}>
        {UpdatedOn && PublishedOn && UpdatedOn > PublishedOn && (
          <span class="updated">
            {labels.nodes('Updated {time}', { time: <Time at={UpdatedOn} labels={labels} /> })}
          </span>
        )}
        {address !== undefined && (
          <a
            class="permalink"
            href={address}
            aria-label={labels.text('Link to this post by {author}', { author: AuthorName })}
          >
            {labels.text('Link')}
          </a>
        )}
      </footer>
    </article>
  )
}

/** A point in time: absolute, with its zone, and in full in the title. The reader's script makes it relative. */
export const Time = ({ at, labels }: { at: Date; labels: Pick<Labels, 'time' | 'fullTime'> }) => (
  <time dateTime={at.toISOString()} title={labels.fullTime(at)}>
    {labels.time(at)}
  </time>
)

/** Types with a look; posts of other types look like normal ones. */
const TYPES: ReadonlySet<string> = new Set(['wrapup', 'quote', 'link', 'image', 'advertisement'])
/** Matches content that brings its own lines. Line breaks of other content are shown. */
const BLOCKS = /<(?:p|ul|ol|figure|blockquote|h\d|div|table|pre|br)\b/i

const Face = ({ post: { AuthorImage, AuthorName = '' }, base }: { post: ShownPost; base: string }) =>
  AuthorImage === undefined ? (
    <span class="face" aria-hidden="true">
      {initialsOf(AuthorName)}
    </span>
  ) : (
    <img class="face" src={`${base}/${encodeURI(AuthorImage)}`} alt="" width={40} height={40} loading="lazy" />
  )

/** Returns the first letters of the first and the last word of a name. */
export const initialsOf = (name: string) => {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '').join('')
}

/** The properties of a post on which its parts depend. */
interface PartProps {
  readonly type: string
  readonly meta: Meta
  readonly labels: Labels
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
    return source === '' ? null : <p class="source">{source}</p>
  }
  if (type === 'image') return meta('credit') === undefined ? null : <p class="source">{meta('credit')}</p>
  if (type !== 'link' || url === undefined) return null
  return (
    <a class="card" href={url} rel={LINK_RELATION}>
      <strong>{meta('title') ?? url}</strong>
      {meta('description') && <span>{meta('description')}</span>}
      <span class="site">{meta('siteName') ?? new URL(url).hostname}</span>
    </a>
  )
}

/** Returns a member of a post's meta data if it is a text or a number; numbers become text. */
type Meta = (name: string) => string | undefined

const metaOf = (text: string): Meta => {
  const members = membersIn(text)
  return (name) => {
    const { [name]: value } = members
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? `${value}` : undefined
  }
}
