/** The frame of the newsroom's pages. */
import type { ComponentChildren } from 'preact'
import { renderPage } from '../pages/layout.tsx'
import type { Visit } from './visit.ts'

export interface DeskPage {
  readonly title: string
  /** Elements for the head besides those of every page. */
  readonly head?: ComponentChildren
  readonly body: ComponentChildren
}

/** Returns the text of a page of the newsroom. */
export const renderDesk = ({ asset }: Pick<Visit, 'asset'>, { title, head, body }: DeskPage): string =>
  renderPage({
    title: `${title} – Desk`,
    language: 'en',
    head: (
      <>
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <link rel="stylesheet" href={asset('desk.css')} />
        {head}
      </>
    ),
    body
  })
