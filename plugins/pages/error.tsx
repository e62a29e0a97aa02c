/** The page of an error, with the form that was refused. */
import type { ProblemRow, RefusalRow } from '../../schemas/problem.ts'
import { FormView, type Form } from './form.tsx'
import { renderShell, type Frame } from './shell.tsx'

/** A form that the service has refused. Its fields show the typed values. */
export interface RefusedForm {
  readonly form: Form
  /** Whether a page of the newsroom sent it: its users know no codes and no resources. */
  readonly isFromDesk: boolean
  /** Whether the page shows the form again, and not only a link back. */
  readonly isOffered: boolean
  /** Why nothing was stored, for people. */
  readonly reason: string
  /** The errors that belong to none of its fields. */
  readonly errors: readonly RefusalRow[]
  /** Address of the page that offered the form. */
  readonly back: string
}

export interface ErrorPage extends Frame {
  readonly problem: ProblemRow
  /** Address of the login; undefined where it would not help. */
  readonly login: string | undefined
  readonly refused: RefusedForm | undefined
  /** Address of the live blog that has no such page; undefined for other errors. */
  readonly liveBlog: string | undefined
  /** Whether the address is below /resources. All others are for people, who know no resources. */
  readonly isResource: boolean
  /** Whether the address is that of a page in a frame. */
  readonly isFrame: boolean
}

const NOT_STORED = 'Nothing was stored yet'

/** Returns the text of the page. */
export const errorPage = (page: ErrorPage): string => {
  const { base, style, problem, login, refused, liveBlog, isResource, isFrame } = page
  const { title, status, detail, instance, type } = problem
  const errors = refused === undefined ? (problem.errors ?? []) : refused.errors
  return renderShell({
    base,
    style,
    title: refused === undefined ? title : `${title}: ${refused.form.title}`,
    // Frames may show no other page.
    head: isFrame && <base target="_blank" />,
    crumbs:
      refused?.isFromDesk === true
        ? [{ text: 'My blogs', href: `${base}/desk` }, { text: NOT_STORED }]
        : [
            isResource ? { text: 'Resources', href: `${base}/resources` } : { text: 'Front page', href: `${base}/` },
            { text: `Error ${status}` }
          ],
    children: (
      <>
        {refused?.isFromDesk !== true && <p class="kicker">Error {status}</p>}
        <h1>{refused?.isFromDesk === true ? NOT_STORED : (refused?.form.title ?? title)}</h1>
        <p class="detail" role={refused && 'alert'}>
          {refused?.reason ?? detail}
        </p>
        {errors.length > 0 && (
          <ul class="errors">
            {errors.map(({ place, reason }) => (
              <li>
                <strong>{place}</strong> {reason}
              </li>
            ))}
          </ul>
        )}
        {refused !== undefined && (
          <section class="refused">
            {refused.isOffered && <FormView {...refused.form} />}
            <p>
              <a href={refused.back}>{refused.isOffered ? 'Back without sending' : 'Back'}</a>
            </p>
          </section>
        )}
        {login !== undefined && refused === undefined && (
          <p>
            <a class="button" href={login}>
              Log in
            </a>
          </p>
        )}
        {liveBlog !== undefined && (
          <p>
            <a class="button" href={liveBlog}>
              Whole live blog
            </a>
          </p>
        )}
        {refused?.isFromDesk !== true && (
          <p class="note">
            {isResource && (
              <>
                <a href={base + type}>About this kind of error</a> ·{' '}
              </>
            )}
            Request <code>{instance}</code>
          </p>
        )}
      </>
    )
  })
}
