/** The page to log in. */
import { renderShell, type Frame } from './shell.tsx'

export interface LoginPage extends Frame {
  /** Path that the browser goes to after the login. */
  readonly to: string
  /** The name of the last login, if it failed. */
  readonly name?: string
  /** Why it failed, or why the page is shown. */
  readonly error?: string
}

/** Returns the text of the page. */
export const loginPage = ({ base, style, to, name, error }: LoginPage): string =>
  renderShell({
    base,
    style,
    title: name === undefined ? 'Log in' : 'Login failed',
    crumbs: [{ text: 'Front page', href: `${base}/` }, { text: 'Log in' }],
    children: (
      <div class="login">
        <h1>Log in</h1>
        {error !== undefined && (
          <p class="error" role="alert" id="error">
            {error}
          </p>
        )}
        <form method="post" action={`${base}/login`}>
          <input type="hidden" name="to" value={to} />
          <p class="field">
            <label for="name">User name</label>
            <input
              id="name"
              name="UserName"
              type="text"
              value={name}
              autofocus={name === undefined}
              autoComplete="username"
              autocapitalize="none"
              spellcheck={false}
              required
              maxLength={150}
            />
          </p>
          <p class="field">
            <label for="password">Password</label>
            <input
              id="password"
              name="Password"
              type="password"
              autofocus={name !== undefined}
              aria-describedby={error && 'error'}
              autoComplete="current-password"
              required
              maxLength={1000}
            />
          </p>
          <button type="submit">Log in</button>
        </form>
      </div>
    )
  })
