/** The page of an error. */
import type { ProblemRow } from '../../schemas/problem.ts'
import { renderShell, type Frame } from './shell.tsx'

export interface ErrorPage extends Frame {
  readonly problem: ProblemRow
  /** Address of the login; undefined where it would not help. */
  readonly login: string | undefined
}

/** Returns the text of the page. */
export const errorPage = ({ base, style, problem, login }: ErrorPage): string => {
  const { title, status, detail, instance, type, errors = [] } = problem
  return renderShell({
    base,
    style,
    title,
    crumbs: [{ text: 'Resources', href: `${base}/resources` }, { text: `Error ${status}` }],
    children: (
      <>
        <p class="kicker">Error {status}</p>
        <h1>{title}</h1>
        <p class="detail">{detail}</p>
        {errors.length > 0 && (
          <ul class="errors">
            {errors.map(({ place, reason }) => (
              <li>
                <strong>{place}</strong> {reason}
              </li>
            ))}
          </ul>
        )}
        {login !== undefined && (
          <p>
            <a class="button" href={login}>
              Log in
            </a>
          </p>
        )}
        <p class="note">
          <a href={base + type}>About this kind of error</a> · Request <code>{instance}</code>
        </p>
      </>
    )
  })
}
