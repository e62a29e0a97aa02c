/** Notices markup that runs, loads or disturbs anything in a page. */
import type { Page } from 'playwright-core'

/** Elements and attributes that posts may contain. */
export const ELEMENTS = new Set(
  (
    'a abbr audio b blockquote br cite code del div em figcaption figure h2 h3 h4 hr i img ins li ol p pre q s small ' +
    'span strong sub sup table tbody td th thead tr u ul video'
  ).split(' ')
)
export const ATTRIBUTES = new Set('alt aria-label controls dir height href lang preload rel src title width'.split(' '))
/** Attributes that pages give pictures, and the links around them. */
const ADDED = ['decoding', 'loading']
const ADDED_TO_LINKS = ['class', 'aria-label']

/** Runs in each frame before its own scripts. The test reads its output. */
export const DETECTOR = `
  globalThis.hit = () => {
    let frame = globalThis
    try {
      while (frame.name === '' && frame.parent !== frame) frame = frame.parent
    } catch {}
    console.log('RAN ' + frame.name)
  }
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    console.log('REFUSED ' + effectiveDirective + ' ' + blockedURI))
  // Not element.attributes: a form can hide its own properties behind the names of its fields.
  const { getAttribute, getAttributeNames } = Element.prototype
  globalThis.inspect = (root) => [...root.querySelectorAll('*')].flatMap((element) => [
    ...(${JSON.stringify([...ELEMENTS])}.includes(element.localName) ? [] : [element.localName]),
    ...getAttributeNames.call(element)
      .filter((name) => !${JSON.stringify([...ATTRIBUTES, ...ADDED])}.includes(name))
      .filter((name) => getAttribute.call(element, 'class') !== 'whole' ||
        !${JSON.stringify(ADDED_TO_LINKS)}.includes(name))
      .map((name) => element.localName + ' ' + name),
    ...[element.href, element.src]
      .filter((address) => typeof address === 'string' && address !== '' && !/^(https?|mailto):/.test(address)),
    ...(/^\\s*[\\\\/]\\s*[\\\\/]/.test(getAttribute.call(element, 'href')) ? ['the address of another host'] : [])
  ])
`

/** Returns the output of a page and the other hosts that it asks, from now on. */
export const watch = async (page: Page, ownHost: string) => {
  const noticed: { what: string; frame: string }[] = []
  await page.addInitScript(DETECTOR)
  page.on('console', (message) => {
    const [what = '', frame = ''] = message.text().split(' ')
    if (what === 'RAN' || what === 'REFUSED') noticed.push({ what: message.text(), frame })
  })
  page.on('dialog', (dialog) => {
    noticed.push({ what: 'dialog', frame: '' })
    void dialog.dismiss()
  })
  await page.route('**/*', (route) => {
    const { host, pathname } = new URL(route.request().url())
    if (host === ownHost) return route.fallback()
    noticed.push({ what: `asked ${host}${pathname}`, frame: route.request().frame().name() })
    return route.fulfill({ contentType: pathname.endsWith('.css') ? 'text/css' : 'text/javascript', body: 'hit()' })
  })
  return noticed
}

// A browser on a busy machine may show no frame for a long time.
export const settled =
  'new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); setTimeout(resolve, 300) })'
