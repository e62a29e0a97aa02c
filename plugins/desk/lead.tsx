/** The form for the lead picture or video of a blog. */
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { pictureAt } from '../../schemas/picture-stages.ts'
import { isPicture, isRecording, embeddedAt } from '../pages/media.ts'
import type { BlogPart } from './blogs.ts'
import { wrongValues } from './documents.ts'
import { configIn } from './embed-config.ts'
import { DeskForm, refusedIn } from './forms.tsx'
import { numberIn, picturesIn } from './view/items.ts'
import type { StoredPicture } from './view/writing.ts'
import { textOf } from './values.ts'
import type { Visit } from './visit.ts'

/** Number of pictures of the archive to choose from. */
const PICTURES = 24

/** Returns the newest pictures of the archive. */
export const newestPictures = async ({ read }: Visit): Promise<readonly StoredPicture[]> =>
  picturesIn(await read(`Archive/ImageData?X-Filter=*&desc=createdOn&thumbSize=large&limit=${PICTURES}`))

export const LeadForm = ({ visit, blog, pictures }: BlogPart & { pictures: readonly StoredPicture[] }) => {
  const lead = membersOf(configIn(blog).Lead)
  const chosen = textOf(refusedIn(visit, 'lead')?.values.chosen)
  const text = { maxLength: 2000 }
  return (
    <DeskForm
      visit={visit}
      name="lead"
      version={numberIn(blog, 'Version')}
      button="Save the picture"
      look="primary"
      fields={[
        {
          ...{ ...text, name: 'url', label: 'Address of the picture', value: textOf(lead.url) },
          help: 'Begins with https://. Without an address, the blog has no lead picture'
        },
        {
          ...{ ...text, name: 'alt', label: 'Description', value: textOf(lead.alt) },
          help: 'For people who do not see the picture'
        },
        { ...text, name: 'credit', label: 'Credit', help: 'Shown below the picture', value: textOf(lead.credit) },
        {
          ...{ ...text, name: 'video', label: 'Address of a video', value: textOf(lead.video) },
          help: 'On YouTube or Vimeo, for example, or the archive. The picture is shown until it is played'
        }
      ]}
    >
      {pictures.length > 0 && (
        <details open={chosen !== '' || visit.query.done === 'picture'}>
          <summary>Choose one of the newest pictures of the archive</summary>
          <ul class="thumbnails">
            {pictures.map(({ name, address, thumbnail }) => (
              <li>
                <label>
                  <input type="radio" name="chosen" value={address} checked={address === chosen} />
                  <img src={thumbnail} alt="" loading="lazy" />
                  <span>{name}</span>
                </label>
              </li>
            ))}
          </ul>
        </details>
      )}
    </DeskForm>
  )
}

/**
 * Returns the lead that a form describes; undefined if it describes none.
 * @param previous the stored lead
 * @throws Refusal
 */
export const leadFrom = async (visit: Visit, sent: Row, previous: Row): Promise<Row | undefined> => {
  const lead = {
    url: textOf(sent.chosen) || textOf(sent.url),
    alt: textOf(sent.alt),
    credit: textOf(sent.credit),
    video: textOf(sent.video)
  }
  const { url, video } = lead
  if (url !== '' && !isPicture(url, visit.base)) {
    throw wrongValues({ url: 'must be the address of a picture that begins with https://, or of one of the archive' })
  }
  if (video !== '' && embeddedAt(video) === undefined && !isRecording(video, visit.base)) {
    throw wrongValues({
      video: 'must be that of a video on YouTube, Vimeo, Facebook or TikTok, or in the archive'
    })
  }
  if (url === '' && video === '') return undefined
  const members = Object.entries(lead).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(members), ...(await sizeOf(visit, url, previous)) }
}

/** Returns the size of a picture whose address does not say it: one of the archive, or that of the stored lead. */
const sizeOf = async (visit: Visit, url: string, previous: Row): Promise<Row> => {
  if (pictureAt(url) !== undefined) return {}
  const stored: Row = url === previous.url ? previous : {}
  const { width, height } = (await newestPictures(visit)).find(({ address }) => address === url) ?? stored
  return width === undefined || height === undefined ? {} : { width, height }
}
