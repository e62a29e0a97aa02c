/** The service as one site: icons, the manifest, and the rules for crawlers. */
import sharp from 'sharp'
import t from 'tap'
import { build } from '../../support/app.ts'
import { BASE, BROWSER, elementsOf } from '../../support/html.ts'
import { picture } from '../../support/media.ts'
import { bodyWith, uploader } from '../../routes/uploads.ts'

const built = await build(t, { SITE_NAME: 'The Tidewater', SITE_LANGUAGE: 'pt-BR' })
const { get, tokenOf } = built

const file = async (address: string) => {
  const { statusCode, headers, rawPayload } = await get(address.replace(BASE, ''), { host: 'desk.example' })
  return { statusCode, type: headers['content-type'], cache: headers['cache-control'], rawPayload }
}

await t.test('every page names icons and a manifest that exist, and that caches keep for a day', async (t) => {
  const cookie = `desk_session=${await tokenOf('mira')}`
  const addresses = new Set<string>()
  for (const path of ['/live/1', '/live/1/post/51', '/resources', '/resources/Nothing', '/login', '/desk']) {
    const { body, headers } = await get(path, { ...BROWSER, ...(path === '/desk' && { cookie }) })
    t.match(headers['content-security-policy'], "manifest-src 'self'", path)
    const links = elementsOf(body).filter(({ attributes: { rel } }) =>
      /^(icon|apple-touch-icon|manifest)$/.test(rel ?? '')
    )
    t.equal(links.length, 4, path)
    for (const { attributes } of links) addresses.add(attributes.href ?? '')
  }
  t.equal(addresses.size, 4)
  for (const address of addresses) {
    const { statusCode, cache } = await file(address)
    t.same({ statusCode, cache }, { statusCode: 200, cache: 'public, max-age=86400' }, address)
  }
})

await t.test('the manifest names the service and pictures of the sizes that it says', async (t) => {
  const { type, rawPayload } = await file('/site.webmanifest')
  t.equal(type, 'application/manifest+json; charset=utf-8')
  const { icons, ...about } = JSON.parse(rawPayload.toString())
  t.match(about, { name: 'The Tidewater', lang: 'pt-BR', start_url: `${BASE}/live`, scope: `${BASE}/` })
  const pictures = [...icons, { src: '/apple-touch-icon.png', type: 'image/png', sizes: '180x180' }]
  t.equal(pictures.length, 5)
  for (const { src, type, sizes } of pictures) {
    const picture = await file(src)
    t.match(picture.type, type, src)
    const { format, width, height } = await sharp(picture.rawPayload).metadata()
    const expected = sizes === 'any' ? 'svg 64x64' : `png ${sizes}`
    t.equal(`${format} ${width}x${height}`, expected, src)
  }
})

await t.test('icons that systems cut to a shape of their own keep the whole mark', async (t) => {
  const { icons } = JSON.parse((await file('/site.webmanifest')).rawPayload.toString())
  const maskable = icons.find(({ purpose }: { purpose?: string }) => purpose === 'maskable')
  for (const address of [maskable?.src, '/apple-touch-icon.png']) {
    const { data, info } = await sharp((await file(address)).rawPayload)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    let farthest = 0
    for (let at = 0; at < info.width * info.height; at += 1) {
      const isWhite = data.readUIntBE(at * info.channels, 3) === 0xffffff
      const [x, y] = [at % info.width, Math.floor(at / info.width)].map((place) => place / info.width - 0.5)
      if (isWhite) farthest = Math.max(farthest, Math.hypot(x ?? 0, y ?? 0))
    }
    t.ok(farthest > 0.3 && farthest <= 0.4, `${address}: the safe zone is a circle of four fifths, not ${farthest}`)
  }
})

await t.test('the corners of an icon are round, unless systems cut it', async (t) => {
  const { icons } = JSON.parse((await file('/site.webmanifest')).rawPayload.toString())
  for (const { src, purpose } of [...icons, { src: '/apple-touch-icon.png', purpose: 'maskable' }]) {
    const data = await sharp((await file(src)).rawPayload)
      .ensureAlpha()
      .raw()
      .toBuffer()
    t.equal(data[3], purpose === 'maskable' ? 255 : 0, src)
  }
})

await t.test('the feeds of the service are in its language', async (t) => {
  t.match((await get('/live/atom')).body, ' xml:lang="pt-BR"')
  t.equal((await get('/live/feed.json')).json().language, 'pt-BR')
})

await t.test('favicon.ico holds one picture of 32 pixels', async (t) => {
  const { type, rawPayload } = await file('/favicon.ico')
  t.equal(type, 'image/x-icon')
  const shown = [0, 2, 4].map((at) => rawPayload.readUInt16LE(at))
  t.same(shown, [0, 1, 1], 'the head of an icon with one picture')
  t.same([rawPayload[6], rawPayload[7]], [32, 32])
  const [length, offset] = [rawPayload.readUInt32LE(14), rawPayload.readUInt32LE(18)]
  t.equal(offset + length, rawPayload.length)
  const { format, width } = await sharp(rawPayload.subarray(offset)).metadata()
  t.same({ format, width }, { format: 'png', width: 32 })
})

await t.test('icons that nobody has asked for before the first upload are drawn after it', async (t) => {
  const another = await build(t)
  const { send } = await uploader(another)
  t.equal((await send(bodyWith(await picture('png')))).statusCode, 201)
  for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/icon-192.png', '/icon-512-square.png']) {
    t.equal((await another.get(path)).statusCode, 200, path)
  }
})

await t.test('below a path, the rules for crawlers begin with it', async (t) => {
  const below = await build(t, { BASE_URL: 'https://news.example/now' })
  const { body } = await below.get('/robots.txt')
  t.match(body, /^Disallow: \/now\/resources$/m)
  t.match(body, /^Sitemap: https:\/\/news\.example\/now\/sitemap\.xml$/m)
})
