/** Dialogs: the keys, the time to publish, the archive of pictures, and the login after a session has ended. */
import { Archive } from './archive.tsx'
import { Act, type View } from './parts.tsx'
import { localTimeAt } from './zones.ts'

export const Dialogs = (view: View) => {
  const { state } = view
  if (!state.isAlive) return null
  if (state.connection === 'ended') return <Login name={state.me.Name} base={state.base} />
  if (state.dialog === 'help') return <Help />
  if (state.dialog === 'later') return <Later zone={state.zone} at={state.posts[state.planned ?? 0]?.PublishOn} />
  if (state.dialog === 'pictures') return <Archive {...view} />
  return null
}

/** Below the page, and not in front of it, and announced: somebody may be in the middle of a sentence. */
const Login = ({ name, base }: { name: string; base: string }) => (
  <section class="login card" aria-labelledby="login-title">
    <form method="post" action={`${base}/login`} data-action="login">
      <h2 id="login-title">Log in again</h2>
      <p role="alert">Your session has ended. Your text is kept here, and is sent after you have logged in, {name}.</p>
      <div class="row">
        <label class="field">
          <span>User name</span>
          <input name="UserName" autoComplete="username" required maxLength={150} />
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

const keys: readonly (readonly [string, string])[] = [
  ['Ctrl + Enter', 'Publish, hand in, or store a correction'],
  ['Ctrl + S', 'Keep as a draft, or a correction on this device'],
  ['Ctrl + B, I, K', 'Bold, italic, link, in rich text'],
  ['N', 'Write'],
  ['.', 'Show new posts'],
  ['J, K', 'Next post, previous post'],
  ['E', 'Correct the post'],
  ['Alt + ↑, Alt + ↓', 'Move the post'],
  ['/', 'Search'],
  ['Esc', 'Leave a field or close a dialog'],
  ['?', 'This list']
]

const Help = () => (
  <dialog class="card" aria-labelledby="help-title" data-modal>
    <h2 id="help-title">Keys</h2>
    <dl class="keys">
      {keys.map(([key, text]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p>An empty line begins a paragraph. An address alone on a line becomes a card. On a Mac, use ⌘ for Ctrl.</p>
    <Act action="close-dialog" class="primary">
      Close
    </Act>
  </dialog>
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
