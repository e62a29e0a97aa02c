/** The head of the live reader's pages: the publication, and the title, state and description of the blog. */
import { blogAddress } from '../pages/addresses.ts'
import { Time } from '../pages/article.tsx'
import { sanitise } from '../pages/markup.tsx'
import { Raw } from '../pages/raw.tsx'
import { LeadFigure } from './lead.tsx'
import type { LivePage } from './live-page.ts'

/** The logo or name of the publication that the theme has, or else that of the service, and the way to other blogs. */
const Bar = ({ base, siteName, theme: { logo, name = siteName }, labels }: LivePage) => (
  <div class="bar">
    {logo ? <img class="logo" src={logo.url} alt={logo.text} height={40} /> : <span class="name">{name}</span>}
    <a class="all" href={`${base}/live`}>
      {labels.text('All live blogs')}
    </a>
  </div>
)

/** The name of the publication, and the title, state, description and lead picture of a blog. */
export const Masthead = (page: LivePage) => {
  const { blog, comments, labels } = page
  return (
    <header class="masthead">
      <Bar {...page} />
      <div class="head">
        <div>
          <Title {...page} />
          <div lang={labels.contentLanguage}>
            <Raw class="description" markup={sanitise(blog.Description)} />
          </div>
          <p class="ways">
            {comments && (
              <a href="#ask" data-needs-service>
                {labels.text('Ask our reporters')}
              </a>
            )}
            <a href="#follow">{labels.text('Follow')}</a>
          </p>
        </div>
        <LeadFigure {...page} />
      </div>
    </header>
  )
}

/** The state and title of a blog. */
export const Title = (page: LivePage) => (
  <>
    <p class="status">
      <Status {...page} />
    </p>
    <h1 lang={page.labels.contentLanguage}>
      <a href={blogAddress(page.base, page.blog.Id)}>{page.blog.Title}</a>
    </h1>
  </>
)

const Status = ({ blog: { ClosedOn, LiveOn, StartsOn, UpdatedOn }, labels }: LivePage) => {
  if (ClosedOn !== undefined) {
    return (
      <>
        <strong class="state">{labels.text('Closed')}</strong> <Time at={ClosedOn} labels={labels} />
      </>
    )
  }
  if (LiveOn === undefined && StartsOn !== undefined) {
    return (
      <>
        <strong class="state">{labels.text('Soon')}</strong>{' '}
        <span>{labels.nodes('begins {time}', { time: <Time at={StartsOn} labels={labels} /> })}</span>
      </>
    )
  }
  return (
    <>
      <strong class={LiveOn ? 'state live' : 'state'}>
        {LiveOn ? labels.text('Live') : labels.text('Not live yet')}
      </strong>{' '}
      <span>{labels.nodes('updated {time}', { time: <Time at={UpdatedOn} labels={labels} /> })}</span>
    </>
  )
}
