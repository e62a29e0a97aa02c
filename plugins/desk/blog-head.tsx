/** The head of the pages about a blog: its title, its state, and the links to its other pages. */
import type { Row } from '../../schemas/language/rows.ts'
import { STATES, stateOf, type BlogPart } from './blogs.ts'
import { textIn } from './view/items.ts'

export const StateBadge = ({ blog }: { blog: Row }) => {
  const state = stateOf(blog)
  return <span class={`badge ${state}`}>{STATES[state]}</span>
}

interface BlogHeadProps extends BlogPart {
  readonly current: 'settings' | 'people'
}

export const BlogHead = ({ visit: { base }, blog, blogId, current }: BlogHeadProps) => {
  const address = `${base}/desk/${blogId}`
  const isCurrent = (name: string) => (name === current ? 'page' : undefined)
  return (
    <div class="blog-head">
      <div class="row">
        <h1 dir="auto">{textIn(blog, 'Title')}</h1>
        <StateBadge blog={blog} />
      </div>
      <nav aria-label="Pages of this blog">
        <ul class="tabs">
          <li>
            <a href={address}>Posts</a>
          </li>
          <li>
            <a href={`${address}/settings`} aria-current={isCurrent('settings')}>
              Settings
            </a>
          </li>
          <li>
            <a href={`${address}/people`} aria-current={isCurrent('people')}>
              People
            </a>
          </li>
          <li>
            <a href={`${base}/live/${blogId}`}>Readers’ page</a>
          </li>
        </ul>
      </nav>
    </div>
  )
}
