/** The page for a form that could not be carried out, as without a session: it is sent again as it was typed. */
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { isTemporary } from '../faults/temporary.ts'
import { formAddress, LOGIN } from '../origin/browsers.ts'
import { FieldView } from '../pages/form.tsx'
import { renderShell, type Frame } from '../pages/shell.tsx'

interface Reason {
  readonly status: number
  /** Why the form was not carried out, for people. */
  readonly text: string
}

/** Returns why a form can be sent again as it is; undefined after other errors. @param values the fields of the form */
export const reasonToSendAgain = (error: unknown, { [LOGIN.password]: password }: Row): Reason | undefined => {
  if (isTemporary(error)) return { status: 503, text: `The service is busy. Try again in a minute. ${KEPT}` }
  const { statusCode: status, message } = membersOf(error)
  if (status === 401 && password === undefined) {
    return { status, text: 'Nothing is lost: log in, and your text is sent.' }
  }
  const text = `${String(message).replace(/\.?$/, '.')} ${KEPT}`
  return status === 401 || status === 403 || status === 429 ? { status, text } : undefined
}

const KEPT = 'Your text is still here.'

export interface SendAgainPage extends Frame, Reason {
  /** Path of the form. */
  readonly action: string
  /** The fields as they were sent. */
  readonly values: Row
}

/** Returns the text of the page. */
export const sendAgainPage = ({ base, style, status, text, action, values }: SendAgainPage): string => {
  const { [LOGIN.name]: name, [LOGIN.password]: _password, ...typed } = values
  const isSecret = (field: string) => field.includes('Password')
  const needsLogin = status === 401 || status === 429
  const title = needsLogin ? 'Log in again' : 'Send again'
  return renderShell({
    base,
    style,
    title,
    crumbs: [{ text: title }],
    children: (
      <div class="login">
        <h1>{needsLogin ? 'You are no longer logged in' : 'Nothing was stored yet'}</h1>
        <p class="detail" role="alert">
          {text}
          {Object.keys(typed).some(isSecret) && ' Passwords are not kept: the form asks for them again.'}
        </p>
        <form method="post" action={formAddress(base + action, 'POST')}>
          {Object.entries(typed).map(([field, value]) =>
            typeof value === 'string' && !isSecret(field) ? <input type="hidden" name={field} value={value} /> : null
          )}
          {needsLogin && <LoginFields name={name} />}
          <button type="submit">{needsLogin ? 'Log in and send' : 'Send again'}</button>
        </form>
      </div>
    )
  })
}

const LoginFields = ({ name }: { name: unknown }) => (
  <>
    <FieldView
      id="name"
      field={{
        ...{ name: LOGIN.name, label: 'User name', kind: 'login', autoComplete: 'username' },
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
  </>
)
