/** The places of the page: next to it, and at the lower edge of a telephone. */
import { pageAddress, panelQuery } from './addresses.ts'
import { panels } from './lists.tsx'
import { Act, type View } from './parts.tsx'
import { countIn, hasBox, hasReturned } from './derived.ts'
import { PANELS, type Panel } from './panels.ts'
import type { State } from './state.ts'
import { unreadIn } from './unread.ts'

/** The blog, its places, and who is here. */
export const Side = ({ state }: View) => {
  const { blog, present, me } = state
  const others = present.filter(({ user }) => user !== me.Id)
  return (
    <nav class="side" aria-label="Blog">
      <h1>
        <a href={pageAddress(state)} dir="auto">
          {blog.Title}
        </a>
      </h1>
      <p class={blog.IsLive && !blog.IsClosed ? 'state live' : 'state'}>{stateOf(blog)}</p>
      {state.mayPublish && !blog.IsLive && !blog.IsClosed && (
        <p class="go-live">
          <a class="button small" href={`${pageAddress(state)}/settings#state`}>
            Go live…
          </a>
        </p>
      )}
      <ul>
        {PANELS.map((panel) => (
          <li key={panel}>
            <PanelLink panel={panel} state={state} />
          </li>
        ))}
        {state.mayPublish && (
          <>
            <li>
              <a href={`${pageAddress(state)}/people`}>People</a>
            </li>
            <li>
              <a href={`${pageAddress(state)}/settings`}>Settings</a>
            </li>
            {state.followed > 0 && (
              <li>
                <a href={`${pageAddress(state)}/settings#following`}>
                  <span>Followed blogs</span>
                  <span class="count urgent">{state.followed > 99 ? '99+' : state.followed}</span>
                </a>
              </li>
            )}
          </>
        )}
        <li>
          <a href={`${state.base}/live/${blog.Id}`} target="_blank" rel="noreferrer">
            Readers’ page ↗
          </a>
        </li>
        {state.isAlive && (
          <li class="keyboard">
            <Act action="help" class="nav">
              Keys and help <kbd>?</kbd>
            </Act>
          </li>
        )}
      </ul>
      {others.length > 0 && (
        <div class="present">
          <p class="faces" aria-hidden="true">
            {others.slice(0, 6).map(({ user, name }) => (
              <span key={user} class="face">
                {initialsOf(name)}
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

const stateOf = ({ IsLive, IsClosed }: State['blog']) =>
  IsClosed ? 'Closed' : IsLive ? 'Live' : 'Rehearsal: readers see nothing yet'

interface PanelLinkProps {
  readonly panel: Panel
  readonly state: State
  /** A shorter title. */
  readonly title?: string | undefined
}

const PanelLink = ({ panel, state, title = panels[panel].title }: PanelLinkProps) => {
  const count = panel === 'timeline' ? unreadIn(state) : shortened(countIn(state, panel))
  const urgent = panel === 'drafts' ? hasReturned(state) : panel !== 'later'
  return (
    <a
      href={pageAddress(state, panelQuery(panel))}
      data-action="panel"
      data-value={panel}
      aria-current={state.panel === panel ? 'page' : undefined}
    >
      <span>{title}</span>
      {count !== '' && <span class={urgent ? 'count urgent' : 'count'}>{count}</span>}
    </a>
  )
}

/** Returns a count of at most four characters, which fit next to the title. */
const shortened = (count: number): string => (count === 0 ? '' : count > 999 ? '999+' : String(count))

/** The places at the lower edge of a telephone. */
export const Tabs = (state: State) => (
  <nav class="tabs" aria-label="Places">
    {hasBox(state) && (
      <a href="#write" data-action="write">
        <span>Write</span>
      </a>
    )}
    {PANELS.slice(0, 4).map((panel) => (
      <PanelLink key={panel} panel={panel} state={state} title={panel === 'drafts' ? 'Drafts' : undefined} />
    ))}
  </nav>
)

/** Returns the first letters of the first and the last word of a name. */
const initialsOf = (name: string) => {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '').join('')
}
