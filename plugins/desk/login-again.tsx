/** The page for a form whose session has ended: after a login it is sent as it was typed. */
import type { Row } from '../../schemas/language/rows.ts'
import { formAddress, LOGIN } from '../origin/browsers.ts'
import { FieldView } from '../pages/form.tsx'
import { renderShell, type Frame } from '../pages/shell.tsx'

export interface LoginAgainPage extends Frame {
  /** Path of the form. */
  readonly action: string
  /** The fields as they were sent. */
  readonly values: Row
  /** Why the login failed, if it was tried. */
  readonly error: string
}

/** Returns the text of the page. */
export const loginAgainPage = ({ base, style, action, values, error }: LoginAgainPage): string => {
  const { [LOGIN.name]: name, [LOGIN.password]: password, ...typed } = values
  return renderShell({
    base,
    style,
    title: 'Log in again',
    crumbs: [{ text: 'Log in again' }],
    children: (
      <div class="login">
        <h1>You are no longer logged in</h1>
        <p class="detail" role="alert">
          {password === undefined
            ? 'Nothing is lost: log in, and your text is sent.'
            : `${error} Your text is still here.`}
        </p>
        <form method="post" action={formAddress(base + action, 'POST')}>
          {Object.entries(typed).map(([field, value]) =>
            typeof value === 'string' && !field.includes('Password') ? (
              <input type="hidden" name={field} value={value} />
            ) : null
          )}
          <FieldView
            id="name"
            field={{
              ...{ name: LOGIN.name, label: 'User name', autoComplete: 'username' },
              ...(typeof name === 'string' && { value: name })
            }}
          />
          <FieldView
            id="password"
            field={{
              ...{ name: LOGIN.password, label: 'Password', kind: 'password' },
              autoComplete: 'current-password'
            }}
          />
          <button type="submit">Log in and send</button>
        </form>
      </div>
    )
  })
}
