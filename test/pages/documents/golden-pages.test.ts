/** Whole pages of the newsroom and for readers, as the service renders them: nothing in them changes unnoticed. */
import { subscribe } from 'node:diagnostics_channel'
import t from 'tap'
import { membersOf } from '../../../schemas/language/rows.ts'
import { BASE } from '../../support/html.ts'
import { golden } from '../../support/golden.ts'
import { buildStill, stable } from '../../routes/still.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded', origin: BASE }

/** Addresses, with the user whose session reads them; an empty name for everybody. */
const read = [
  ['desk-home.html', 'admin', '/desk'],
  ['desk-home-reporter.html', 'orysia', '/desk'],
  ['desk-home-further.html', 'admin', '/desk?offset=1'],
  ['desk-people.html', 'admin', '/desk/people'],
  ['desk-people-further.html', 'admin', '/desk/people?search=a&offset=1'],
  ['desk-profile.html', 'spare', '/desk/profile'],
  ['desk-settings.html', 'aurelie', '/desk/900/settings'],
  ['desk-members.html', 'aurelie', '/desk/900/people'],
  ['desk-blog.html', 'aurelie', '/desk/900'],
  ['desk-blog-reporter.html', 'mira', '/desk/900'],
  ['desk-correction.html', 'aurelie', '/desk/900?edit=901'],
  ['desk-filter.html', 'aurelie', '/desk/900?who=2&text=spare&only=key&type=quote'],
  ['desk-submitted.html', 'aurelie', '/desk/900?panel=submitted'],
  ['desk-drafts.html', 'spare', '/desk/900?panel=drafts'],
  ['desk-comments.html', 'aurelie', '/desk/900?panel=comments'],
  ['desk-later.html', 'aurelie', '/desk/900?panel=later'],
  ['desk-closed.html', 'admin', '/desk/2'],
  ['desk-absent.html', 'mira', '/desk/99'],
  ['desk-forbidden.html', 'orysia', '/desk/900/settings'],
  ['desk-people-forbidden.html', 'orysia', '/desk/people'],
  ['live-front.html', '', '/live'],
  ['live-blog.html', '', '/live/900'],
  ['live-key-points.html', '', '/live/900?show=key-points'],
  ['live-post.html', '', '/live/900/post/901'],
  ['live-closed.html', '', '/live/2?order=oldest'],
  ['live-archive.html', '', '/live/1/page/10'],
  ['live-embed.html', '', '/live/900/embed'],
  ['live-search.html', '', '/live/search?q=spare'],
  ['live-blog-search.html', '', '/live/900/search?q=nothing'],
  ['live-announced.html', '', '/live/901'],
  ['live-absent.html', '', '/live/99'],
  ['live-theme.css', '', '/live/900/theme.css'],
  ['live-atom.xml', '', '/live/900/atom'],
  ['live-feed.json', '', '/live/900/feed.json'],
  ['live-all.xml', '', '/live/atom'],
  ['live-sitemap.xml', '', '/sitemap.xml'],
  ['live-robots.txt', '', '/robots.txt'],
  ['live-manifest.json', '', '/site.webmanifest'],
  ['live-icon.svg', '', '/icon.svg'],
  ['live-oembed.xml', '', '/oembed?format=xml&url=http://desk.example/live/900/post/901'],
  ['login.html', '', '/login?to=/desk'],
  ['resource-index.html', '', '/resources'],
  ['resource-absent.html', 'admin', '/resources/Desk/Blog/99'],
  ['resource-post.html', 'aurelie', '/resources/Desk/Blog/900/Post/906'],
  ['resource-users.html', 'admin', '/resources/HR/User?limit=2'],
  ['resource-parameters.html', '', '/resources/Desk/Blog/900?params=show']
] as const

/** Forms that are refused: the user, the address, and the values. */
const refused = [
  ['desk-home-refused.html', 'admin', '/desk', 'do=open&Title=&TimeZone=Mars'],
  ['desk-settings-refused.html', 'aurelie', '/desk/900/settings', 'do=describe&Title=&TimeZone=Mars'],
  ['desk-people-refused.html', 'admin', '/desk/people', 'do=add&UserName=&EMail=x'],
  [
    'desk-profile-refused.html',
    'spare',
    '/desk/profile',
    'do=password&OldPassword=x&NewPassword=one&RepeatedPassword=two'
  ],
  ['desk-no-form.html', 'aurelie', '/desk/900/settings', 'do=nothing'],
  ['desk-login-again.html', '', '/desk', 'do=open&Title=Typed'],
  ['desk-not-stored.html', 'aurelie', '/resources/Desk/Blog/900/Post?_back=/desk/900', 'Content=&Type=quote'],
  ['desk-not-returned.html', 'aurelie', '/resources/Desk/Blog/900/Post/906/Return?_back=/desk/900', 'Note=Why&By=me'],
  [
    'desk-stale.html',
    'aurelie',
    '/resources/Desk/Blog/900/Post/901?_method=PUT&_version=1&_back=/desk/900',
    'Content=x'
  ],
  ['resource-stale.html', 'aurelie', '/resources/Desk/Blog/900?_method=PUT&_version=0', 'Title=Mine&Description='],
  ['login-failed.html', '', '/login', 'UserName=nobody&Password=x&to=/desk'],
  ['resource-refused.html', 'aurelie', '/resources/Desk/Blog/900/Post', 'Content=&Type=nothing']
] as const

/** Pages whose forms say in `done` what they have done. */
const outcomes = [
  ['/desk/people', 'add disable enable reset'],
  ['/desk/profile', 'name picture unpicture revoke nothing'],
  ['/desk/900/people', 'add change remove'],
  ['/desk/900/settings', 'live rehearse close reopen describe restyle lead follow pause resume'],
  ['/desk/900/settings', 'handIn publish stop takeOver forget'],
  ['/desk/900/settings', 'webhookOn webhookOff webhookTest webhookResend webhookDelete']
] as const

t.test('pages say what a form has done', async (t) => {
  const { app, headersOf } = await buildStill(t)
  const lines: string[] = []
  for (const [path, names] of outcomes) {
    for (const name of names.split(' ')) {
      const { body } = await app.inject({ url: `${path}?done=${name}`, headers: headersOf('admin') })
      const [, text = ''] = /<p class="notice good" role="status">(.*?)<\/p>/.exec(body) ?? []
      lines.push(`${path} ${name}: ${text}\n`)
    }
  }
  await golden(t, 'desk-outcomes.txt', Buffer.from(lines.join('')))
})

t.test('pages and feeds equal the golden documents', async (t) => {
  const { app, headersOf } = await buildStill(t)
  /** Addresses of all requests, also of those in the resource tree from which the newsroom's pages are made. */
  const requested = new Set<string>()
  subscribe('tracing:fastify.request.handler:start', (message) => {
    requested.add(`${String(membersOf(membersOf(message).request).url).replace(/\/\d+/g, '/N')}\n`)
  })
  for (const [name, user, url] of read) {
    const { body } = await app.inject({ url, headers: headersOf(user) })
    await golden(t, `page-${name}`, stable(body))
  }
  for (const [name, user, url, payload] of refused) {
    const { body } = await app.inject({ method: 'POST', url, headers: { ...headersOf(user), ...FORM }, payload })
    await golden(t, `page-${name}`, stable(body))
  }
  await golden(t, 'asked-by-pages.txt', Buffer.from([...requested].sort().join('')))
})
