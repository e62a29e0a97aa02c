/** The page of a blog. The service renders it, and the script renders it again whenever the state changes. */
import { Article } from '../../pages/article.tsx'
import { pagePath } from './addresses.ts'
import { Composer } from './composer.tsx'
import { Dialogs } from './dialogs.tsx'
import { asCard, bodyOf } from './draft.ts'
import { PanelPosts, panels, Waiting } from './lists.tsx'
import { Do, type Context, type View } from './parts.tsx'
import { hasText, postsIn, unreadIn, type Outgoing, type Panel, type State } from './state.ts'

export const Page = (view: View & { context: Context }) => {
  const { state } = view
  return (
    <>
      <Side {...view} />
      <main id="content" tabIndex={-1}>
        {!state.blog.IsClosed && <Composer {...view} />}
        {state.blog.IsClosed && <p class="notice">This blog is closed. Reopen it in its settings to write.</p>}
        {state.isFirstVisit === true && <Welcome {...state} />}
        <Connection {...state} />
        <Outbox {...state} />
        <PanelPosts {...view} />
      </main>
      <aside class="beside" aria-label="Waiting, and preview">
        {state.mayPublish && state.panel !== 'submitted' && <Waiting {...view} />}
        <Preview {...view} />
      </aside>
      <Tabs {...state} />
      <Notices {...state} />
      <Dialogs {...view} />
      <p class="unseen" role="status" aria-live="polite" id="announcement" />
    </>
  )
}

const Side = ({ state }: View) => {
  const { blog, present, me } = state
  const others = present.filter(({ user }) => user !== me.Id)
  return (
    <nav class="side" aria-label="Blog">
      <h1>
        <a href={pagePath(state)}>{blog.Title}</a>
      </h1>
      <p class={blog.IsLive && !blog.IsClosed ? 'state live' : 'state'}>{stateOf(blog)}</p>
      <ul>
        {places.map((panel) => (
          <li key={panel}>
            <PanelLink panel={panel} state={state} />
          </li>
        ))}
        <li>
          <a href={`/desk/${blog.Id}/people`}>People</a>
        </li>
        <li>
          <a href={`/desk/${blog.Id}/settings`}>Blog and look</a>
        </li>
        <li>
          <a href={`/live/${blog.Id}`} target="_blank" rel="noreferrer">
            Live page ↗
          </a>
        </li>
        {state.isAlive && (
          <li>
            <Do action="dialog" value="help" class="nav">
              Keys and help <kbd>?</kbd>
            </Do>
          </li>
        )}
      </ul>
      {others.length > 0 && (
        <div class="present">
          <p class="faces" aria-hidden="true">
            {others.slice(0, 6).map(({ user, name }) => (
              <span key={user} class="face">
                {initials(name)}
              </span>
            ))}
          </p>
          <p>
            {others.map(({ name }) => name).join(', ')} {others.length === 1 ? 'is' : 'are'} here.
          </p>
        </div>
      )}
    </nav>
  )
}

const places: readonly Panel[] = ['timeline', 'submitted', 'drafts', 'comments', 'later']

const stateOf = ({ IsLive, IsClosed }: State['blog']) =>
  IsClosed ? 'Closed' : IsLive ? 'Live' : 'Rehearsal: readers see nothing yet'

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
    .slice(0, 2)

const PanelLink = ({ panel, state }: { panel: Panel; state: State }) => {
  const count = panel === 'timeline' ? unreadIn(state) : postsIn(state, panel).length
  const urgent = panel === 'submitted' || panel === 'comments' || panel === 'timeline'
  return (
    <a
      href={pagePath(state, panel === 'timeline' ? {} : { panel })}
      data-action="panel"
      data-value={panel}
      aria-current={state.panel === panel ? 'page' : undefined}
    >
      <span>{panels[panel].title}</span>
      {count > 0 && <span class={urgent ? 'count urgent' : 'count'}>{count > 99 ? '99+' : count}</span>}
    </a>
  )
}

/** The places at the lower edge of a telephone. */
const Tabs = (state: State) => (
  <nav class="tabs" aria-label="Places">
    {places.slice(0, 4).map((panel) => (
      <PanelLink key={panel} panel={panel} state={state} />
    ))}
  </nav>
)

const Welcome = ({ mayPublish }: State) => (
  <section class="card welcome" aria-label="First steps">
    <p>
      Type into the box and press Ctrl + Enter, and {mayPublish ? 'readers see it' : 'an editor sees it'} at once. What
      you type is kept on this device until it has arrived, also without a connection. Below stands what everybody has
      published; press ? for all keys.
    </p>
    <Do action="welcomed" class="small">
      All right
    </Do>
  </section>
)

const Connection = ({ connection, isAlive }: State) => {
  if (!isAlive || connection === 'live' || connection === 'starting') return null
  if (connection === 'gone') {
    return (
      <p class="notice error" role="alert">
        This blog no longer exists.
      </p>
    )
  }
  if (connection === 'ended') return null
  return (
    <p class="notice" role="status">
      No connection. You can go on writing: posts wait here, in order, and are sent when it is back.
    </p>
  )
}

/** Posts that wait for the connection or for their author. */
const Outbox = ({ outbox, posts }: State) => {
  const shown = outbox.filter(({ isShown, reason }) => isShown === true || reason !== undefined)
  return shown.length === 0 ? null : (
    <ol class="outbox" aria-label="Waiting to be sent">
      {shown.map((outgoing) => (
        <li key={outgoing.key} class={outgoing.reason === undefined ? 'card' : 'card refused'}>
          <p>{summaryOf(outgoing, posts)}</p>
          {outgoing.reason === undefined ? (
            <p class="quiet">{sending[outgoing.intent]}</p>
          ) : (
            <>
              <p class="error" role="alert">
                {outgoing.reason}
              </p>
              <p class="actions">
                <Do action="edit-outgoing" value={outgoing.key} class="small">
                  Edit
                </Do>
                <Do action="retry-outgoing" value={outgoing.key} class="small">
                  Send again
                </Do>
                <Do action="drop-outgoing" value={outgoing.key}>
                  Discard
                </Do>
              </p>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

const sending: Readonly<Record<Outgoing['intent'], string>> = {
  publish: 'Being published…',
  submit: 'Being handed in…',
  draft: 'Being kept as a draft…',
  later: 'Being planned…',
  correct: 'Being corrected…'
}

const summaryOf = ({ draft, correction }: Outgoing, posts: State['posts']): string => {
  const text = draft?.text ?? correction?.text ?? ''
  if (text !== '') return text.length > 140 ? `${text.slice(0, 140)}…` : text
  return draft?.markup?.replace(/<[^>]*>/g, ' ') ?? posts[correction?.post ?? 0]?.AuthorName ?? 'A picture'
}

/** The post that is being written, as the live page will show it. */
const Preview = ({ state, sanitise }: View) => {
  const { draft, isAlive, blog, me, base } = state
  if (!isAlive || !hasText(draft)) return null
  const post = { ...bodyOf(asCard(draft)), Id: 0, Blog: blog.Id, CId: 0, Order: '', AuthorName: me.Name }
  return (
    <section aria-labelledby="preview-title">
      <h2 id="preview-title">As readers see it</h2>
      <div class="card preview" dir="auto" lang={blog.language}>
        <Article post={post} base={base} sanitise={sanitise} />
      </div>
    </section>
  )
}

const Notices = ({ notices }: State) => (
  <div class="notices" role="status" aria-live="polite">
    {notices.map(({ key, text, isError, undo }) => (
      <p key={key} class={isError === true ? 'toast error' : 'toast'}>
        {text}{' '}
        {undo && (
          <Do action="undo" value={key}>
            Undo
          </Do>
        )}
        <Do action="close-notice" value={key} label="Close">
          ×
        </Do>
      </p>
    ))}
  </div>
)
