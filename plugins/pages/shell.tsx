/** The frame of the pages of resources, errors and the login: breadcrumbs, account, main part. */
import type { ComponentChildren } from 'preact'
import { renderOwnPage } from './layout.tsx'

/** The parts of a page that depend on the address of the service. */
export interface Frame {
  /** Base URL, without a final slash. */
  readonly base: string
  /** Address of the style sheet. */
  readonly style: string
}

/** A step on the way from the index to a resource. Steps without a page have no link. */
export interface Crumb {
  readonly text: string
  readonly href?: string | undefined
}

export interface Shell extends Frame {
  readonly title: string
  readonly crumbs: readonly Crumb[]
  /** Elements for the head besides those of every page. */
  readonly head?: ComponentChildren
  /** Links at the top right, such as that to the login. */
  readonly account?: ComponentChildren
  readonly children: ComponentChildren
}

/** Returns the text of a page. */
export const renderShell = ({ base, style, title, crumbs, head, account, children }: Shell): string =>
  renderOwnPage({
    base,
    title,
    styles: [style],
    head,
    body: (
      <>
        <header>
          <a class="home" href={crumbs[0]?.href ?? `${base}/resources`}>
            Desk
          </a>
          <nav aria-label="Breadcrumbs">
            <ol>
              {crumbs.map(({ text, href }, index) => (
                <li>
                  {href === undefined ? (
                    <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{text}</span>
                  ) : (
                    <a href={href}>{text}</a>
                  )}
                </li>
              ))}
            </ol>
          </nav>
          <div class="account">{account}</div>
        </header>
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </>
    )
  })
