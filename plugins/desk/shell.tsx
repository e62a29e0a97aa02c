/** The frame of the newsroom's pages: the bar with links to the home page and the profile, and the logout. */
import type { ComponentChildren } from 'preact'
import { renderOwnPage } from '../pages/layout.tsx'
import { Outcome } from './forms.tsx'
import type { Visit } from './visit.ts'

export interface DeskPage {
  readonly title: string
  /** Elements for the head besides those of every page. */
  readonly head?: ComponentChildren
  /**
   * Width of the main part. `free` makes none: the body contains its own `<main id="content" tabindex="-1">`, next to
   * its side columns.
   */
  readonly layout?: 'page' | 'narrow' | 'free'
  /** The entry of the bar that leads to this page. */
  readonly current?: 'home' | 'profile'
  readonly body: ComponentChildren
}

/** Returns the text of a page of the newsroom, with the outcome of its last form. */
export const renderDesk = (
  { asset, base, user, refused, done }: Pick<Visit, 'asset' | 'base' | 'user' | 'refused' | 'done'>,
  { title, head, layout = 'page', current, body }: DeskPage
): string =>
  renderOwnPage({
    base,
    title,
    styles: layout === 'free' ? [asset('desk.css')] : [asset('desk.css'), asset('around.css')],
    head,
    body: (
      <>
        <header class="bar">
          <a class="brand" href={`${base}/desk`} aria-current={current === 'home' ? 'page' : undefined}>
            Desk<span class="unseen"> – my blogs</span>
          </a>
          <form class="account" method="post" action={`${base}/logout`}>
            <a href={`${base}/desk/profile`} aria-current={current === 'profile' ? 'page' : undefined}>
              <span class="unseen">My profile: </span>
              <span dir="auto">{user.Name}</span>
            </a>
            <button type="submit">Log out</button>
          </form>
        </header>
        {layout === 'free' ? (
          body
        ) : (
          <main id="content" tabIndex={-1} class={layout === 'narrow' ? 'narrow' : undefined}>
            <Outcome refused={refused} done={done} />
            {body}
          </main>
        )}
      </>
    )
  })
