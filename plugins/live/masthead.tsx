/** The masthead of the live reader's pages: the publication, and the title, state, description and lead of the blog. */
import type { Labels } from '../labels/labels.ts'
import { blogAddress } from '../pages/addresses.ts'
import { LINK_RELATION } from '../pages/allowed-markup.ts'
import { Time } from '../pages/article.tsx'
import type { Lead } from '../pages/embed-config.ts'
import { sanitise } from '../pages/markup.tsx'
import { elementOf, type Picture } from '../pages/media.ts'
import { Raw } from '../pages/safe-markup.tsx'
import type { LivePage } from './live-page.ts'

/** Width of the picture in the page (live.css), as the attribute `sizes` has it. */
const SIZES = '(min-width: 60rem) 28rem, calc(100vw - 2rem)'

/** The logo or name of the publication that the theme has, or else of the service, and the link to other blogs. */
const Bar = ({ base, siteName, theme: { logo, name = siteName }, labels }: LivePage) => (
  <div class="bar">
    {logo ? <img class="logo" src={logo.url} alt={logo.text} height={40} /> : <span class="name">{name}</span>}
    <a class="all" href={`${base}/live`} data-needs-service>
      {labels.text('All live blogs')}
    </a>
  </div>
)

/** The name of the publication, and the title, state, description and lead picture of a blog. */
export const Masthead = ({ isAnnounced = false, ...page }: LivePage & { isAnnounced?: boolean }) => {
  const { blog, commentAddress, labels } = page
  return (
    <header class="masthead">
      <Bar {...page} />
      <div class="head">
        <div>
          <Title {...page} />
          <div lang={labels.contentLanguage}>
            <Raw class="description" markup={sanitise(blog.Description)} />
          </div>
          {!isAnnounced && (
            <p class="ways">
              {commentAddress !== undefined && (
                <a href="#ask" data-needs-service>
                  {labels.text('Ask our reporters')}
                </a>
              )}
              <a href="#follow">{labels.text('Follow')}</a>
            </p>
          )}
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

/** The lead picture or video of the blog. */
const LeadFigure = ({ lead, labels }: LivePage) =>
  lead && (
    <figure class="lead">
      <Leading lead={lead} labels={labels} />
      {lead.credit !== undefined && <figcaption lang={labels.contentLanguage}>{lead.credit}</figcaption>}
    </figure>
  )

const Leading = ({ lead: { picture, video, recording }, labels }: { lead: Lead; labels: Labels }) => {
  if (recording !== undefined) {
    return (
      <video
        controls
        src={recording}
        preload={picture ? 'none' : 'metadata'}
        poster={picture?.address}
        aria-label={picture?.alt}
      />
    )
  }
  if (video === undefined) return picture === undefined ? null : <LeadPicture {...picture} />
  return (
    <a
      class={`${picture === undefined ? 'embedded' : 'pictured'} video`}
      href={video.url}
      rel={LINK_RELATION}
      data-player={video.player}
    >
      {picture && <LeadPicture {...picture} />}
      <span>
        {video.player
          ? labels.text('Play from {service}', { service: video.service })
          : labels.text('Open on {service}', { service: video.service })}
      </span>
    </a>
  )
}

const LeadPicture = (picture: Picture) => (
  <Raw markup={elementOf(picture, { sizes: SIZES, isLate: false, others: ' fetchpriority="high"' })} />
)
