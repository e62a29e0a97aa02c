/** Dialogs: the time to publish, the archive of pictures, and the login after a session has ended. */
import { Archive } from './archive.tsx'
import { Act, type View } from './parts.tsx'
import { localTimeAt } from './zones.ts'

export const Dialogs = (view: View) => {
  const { state } = view
  if (!state.isAlive) return null
  if (state.connection === 'ended') return <Login name={state.me.Name} base={state.base} />
  if (state.dialog === 'later') return <Later zone={state.zone} at={state.planned?.PublishOn} />
  if (state.dialog === 'pictures') return <Archive {...view} />
  return null
}

/** Below the page, and not in front of it, and announced: somebody may be in the middle of a sentence. */
const Login = ({ name, base }: { name: string; base: string }) => (
  <section class="login card" aria-labelledby="login-title">
    <form method="post" action={`${base}/login`} data-action="login">
      <h2 id="login-title">Log in again</h2>
      <p role="alert">
        Your session has ended. Your text is kept here. What waits is sent after you have logged in, {name}.
      </p>
      <div class="row">
        <label class="field">
          <span>User name</span>
          <input name="UserName" autoComplete="username" autocapitalize="none" required maxLength={150} />
        </label>
        <label class="field">
          <span>Password</span>
          <input type="password" name="Password" autoComplete="current-password" required maxLength={1000} />
        </label>
        <button type="submit" class="primary" data-action="login">
          Log in
        </button>
      </div>
      <p class="error" role="alert" data-reason />
    </form>
  </section>
)

const Later = ({ zone, at }: { zone: string; at: string | undefined }) => (
  <dialog class="card" aria-labelledby="later-title" data-modal>
    <form data-action="write-later">
      <h2 id="later-title">Publish later</h2>
      <label class="field">
        <span>Time ({zone})</span>
        <input type="datetime-local" name="At" required defaultValue={at && localTimeAt(new Date(at), zone)} />
      </label>
      <p class="actions">
        <button type="submit" class="primary" data-action="write-later">
          Publish at this time
        </button>
        <Act action="close-dialog" class="small">
          Cancel
        </Act>
      </p>
      <p class="error" role="alert" data-reason />
    </form>
  </dialog>
)
