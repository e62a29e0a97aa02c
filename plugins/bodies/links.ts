/** Reads the key in a link that a client sends back: `quote` in `/resources/Data/PostType/quote`. */
import { withoutExtension } from '../resources/representation/formats.ts'

/** What the service's addresses are made of: its module's name, and what its links start with on this request. */
export interface Base {
  readonly module: string
  readonly root: () => string
}

/**
 * The key of the item that an address leads to, with or without host, `/resources/`, final slash and extension.
 * @param template address of such items below `/resources/`, such as `Data/PostType/{Type}`
 * @returns undefined when the address leads elsewhere
 */
export const keyIn = (href: string, template: string, { module, root }: Base): string | undefined => {
  const resources = new URL(root())
  if (!URL.canParse(href, resources.href)) return undefined
  const { host, protocol, pathname, search, hash } = new URL(href, resources.href)
  if (host !== resources.host || !/^https?:$/.test(protocol) || search !== '' || hash !== '') return undefined
  const path = withoutExtension(pathname.replace(/\/+$/, ''))
  const below = [resources.pathname, '/resources/'].find((base) => path.startsWith(base)) ?? '/'
  const segments = path.slice(below.length).split('/').map(decoded)
  const wanted = template.replace('{Module}', module).split('/')
  const at = wanted.findIndex((segment) => segment.startsWith('{'))
  const leadsThere =
    segments.length === wanted.length &&
    wanted.every((segment, index) => (index === at ? segments[at] !== '' : segment === segments[index]))
  return leadsThere ? segments[at] : undefined
}

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
