/** The page of a blog. The service renders it, and the script renders it again whenever the state changes. */
import { Composer } from './composer.tsx'
import { countIn, hasBox } from './derived.ts'
import { Dialogs } from './dialogs.tsx'
import { heldText, PanelPosts, panels, Waiting } from './lists.tsx'
import { Outbox } from './outbox.tsx'
import { Act, type View } from './parts.tsx'
import { FoldedPreview, Preview } from './preview.tsx'
import { Side, Tabs } from './side.tsx'
import type { State } from './state.ts'
import type { WaitingPlace } from './waiting.ts'

export const Page = (view: View) => {
  const { state } = view
  return (
    <>
      <Side {...view} />
      <main id="content" tabIndex={-1}>
        {state.blog.IsClosed && <p class="notice">This blog is closed. {state.mayPublish ? REOPEN : ASK}</p>}
        {hasBox(state) && <Composer {...view} />}
        {!state.mayPost && <p class="notice">You can read this blog. To write in it, ask its editors to add you.</p>}
        {state.isNarrow && <FoldedPreview draft={state.draft} context={view.context} />}
        <Connection {...state} />
        <Outbox {...state} />
        {hasBox(state) && state.isFirstVisit === true && <Welcome {...state} />}
        <PanelPosts {...view} />
      </main>
      {/* Preact does not remove elements of the service from the root, only those below it. */}
      <aside class="beside" aria-label="Waiting, and preview" hidden={state.isNarrow}>
        {!state.isNarrow && (
          <>
            {state.mayPublish && state.panel !== 'submitted' && <Waiting {...view} />}
            <Preview draft={state.draft} context={view.context} />
          </>
        )}
      </aside>
      <Tabs {...state} />
      <Notices {...state} />
      <Dialogs {...view} />
      <p class="unseen" role="status">
        {state.held.length > 0 && heldText(state.held.length)}
      </p>
      {state.mayPublish && (
        <>
          <Count state={state} place="submitted" />
          <Count state={state} place="comments" />
        </>
      )}
    </>
  )
}

/** Tells people who do not see the page that others wait for them. */
const Count = ({ state, place }: { state: State; place: WaitingPlace }) => {
  const count = countIn(state, place)
  return (
    <p class="unseen" role="status">
      {count > 0 && `${panels[place].title}: ${count}`}
    </p>
  )
}

const REOPEN = 'Open it again in its settings to write.'
const ASK = 'To write in it, ask somebody who publishes in it to open it again.'

const Welcome = (state: State) => (
  <section class="card welcome" aria-label="First steps">
    <p>
      Type into the box and choose {firstStep(state)}. Your text is kept on this device until it has arrived, also
      without a connection.
      <span class="keyboard"> Press ? for all keys.</span>
    </p>
    <Act action="welcomed" class="small">
      Got it
    </Act>
  </section>
)

const firstStep = ({ mayPublish, blog: { IsLive } }: State) => {
  if (!mayPublish) return '“Hand in”: an editor sees it at once'
  return `“Publish”: readers see it ${IsLive ? 'at once' : 'as soon as the blog is live'}`
}

const Connection = ({ connection }: State) => (
  <>
    {connection === 'gone' && (
      <p class="notice error" role="alert">
        This blog no longer exists.
      </p>
    )}
    {connection === 'waiting' && (
      <p class="notice" role="status">
        No connection. You can go on writing: posts wait here, in order, and are sent when it is back.
      </p>
    )}
  </>
)

const Notices = ({ notices }: State) => (
  <div class="notices" role="status" aria-atomic={false}>
    {notices.map(({ key, text, about, isError, undo, dropped }) => (
      <p key={key} class={isError === true ? 'toast error' : dropped ? 'toast lasting' : 'toast'}>
        <span>
          {text} {about !== undefined && about !== '' && <q dir="auto">{about}</q>}
        </span>
        {(undo ?? dropped) && (
          <Act action="undo" value={key}>
            {undo ? 'Undo' : 'Bring it back'}
          </Act>
        )}
        <Act action="close-notice" value={key} label="Close">
          ×
        </Act>
      </p>
    ))}
  </div>
)
