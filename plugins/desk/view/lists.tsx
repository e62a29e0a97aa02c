/** The lists of posts: the timeline, and what waits. */
import { pageAddress } from './addresses.ts'
import { Item } from './item.tsx'
import { Do, type Context, type View } from './parts.tsx'
import type { Post } from './post.ts'
import { postsIn, timelineOf, unpinned } from './derived.ts'
import type { Panel } from './panels.ts'
import type { State } from './state.ts'
import { postTypes } from './types.ts'

/** Texts of the panels, and of panels without posts. */
export const panels: Readonly<Record<Panel, { readonly title: string; readonly empty: string }>> = {
  timeline: { title: 'Timeline', empty: 'Nothing is published yet. Write the first post above.' },
  submitted: { title: 'Handed in', empty: 'Nothing waits for an editor.' },
  drafts: { title: 'My drafts', empty: 'You have no drafts. Ctrl + S keeps what you write as one.' },
  comments: { title: 'Comments', empty: 'No comment waits.' },
  later: { title: 'Later', empty: 'Nothing is planned. “Later…” beside “Publish” sets a time.' }
}

export const Posts = ({ posts, state, context }: { posts: readonly Post[]; state: State; context: Context }) => (
  <ol class="items">
    {posts.map((post) => (
      <Item
        key={post.Id}
        post={post}
        correction={state.corrections[post.Id]}
        correctors={correctorsOf(state, post.Id)}
        isReturning={state.returning === post.Id}
        isUnread={post.IsPublished && post.CId > state.seen && post.Creator.Id !== state.me.Id}
        context={context}
      />
    ))}
  </ol>
)

const correctorsOf = ({ present, me }: State, postId: number): string => {
  const names = present.filter(({ post, user }) => post === postId && user !== me.Id).map(({ name }) => name)
  return names.length === 0 ? '' : `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} correcting this`
}

export const PanelPosts = ({ state, context }: View & { context: Context }) => {
  const { panel } = state
  const posts = panel === 'timeline' ? timelineOf(state) : postsIn(state, panel)
  const { title, empty } = panels[panel]
  return (
    <section class="list" aria-labelledby="list-title" id="list">
      <h2 id="list-title" class={panel === 'timeline' ? 'unseen' : ''}>
        {title}
      </h2>
      {panel === 'timeline' && <Filters {...state} />}
      {panel === 'timeline' && state.held.length > 0 && (
        <p class="held">
          <Do action="show-held">{heldText(state.held.length)}</Do>
        </p>
      )}
      {posts.length === 0 && <p class="empty">{state.found === undefined ? empty : 'No post matches.'}</p>}
      <Posts posts={posts} state={state} context={context} />
      {panel === 'timeline' && state.hasOlder && state.found === undefined && <Older state={state} posts={posts} />}
    </section>
  )
}

/** Says how many posts of colleagues wait. */
export const heldText = (count: number) => `${count} new ${count === 1 ? 'post' : 'posts'} by colleagues`

const Older = ({ state, posts }: { state: State; posts: readonly Post[] }) => {
  const last = unpinned(posts).at(-1)
  return (
    <p class="older">
      <a href={pageAddress(state, last === undefined ? {} : { before: String(last.Order) })} data-action="older">
        Older posts
      </a>
    </p>
  )
}

const Filters = ({ base, filter, people, me, blog }: Pick<State, 'base' | 'filter' | 'people' | 'me' | 'blog'>) => (
  <form
    class="filters"
    method="get"
    action={pageAddress({ base, blog })}
    role="search"
    aria-label="Filter the timeline"
  >
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
      {postTypes.map(({ key, label }) => (
        <option key={key} value={key} selected={filter.type === key}>
          {label}
        </option>
      ))}
    </select>
    <select name="only" aria-label="Marked" data-change="filter">
      <option value="">All posts</option>
      <option value="key" selected={filter.only === 'key'}>
        Key points
      </option>
      <option value="pictures" selected={filter.only === 'pictures'}>
        With pictures
      </option>
    </select>
    <input
      type="search"
      name="text"
      placeholder="Search"
      aria-label="Search the posts"
      value={filter.text ?? ''}
      maxLength={200}
    />
    <button type="submit" class="small" data-action="filter">
      Show
    </button>
  </form>
)

/** The list of what editors are waiting for, beside the timeline. */
export const Waiting = ({ state, context }: View & { context: Context }) => {
  const posts = postsIn(state, 'submitted')
  return (
    <section aria-labelledby="waiting-title">
      <h2 id="waiting-title">{panels.submitted.title}</h2>
      {posts.length === 0 && <p class="empty">{panels.submitted.empty}</p>}
      <Posts posts={posts.slice(0, 20)} state={state} context={context} />
    </section>
  )
}
