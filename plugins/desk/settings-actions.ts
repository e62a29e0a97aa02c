/** The forms of a blog's settings. Each changes only the settings that it shows. */
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { isColour, unreadable } from '../pages/embed-config.ts'
import { webUrl } from '../pages/media.ts'
import { blogIdIn, blogPath, readBlog } from './blogs.ts'
import { Refusal, wrongValues } from './documents.ts'
import { configIn, merged } from './embed-config.ts'
import { leadFrom } from './lead.tsx'
import { storePicture } from './picture-form.tsx'
import { startFrom, zoneFrom } from './planned.ts'
import { numberOf, textOf } from './values.ts'
import { markupOf, textOf as contentTextOf } from './view/content.ts'
import { momentIn, textIn } from './view/items.ts'
import type { Action, Actions, Visit } from './visit.ts'

/** Changes the blog of a page, unless somebody else changed it after the form was made. */
const change = (visit: Visit, sent: Row, body: Row): Promise<Row> =>
  visit.write({ method: 'PUT', path: blogPath(visit, blogIdIn(visit)), body, version: numberOf(sent.version) })

/** Changes members of the embed settings of a blog. @param changes returns them */
const configure = async (visit: Visit, sent: Row, changes: (config: Row) => Row | Promise<Row>) => {
  const config = configIn(await readBlog(visit))
  return change(visit, sent, { EmbedConfig: JSON.stringify(merged(config, await changes(config))) })
}

/** Goes live, or back to the rehearsal: one address does both. */
const switchLive: Action['act'] = (visit, sent) =>
  visit.write({ method: 'PUT', path: `${blogPath(visit, blogIdIn(visit))}/PutLive`, version: numberOf(sent.version) })

/** Returns the text of a description, without spans: readers see nothing of them. */
export const descriptionIn = (blog: Row): string =>
  contentTextOf(textIn(blog, 'Description').replace(/<\/?span\b[^<>]*>/gi, ''))

const describe: Action['act'] = async (visit, sent) => {
  const TimeZone = zoneFrom(sent)
  const blog = await readBlog(visit)
  const markup = markupOf(textOf(sent.Description))
  const config = merged(configIn(blog), { TimeZone, UserComments: sent.UserComments === 'true' })
  return change(visit, sent, {
    Title: textOf(sent.Title),
    // Markup of other programs stays unless the text changes.
    Description: markup === markupOf(descriptionIn(blog)) ? textIn(blog, 'Description') : markup,
    Language: textOf(sent.Language),
    ...startFrom(sent, TimeZone, momentIn(blog, 'StartsOn')),
    EmbedConfig: JSON.stringify(config)
  })
}

const restyle: Action['act'] = (visit, sent) =>
  configure(visit, sent, (config) => {
    const light = coloursFrom(sent, '', sent.hasColours === 'true')
    const darkOnes = coloursFrom(sent, 'dark-', sent.hasDark === 'true')
    const { dark: previous, ...style } = merged(config.Style, {
      ...light,
      font: textOf(sent.font) || undefined,
      size: textOf(sent.size) || undefined,
      logo: logoFrom(sent),
      logoText: textOf(sent.logoText) || undefined
    })
    const dark = merged(previous, darkOnes)
    const Style = Object.keys(dark).length === 0 ? style : { ...style, dark }
    return { theme: textOf(sent.theme) || undefined, Style: Object.keys(Style).length === 0 ? undefined : Style }
  })

/** Returns three colours, or three absent ones. @throws Refusal if they cannot be read on each other */
const coloursFrom = (sent: Row, prefix: string, isChosen: boolean): Row => {
  if (!isChosen) return { background: undefined, text: undefined, accent: undefined }
  const [background = '', text = '', accent = ''] = ['background', 'text', 'accent'].map((name) => {
    const colour = textOf(sent[prefix + name])
    if (!isColour(colour)) throw wrongValues({ [prefix + name]: 'must be a colour such as #1a2b3c' })
    return colour
  })
  const reasons = unreadable({ background, text, accent }).map(({ name, has, needs }) => [
    prefix + name,
    `is hard to read on this background: its contrast is ${has.toFixed(1)}, and must be at least ${needs}`
  ])
  if (reasons.length > 0) throw wrongValues(Object.fromEntries(reasons))
  return { background, text, accent }
}

const logoFrom = (sent: Row): string | undefined => {
  const logo = textOf(sent.logo)
  if (logo === '') return undefined
  const url = webUrl(logo)
  if (url?.protocol !== 'https:') {
    throw wrongValues({ logo: 'must be the address of a picture that begins with https://' })
  }
  return url.href
}

export const settingsActions: Actions = {
  live: { act: switchLive, done: 'The blog is live: readers see it now.' },
  rehearse: { act: switchLive, done: 'Back to the rehearsal: readers no longer see the blog.' },
  close: {
    act: async (visit, sent) => {
      // A form that is sent again says the same time: with another one, it would be another request.
      const close = async () => {
        const { ClosedOn = new Date().toISOString() } = await readBlog(visit)
        return change(visit, sent, { ClosedOn })
      }
      return close().catch((refusal: unknown) => {
        // The first of two that were sent at once has closed the blog since.
        if (refusal instanceof Refusal && refusal.status === 422) return close()
        throw refusal
      })
    },
    done: 'The blog is closed. Readers can still read it.'
  },
  reopen: { act: (visit, sent) => change(visit, sent, { ClosedOn: '' }), done: 'The blog is open again.' },
  describe: { act: describe, done: 'Saved.' },
  restyle: { act: restyle, done: 'Saved. The readers’ page has the new look.' },
  picture: { act: storePicture, done: 'The picture is in the archive: choose it for the blog, and save.' },
  lead: {
    act: (visit, sent) =>
      configure(visit, sent, async ({ Lead }) => ({ Lead: await leadFrom(visit, sent, membersOf(Lead)) })),
    done: 'Saved. Readers see it at the top of the blog.'
  }
}
