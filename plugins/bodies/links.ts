/** Parses links in bodies: finds the key `quote` in `/resources/Data/PostType/quote`. */
import { withoutExtension } from '../formats.ts'

/** The variable parts of the service's addresses. */
export interface LinkBase {
  /** The configured module name. */
  readonly module: string
  /** Returns the URL of the resource tree for this request, with its final slash. */
  readonly resourcesUrl: () => string
}

/**
 * Returns the key of the item that an address leads to. The address may omit the host and `/resources/`, and may have a
 * final slash or an extension.
 * @param template address template of the items below `/resources/`, such as `Data/PostType/{Type}`
 * @returns undefined if the address does not match the template or leads to another host
 */
export const keyIn = (href: string, template: string, { module, resourcesUrl }: LinkBase): string | undefined => {
  const resources = new URL(resourcesUrl())
  if (!URL.canParse(href, resources.href)) return undefined
  const { host, protocol, pathname, search, hash } = new URL(href, resources.href)
  if (host !== resources.host || !/^https?:$/.test(protocol) || search !== '' || hash !== '') return undefined
  const path = withoutExtension(pathname.replace(/\/+$/, ''))
  const below = [resources.pathname, '/resources/'].find((base) => path.startsWith(base)) ?? '/'
  const segments = path.slice(below.length).split('/').map(decoded)
  const pattern = template.replace('{Module}', module).split('/')
  const keyIndex = pattern.findIndex((segment) => segment.startsWith('{'))
  const matches =
    segments.length === pattern.length &&
    pattern.every((segment, index) => (index === keyIndex ? segments[keyIndex] !== '' : segment === segments[index]))
  return matches ? segments[keyIndex] : undefined
}

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
