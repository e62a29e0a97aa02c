/** The front page for strangers: the live blogs, then those that were closed last. */
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { blogAddress } from '../pages/addresses.ts'
import { renderOwnPage } from '../pages/layout.tsx'
import { plainText, shortened } from '../pages/markup.tsx'
import { english } from '../labels/labels.ts'
import { Time } from '../pages/article.tsx'
import { itemsIn, momentIn, numberIn, textIn, type ReadDocument } from './documents.ts'

/** Number of live and of closed blogs that the page lists. */
const LIVE = 50
const CLOSED = 10

const SHOWN = 'Id,Title,Description,UpdatedOn,ClosedOn,LiveOn,Language.Code'

export interface FrontPage {
  /** Base URL, without a final slash. */
  readonly base: string
  /** Name of the module in addresses. */
  readonly module: string
  /** Reads documents as a stranger: the page is cached for everybody. */
  readonly read: ReadDocument
  readonly asset: (name: string) => string
}

/** Returns the text of the page. */
export const frontPage = async ({ base, module, read, asset }: FrontPage): Promise<string> => {
  const blogs = `${encodeURIComponent(module)}/Blog`
  const query = `X-Filter=${SHOWN}&desc=lastUpdatedOn`
  const [live, closed] = await Promise.all([
    read(`${blogs}/Live?${query}&limit=${LIVE}`),
    // Readers see closed blogs that have been live.
    read(`${blogs}?${query}&isOpen=false&liveOn.since=1970-01-01T00:00:00Z&limit=${CLOSED}`)
  ])
  return renderOwnPage({
    base,
    title: 'Live blogs',
    styles: ['desk.css', 'around.css'].map((name) => base + asset(name)),
    head: (
      <>
        <meta name="description" content="What happens now, and what happened lately." />
        <link rel="canonical" href={`${base}/`} />
      </>
    ),
    body: (
      <>
        <main id="content" tabIndex={-1} class="front">
          <h1>Live now</h1>
          <Blogs blogs={itemsIn(live, 'BlogList')} base={base} />
          {itemsIn(closed, 'BlogList').length > 0 && (
            <section>
              <h2 class="kicker">Recently closed</h2>
              <Blogs blogs={itemsIn(closed, 'BlogList')} base={base} />
            </section>
          )}
        </main>
        <footer class="front fine row">
          <a class="target" href={`${base}/login`}>
            Log in to the newsroom
          </a>
          <a class="target" href={`${base}/resources`}>
            All resources, for programs
          </a>
        </footer>
      </>
    )
  })
}

const Blogs = ({ blogs, base }: { blogs: readonly Row[]; base: string }) =>
  blogs.length === 0 ? (
    <p class="empty">Nothing is live at the moment.</p>
  ) : (
    <ul class="blogs">
      {blogs.map((blog) => {
        const updated = momentIn(blog, 'UpdatedOn')
        return (
          <li>
            <p class="row">
              {momentIn(blog, 'ClosedOn') === undefined && <span class="badge live">Live</span>}
              {updated && (
                <span class="fine">
                  Updated <Time at={updated} labels={english} />
                </span>
              )}
            </p>
            <h2 lang={codeIn(blog)} dir="auto">
              <a href={blogAddress(base, numberIn(blog, 'Id') ?? 0)}>{textIn(blog, 'Title')}</a>
            </h2>
            <p class="quiet" lang={codeIn(blog)} dir="auto">
              {shortened(plainText(textIn(blog, 'Description')), 240)}
            </p>
          </li>
        )
      })}
    </ul>
  )

const codeIn = ({ Language }: Row): string => textIn(membersOf(Language), 'Code')
