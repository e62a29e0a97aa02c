/** The lead picture or video of a blog, above its posts. */
import type { Labels } from '../labels/index.ts'
import { LINK_RELATION } from '../pages/allowed-markup.ts'
import type { Lead } from '../pages/lead.ts'
import { elementOf, type Picture } from '../pages/pictures.ts'
import { Raw } from '../pages/raw.tsx'
import type { LivePage } from './live-page.ts'

/** Width of the picture in the page (live.css), as the attribute `sizes` has it. */
const SIZES = '(min-width: 60rem) 28rem, calc(100vw - 2rem)'

export const LeadFigure = ({ lead, labels }: LivePage) =>
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
