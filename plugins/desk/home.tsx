/** The home page of the newsroom: the visitor's blogs, with numbers of waiting posts, the others, and a form. */
import type { Row } from '../../schemas/language/rows.ts'
import { plainText, shortened } from '../pages/markup.tsx'
import { StateBadge } from './blog-head.tsx'
import { blogPath, mayIn, rightsOf, STATE_PROPERTIES } from './blogs.ts'
import { inTurn } from './documents.ts'
import { timeZoneOf } from './embed-config.ts'
import { countWaiting } from './followed.ts'
import { openBlog, openForm } from './open-blog.tsx'
import { Pager, SearchForm, searchIn } from './searching.tsx'
import { renderDesk } from './shell.tsx'
import { idOf, itemsIn, momentIn, numberIn, textIn } from './view/items.ts'
import { ZonedTime } from './zoned-time.tsx'
import type { Visit, VisitedPage } from './visit.ts'

const PAGE = '/desk'
/** Number of blogs of each kind on a page, and of the visitor's blogs whose waiting posts it counts. */
const LISTED = 100
const COUNTED = 20

const SHOWN = `Id,Title,Description,EmbedConfig,LastPostOn,${STATE_PROPERTIES}`

/** A blog of the visitor, with the numbers of its waiting posts. */
interface OwnBlog {
  readonly blog: Row
  /**
   * Numbers of drafts and comments, and of changes and failures of followed blogs; undefined if nobody has counted
   * them.
   */
  readonly waits?: { readonly submitted: number; readonly comments: number; readonly followed: number }
}

const show = async (visit: Visit): Promise<string> => {
  const { base, query } = visit
  const rights = await rightsOf(visit)
  const { search, offset, criteria } = searchIn(query, 'title.ilike')
  const { mine, others, closed, closedCount, hasMore } = await blogsFor(visit, criteria, offset)
  const open = await withCounts(visit, mine)
  const mayOpen = rights.has('Livedesk edit')
  const isWhole = search === '' && offset === 0
  const isEmpty = [mine, others, closed].every(({ length }) => length === 0)
  return renderDesk(visit, {
    title: 'My blogs',
    current: 'home',
    body: (
      <>
        <div class="row spread page-head">
          <h1>My blogs</h1>
          {rights.has('Users update') && (
            <a class="button" href={`${base}/desk/people`}>
              People of the newsroom
            </a>
          )}
        </div>
        {mayOpen && (await openForm(visit))}
        {(hasMore || !isWhole) && <SearchForm action={base + PAGE} search={search} label="Title of the blog" />}
        {isWhole && open.length === 0 && <NoBlogs mayOpen={mayOpen} />}
        {!isWhole && isEmpty && <p class="empty">No blog has such a title.</p>}
        {open.length > 0 && <OwnBlogs blogs={open} base={base} />}
        {others.length > 0 && (
          <section>
            <h2>Other blogs</h2>
            <BlogList blogs={others} base={base} />
          </section>
        )}
        {closed.length > 0 && (
          <section>
            <details open={!isWhole}>
              <summary>Closed blogs ({closedCount})</summary>
              <BlogList blogs={closed} base={base} />
            </details>
          </section>
        )}
        <Pager address={base + PAGE} {...{ search, offset, step: LISTED, hasMore }} more="More blogs" />
      </>
    )
  })
}

/** Reads the blogs that criteria find, at most `LISTED` of each kind, those with the newest posts first. */
const blogsFor = async (visit: Visit, criteria: string, offset: number) => {
  const { user } = visit
  const [own, all] = [`HR/User/${user.Id}/Blog`, `${visit.module}/Blog`]
  const list = async (path: string, query: string) => {
    const document = await visit.read(`${path}?${query}${criteria}`)
    return { blogs: itemsIn(document, 'BlogList'), total: numberIn(document, 'total') ?? 0 }
  }
  const page = `X-Filter=${SHOWN}&limit=${LISTED}&offset=${offset}&desc=lastUpdatedOn`
  const [mine, open, closed, ids] = await Promise.all([
    list(own, `${page}&isOpen=true`),
    list(all, `${page}&isOpen=true`),
    list(all, `${page}&isOpen=false`),
    list(own, 'X-Filter=Id&limit=1000&isOpen=true')
  ])
  const isMine = new Set(ids.blogs.map(idOf))
  return {
    mine: mine.blogs,
    others: open.blogs.filter((blog) => !isMine.has(idOf(blog))),
    // With those of the visitor. The count is that of all pages.
    closed: closed.blogs,
    closedCount: closed.total,
    hasMore: [mine, open, closed].some(({ total }) => total > offset + LISTED)
  }
}

const withCounts = async (visit: Visit, blogs: readonly Row[]): Promise<readonly OwnBlog[]> => {
  const totalOf = async (path: string) => numberIn(await visit.read(`${path}limit=1`), 'total') ?? 0
  const counted = await inTurn(blogs.slice(0, COUNTED), async (blog) => {
    const posts = `${blogPath(visit, idOf(blog))}/Post`
    const [submitted, comments] = await Promise.all([
      totalOf(`${posts}/Submitted?`),
      totalOf(`${posts}/Comment?isPublished=false&`)
    ])
    const followed = await countWaiting(visit, idOf(blog))
    // Only those who publish in a blog can do something about it.
    const isTheirs = followed > 0 && (await mayIn(visit, idOf(blog), 'Administrator'))
    return { blog, waits: { submitted, comments, followed: isTheirs ? followed : 0 } }
  })
  return [...counted, ...blogs.slice(COUNTED).map((blog) => ({ blog }))]
}

const NoBlogs = ({ mayOpen }: { mayOpen: boolean }) => (
  <p class="empty">
    {mayOpen
      ? 'You have no open blog yet. Open one above: it begins as a rehearsal that readers do not see.'
      : 'You are in no open blog yet. Ask an editor to add you to one: it then appears here.'}
  </p>
)

const OwnBlogs = ({ blogs, base }: { blogs: readonly OwnBlog[]; base: string }) => (
  <ul class="cards">
    {blogs.map(({ blog, waits }) => (
      <li class="card">
        <div class="row spread">
          <StateBadge blog={blog} />
          <LastPost blog={blog} />
        </div>
        <h2 dir="auto">
          <a href={`${base}/desk/${idOf(blog)}`}>{textIn(blog, 'Title')}</a>
        </h2>
        <p class="quiet" dir="auto">
          {shortened(plainText(textIn(blog, 'Description')), 140)}
        </p>
        {waits && (
          <p class="row waits">
            <Waiting count={waits.submitted} one="draft handed in" many="drafts handed in" />
            <Waiting count={waits.comments} one="comment" many="comments" />
            {waits.followed > 0 && (
              <a href={`${base}/desk/${idOf(blog)}/settings#following`}>
                <Waiting count={waits.followed} one="change of a followed blog" many="changes of followed blogs" />
              </a>
            )}
          </p>
        )}
      </li>
    ))}
  </ul>
)

const Waiting = ({ count, one, many }: { count: number; one: string; many: string }) =>
  count === 0 ? (
    <span class="fine">No {many}</span>
  ) : (
    <span>
      <span class="count">{count}</span> {count === 1 ? one : many}
    </span>
  )

const LastPost = ({ blog }: { blog: Row }) => {
  const published = momentIn(blog, 'LastPostOn')
  return published === undefined ? (
    <span class="fine">Nothing published yet</span>
  ) : (
    <span class="fine">
      Last post <ZonedTime at={published} zone={timeZoneOf(blog)} />
    </span>
  )
}

const BlogList = ({ blogs, base }: { blogs: readonly Row[]; base: string }) => (
  <ul class="list">
    {blogs.map((blog) => (
      <li class="row spread">
        <a class="target" href={`${base}/desk/${idOf(blog)}`} dir="auto">
          {textIn(blog, 'Title')}
        </a>
        <span class="row">
          <LastPost blog={blog} />
          <StateBadge blog={blog} />
        </span>
      </li>
    ))}
  </ul>
)

export const home: VisitedPage = { show, actions: { open: openBlog } }
