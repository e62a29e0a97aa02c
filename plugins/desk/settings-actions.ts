/** The forms of a blog's settings. Each changes only what it shows. */
import type { Row } from '../../schemas/language/rows.ts'
import { isColour, unreadable } from '../pages/embed-config.ts'
import { webUrl } from '../pages/media.ts'
import { blogIdIn, blogPath, readBlog } from './blogs.ts'
import { wrongValues } from './documents.ts'
import { configIn, merged } from './embed-config.ts'
import { leadFrom } from './lead.tsx'
import { startFrom, zoneFrom } from './planned.ts'
import { textOf, versionOf } from './values.ts'
import type { Action, Visit } from './visit.ts'

/** Changes the blog of a page, unless somebody else changed it after the form was made. */
const change = async (visit: Visit, sent: Row, body: Row, done: string): Promise<string> => {
  const blogId = blogIdIn(visit)
  await visit.write({ method: 'PUT', path: blogPath(visit, blogId), body, version: versionOf(sent) })
  return pathOf(blogId, done)
}

const pathOf = (blogId: number, done: string) => `/desk/${blogId}/settings?done=${done}`

/** Goes live, or back to the rehearsal: one address does both. */
const switchLive =
  (done: string): Action =>
  async (visit, sent) => {
    const blogId = blogIdIn(visit)
    await visit.write({ method: 'PUT', path: `${blogPath(visit, blogId)}/PutLive`, version: versionOf(sent) })
    return pathOf(blogId, done)
  }

const describe: Action = async (visit, sent) => {
  const TimeZone = zoneFrom(sent)
  const planned = startFrom(sent, TimeZone)
  const config = configIn(await readBlog(visit))
  const changes = { TimeZone, UserComments: sent.UserComments === 'true' }
  const { Title, Description, Language } = sent
  const EmbedConfig = JSON.stringify(merged(config, changes))
  return change(
    visit,
    sent,
    { Title: textOf(Title), Description: textOf(Description), Language: textOf(Language), EmbedConfig, ...planned },
    'described'
  )
}

const restyle: Action = async (visit, sent) => {
  const config = configIn(await readBlog(visit))
  const light = coloursFrom(sent, '', sent.hasColours === 'true')
  const dark = coloursFrom(sent, 'dark-', sent.hasDark === 'true')
  const { dark: previous, ...style } = merged(config.Style, {
    ...light,
    font: textOf(sent.font) || undefined,
    size: textOf(sent.size) || undefined,
    logo: logoFrom(sent),
    logoText: textOf(sent.logoText) || undefined
  })
  const members = merged(previous, dark)
  const Style = Object.keys(members).length === 0 ? style : { ...style, dark: members }
  const changed = merged(config, {
    theme: textOf(sent.theme) || undefined,
    Style: Object.keys(Style).length === 0 ? undefined : Style
  })
  return change(visit, sent, { EmbedConfig: JSON.stringify(changed) }, 'restyled')
}

/** Changes the lead picture or video. */
const picture: Action = async (visit, sent) => {
  const config = configIn(await readBlog(visit))
  const EmbedConfig = JSON.stringify(merged(config, { Lead: await leadFrom(visit, sent) }))
  return change(visit, sent, { EmbedConfig }, 'pictured')
}

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

export const settingsActions: Readonly<Record<string, Action>> = {
  live: switchLive('live'),
  rehearse: switchLive('rehearsal'),
  close: (visit, sent) => change(visit, sent, { ClosedOn: new Date().toISOString() }, 'closed'),
  reopen: (visit, sent) => change(visit, sent, { ClosedOn: '' }, 'reopened'),
  describe,
  restyle,
  lead: picture
}
