/** The frames of pages: head and body, scripts with their labels, the link that skips to the main part, the search. */
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { SCRIPT_LABELS, type Labels } from '../labels/labels.ts'
import { MAX_QUERY } from './addresses.ts'
import { DataBlock } from './safe-markup.tsx'

export interface Page {
  /** Base URL, without a final slash. */
  readonly base: string
  readonly title: string
  /** The language of the text, and its direction unless that is from left to right. */
  readonly labels: Pick<Labels, 'language'> & Partial<Pick<Labels, 'direction'>>
  /** Elements for the head besides those of every page. */
  readonly head?: ComponentChildren
  readonly body: ComponentChildren
}

/** Returns the text of a page. */
export const renderPage = ({ base, title, labels: { language, direction }, head, body }: Page): string =>
  `<!doctype html>\n${renderToString(
    <html lang={language} dir={direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="icon" href={`${base}/favicon.ico`} sizes="32x32" />
        <link rel="icon" href={`${base}/icon.svg`} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={`${base}/apple-touch-icon.png`} />
        <link rel="manifest" href={`${base}/site.webmanifest`} />
        {head}
      </head>
      <body>{body}</body>
    </html>
  )}`

export interface OwnPage extends Omit<Page, 'labels'> {
  /** Addresses of style sheets. */
  readonly styles: readonly string[]
}

/**
 * Returns the text of a page that is not part of a blog: it is in English, light or dark, search engines do not list
 * it, and a link skips to its `<main id="content" tabindex="-1">`.
 */
export const renderOwnPage = ({ base, title, styles, head, body }: OwnPage): string =>
  renderPage({
    base,
    title: `${title} – Desk`,
    labels: { language: 'en' },
    head: (
      <>
        <meta name="color-scheme" content="light dark" />
        {styles.map((address) => (
          <link key={address} rel="stylesheet" href={address} />
        ))}
        <meta name="robots" content="noindex" />
        {head}
      </>
    ),
    body: (
      <>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        {body}
      </>
    )
  })

interface AssetsProps {
  /** Addresses of style sheets and scripts. */
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
  readonly labels: Labels
}

/** The styles and scripts of a page for readers, and the labels that the scripts need. */
export const Assets = ({ styles, scripts, labels }: AssetsProps) => (
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

export type ScriptLabels = ReturnType<typeof scriptLabels>

/** Returns the labels that only the script shows. */
const scriptLabels = (labels: Labels) => ({
  locale: labels.locale,
  newPosts: labels.forms('{count} new post', '{count} new posts'),
  pause: labels.text('Pause'),
  pauseUpdates: labels.text('Pause updates'),
  resume: labels.text('Resume'),
  resumeUpdates: labels.text('Resume updates'),
  copied: labels.text('Copied'),
  notLoaded: labels.text('This could not be loaded. Try again.'),
  justNow: labels.text('just now'),
  closed: labels.text('Closed'),
  picture: labels.text('Picture'),
  close: labels.text('Close'),
  previousPicture: labels.text('Previous picture'),
  nextPicture: labels.text('Next picture'),
  /** Reasons why a comment was not stored, by the status of the response. */
  refusals: refusalsIn(labels),
  notSent: labels.text('It could not be sent. Your text is still here: try again.'),
  states: {
    live: '',
    polling: labels.text('Updates arrive with a delay.'),
    waiting: labels.text('Reconnecting…'),
    ended: labels.text('Your session has ended. Load the page again.'),
    paused: labels.text('Updates are paused.'),
    closed: labels.text('This blog is closed. There will be no more updates.'),
    gone: labels.text('This blog is no longer here.')
  }
})

const refusalsIn = (labels: Labels): Readonly<Record<number, string>> => ({
  400: labels.text('Write a comment, and a name without < or >.'),
  403: labels.text('This blog takes no comments at the moment.'),
  409: labels.text('This blog is closed.'),
  429: labels.text('You have sent several comments. Try again in a few minutes.')
})

interface SearchFormProps {
  /** Address of the page of results, without its query. */
  readonly action: string
  /** Label of the form. */
  readonly label: string
  readonly labels: Labels
  /** Text in the empty field, where the label has no room. */
  readonly hint?: string
  /** Text in the field. */
  readonly searched?: string | undefined
}

/** The form that searches posts. It works without scripts. */
export const SearchForm = ({ action, label, hint = label, labels, searched }: SearchFormProps) => (
  <form class="search" role="search" action={action} data-needs-service>
    <input
      type="search"
      name="q"
      value={searched}
      aria-label={label}
      placeholder={hint}
      required
      maxLength={MAX_QUERY}
    />
    <button type="submit">{labels.text('Search')}</button>
  </form>
)
