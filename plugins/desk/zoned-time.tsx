/** Times in the pages of the newsroom. */
import { english } from '../labels/labels.ts'
import { Time } from '../pages/article.tsx'

/** A point in time in the zone of a blog. */
export const ZonedTime = ({ at, zone }: { at: Date; zone: string | undefined }) => {
  if (zone === undefined) return <Time at={at} labels={english} />
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: zone })
  return <time dateTime={at.toISOString()}>{`${format.format(at)} (${zone.replaceAll('_', ' ')})`}</time>
}
