/** The lists of posts: the timeline, and those of waiting posts. */
import { writtenTypes } from '../../../schemas/post-types.ts'
import { pageAddress } from './addresses.ts'
import { Item } from './item.tsx'
import { Act, type Context, type View } from './parts.tsx'
import type { Post } from './post.ts'
import { counted, countIn, postsIn, shownIn } from './derived.ts'
import { isFiltering, POST_STATES, queryOf } from './filter.ts'
import type { Panel } from './panels.ts'
import type { State } from './state.ts'
import { isUnread } from './unread.ts'
import type { WaitingPlace } from './waiting.ts'

/** Texts of the panels, and of panels without posts. */
export const panels: Readonly<Record<Panel, { readonly title: string; readonly empty: string }>> = {
  timeline: { title: 'Timeline', empty: 'Nothing is published yet.' },
  submitted: { title: 'Handed in', empty: 'Nothing waits for an editor.' },
  drafts: { title: 'My drafts', empty: 'You have no drafts. “Keep as draft” makes one of your text.' },
  comments: { title: 'Comments', empty: 'No comment waits.' },
  later: { title: 'Later', empty: 'Nothing is planned. “Later…” beside “Publish” sets a time.' }
}

const Posts = ({ posts, state, context }: { posts: readonly Post[]; state: State; context: Context }) => (
  <ol class="items">
    {posts.map((post) => (
      <Item
        key={post.Id}
        post={post}
        correction={state.corrections[post.Id]}
        correctors={correctorsOf(state, post.Id)}
        isReturning={state.returning.includes(post.Id)}
        overtaken={state.overtaken?.Id === post.Id ? state.overtaken : undefined}
        isUnread={isUnread(post, state)}
        context={context}
      />
    ))}
  </ol>
)

const correctorsOf = ({ present, me }: State, postId: number): string => {
  const names = present.filter(({ post, user }) => post === postId && user !== me.Id).map(({ name }) => name)
  return names.length === 0 ? '' : `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} correcting this`
}

export const PanelPosts = ({ state, context }: View) => {
  const { panel } = state
  const posts = shownIn(state, panel)
  const { title, empty } = panels[panel]
  return (
    <section class="list" aria-labelledby="list-title" id="list">
      <h2 id="list-title" class={panel === 'timeline' ? 'unseen' : ''}>
        {title}
      </h2>
      <Filters {...state} />
      {panel === 'timeline' && state.held.length > 0 && (
        <p class="held">
          <Act action="show-held">{heldText(state.held.length)}</Act>
        </p>
      )}
      {posts.length === 0 && <p class="empty">{isFiltering(state.filter) ? 'No post matches.' : empty}</p>}
      <Posts posts={posts} state={state} context={context} />
      {panel === 'timeline' ? <Older {...state} /> : <Further state={state} place={panel} />}
    </section>
  )
}

/** Says how many posts of colleagues wait. */
export const heldText = (count: number) => `${counted(count, 'new post')} by colleagues`

const Older = (state: State) => {
  const { filter, matches } = state
  const { floor } = matches ?? state
  return floor === undefined ? null : (
    <p class="older">
      <a href={pageAddress(state, { ...queryOf(filter), before: String(floor) })} data-action="older">
        Older posts
      </a>
    </p>
  )
}

/** Leads to the posts of a place that the page has not read. */
const Further = ({ state, place }: { state: State; place: WaitingPlace }) => {
  const { [place]: beyond } = state.beyond
  return beyond === undefined ? null : (
    <p class="older">
      <a
        href={pageAddress(state, { panel: place, after: String(beyond.after) })}
        data-action="further"
        data-value={place}
      >
        {beyond.count} more
      </a>
    </p>
  )
}

const Filters = ({ base, filter, people, me, blog, panel }: State) => (
  <form class="filters" method="get" action={pageAddress({ base, blog })} role="search" aria-label="Filter the posts">
    {panel !== 'timeline' && <input type="hidden" name="panel" value={panel} />}
    <select name="who" aria-label="Author" data-change="filter">
      <option value="">Everyone</option>
      <option value={me.Id} selected={filter.who === me.Id}>
        Mine
      </option>
      {people
        .filter(({ Id }) => Id !== me.Id)
        .map(({ Id, Name }) => (
          <option key={Id} value={Id} selected={filter.who === Id}>
            {Name}
          </option>
        ))}
    </select>
    <select name="type" aria-label="Type" data-change="filter">
      <option value="">All types</option>
      {writtenTypes.map(({ key, label }) => (
        <option key={key} value={key} selected={filter.type === key}>
          {label}
        </option>
      ))}
    </select>
    <select name="only" aria-label="State" data-change="filter">
      <option value="">All posts</option>
      {Object.entries(POST_STATES)
        .filter(([name]) => panel === 'timeline' || name === 'pictures')
        .map(([name, { text }]) => (
          <option key={name} value={name} selected={filter.only === name}>
            {text}
          </option>
        ))}
    </select>
    <input
      type="search"
      name="text"
      placeholder="Search"
      aria-label="Search the posts"
      defaultValue={filter.text}
      maxLength={200}
    />
    <button type="submit" class="small" data-action="filter">
      Show
    </button>
  </form>
)

/** Maximum number of posts next to the timeline. */
const BESIDE = 20

/** The list of posts that wait for editors, next to the timeline. */
export const Waiting = ({ state, context }: View) => {
  const posts = postsIn(state, 'submitted')
  const count = countIn(state, 'submitted')
  return (
    <section aria-labelledby="waiting-title">
      <h2 id="waiting-title">{panels.submitted.title}</h2>
      {posts.length === 0 && <p class="empty">{panels.submitted.empty}</p>}
      <Posts posts={posts.slice(0, BESIDE)} state={state} context={context} />
      {count > BESIDE && (
        <p class="older">
          <a href={pageAddress(state, { panel: 'submitted' })} data-action="panel" data-value="submitted">
            All {count}
          </a>
        </p>
      )}
    </section>
  )
}
