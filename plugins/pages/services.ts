/** Services whose videos and posts newsrooms embed. */

/** Something on a service that a post embeds. */
export interface Embedded {
  /** Name of the service. */
  readonly service: string
  readonly url: string
  /** Address of a player that can replace the placeholder; undefined if the service needs scripts in the page. */
  readonly player?: string
}

/** The only site whose documents pages may show in a frame, and only after a click. */
export const PLAYER_ORIGIN = 'https://www.youtube-nocookie.com'

const SERVICES: readonly (readonly [string, RegExp])[] = [
  ['YouTube', /^(?:(?:www|m)\.)?(?:youtube\.com|youtu\.be)$/],
  ['Vimeo', /^(?:www\.|player\.)?vimeo\.com$/],
  ['X', /^(?:(?:www|mobile)\.)?(?:twitter|x)\.com$/],
  ['Instagram', /^(?:www\.)?instagram\.com$/],
  ['Facebook', /^(?:(?:www|m)\.)?facebook\.com$|^fb\.watch$/],
  ['TikTok', /^(?:(?:www|vm)\.)?tiktok\.com$/],
  ['SoundCloud', /^(?:www\.)?soundcloud\.com$/]
]

/** Returns what an address embeds; undefined if it belongs to none of the services. */
export const embeddedAt = (address: string): Embedded | undefined => {
  const url = webUrl(address)
  if (url === undefined) return undefined
  const [service] = SERVICES.find(([, hosts]) => hosts.test(url.hostname)) ?? []
  if (service === undefined) return undefined
  const [, video] = /^(?:\/(?:embed|shorts|live)\/|\/)([\w-]{11})$/.exec(url.pathname) ?? []
  const id = service === 'YouTube' ? (url.searchParams.get('v') ?? video) : undefined
  if (id === undefined || !/^[\w-]{11}$/.test(id)) return { service, url: url.href }
  return { service, url: url.href, player: `${PLAYER_ORIGIN}/embed/${id}?autoplay=1` }
}

/** Returns an address on the web; undefined for other texts. */
export const webUrl = (address: string): URL | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined
}
