/** The frame of the pages that belong to no single blog: the name of the service, the search, and links. */
import type { ComponentChildren } from 'preact'
import type { Labels } from '../labels/labels.ts'
import { Assets, renderPage, SearchForm } from '../pages/layout.tsx'

/** Values that all of these pages need. */
export interface Front {
  /** Base URL, without a final slash. */
  readonly base: string
  /** Name of the service for readers. */
  readonly siteName: string
  /** The labels in the language of the service. */
  readonly labels: Labels
  /** Addresses of style sheets and scripts. */
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
}

export interface FrontFrame extends Front {
  readonly title: string
  /** Address of this page. */
  readonly address: string
  /** Elements for the head besides those of every page. */
  readonly head?: ComponentChildren
  /** Text in the search field. */
  readonly searched?: string
  readonly children: ComponentChildren
}

/** Returns the text of a page. */
export const renderFront = (page: FrontFrame): string => {
  const { base, labels, title, address, head, children, siteName } = page
  return renderPage({
    base,
    title,
    labels,
    head: (
      <>
        <meta name="color-scheme" content="light dark" />
        <link rel="canonical" href={address} />
        <meta property="og:site_name" content={siteName} />
        <link rel="alternate" type="application/atom+xml" title={`${siteName} (Atom)`} href={`${base}/live/atom`} />
        <link
          rel="alternate"
          type="application/feed+json"
          title={`${siteName} (JSON)`}
          href={`${base}/live/feed.json`}
        />
        {head}
        <Assets {...page} />
      </>
    ),
    body: (
      <>
        <nav class="skips" aria-label={labels.text('Skip')}>
          <a href="#content">{labels.text('Skip to the content')}</a>
        </nav>
        <header class="bar">
          <a class="name" href={`${base}/live`}>
            {siteName}
          </a>
          <SearchForm {...page} action={`${base}/live/search`} label={labels.text('Search all live blogs')} />
        </header>
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <Footer {...page} />
      </>
    )
  })
}

const Footer = ({ base, labels }: Front) => (
  <footer class="colophon">
    <a href={`${base}/live/atom`}>{labels.text('Atom feed')}</a>
    <a href={`${base}/live/feed.json`}>{labels.text('JSON feed')}</a>
    <a href={`${base}/login`}>{labels.text('Log in to the newsroom')}</a>
    <a href={`${base}/resources`}>{labels.text('All resources, for programs')}</a>
  </footer>
)
