/** Describes the service to devices that keep its front page among their apps (https://www.w3.org/TR/appmanifest/). */

/** Background of live pages in a light scheme. */
const PAPER = '#fbfaf7'

/** Returns the text of the manifest. @param base base URL, without a final slash */
export const manifest = (base: string, name: string, language: string): string =>
  JSON.stringify({
    name,
    short_name: name,
    lang: language,
    start_url: `${base}/live`,
    scope: `${base}/`,
    // With buttons to go back and to reload, which readers of a blog miss in a window without them.
    display: 'minimal-ui',
    background_color: PAPER,
    theme_color: PAPER,
    icons: [
      { src: `${base}/icon.svg`, type: 'image/svg+xml', sizes: 'any' },
      { src: `${base}/icon-192.png`, type: 'image/png', sizes: '192x192' },
      { src: `${base}/icon-512.png`, type: 'image/png', sizes: '512x512' },
      { src: `${base}/icon-512-square.png`, type: 'image/png', sizes: '512x512', purpose: 'maskable' }
    ]
  })
