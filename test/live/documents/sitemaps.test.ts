/** Search engines get lists of all blogs that readers see, and of the posts of the last two days. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { publishIn } from '../../support/newsroom.ts'
import { BASE } from '../../support/html.ts'
import { parseXml, type Element } from '../../support/xml.ts'

const { app, get, sql } = await build(t, { SITE_NAME: 'Tide & Water' })

/** Returns the pages in a list: the texts of all elements of each, by name. */
const read = async (list: string): Promise<Record<string, string>[]> => {
  await app.freshness.catchUpAfterWrite()
  const { statusCode, headers, rawPayload } = await get(list, { host: 'desk.example' })
  t.same([statusCode, headers['content-type']], [200, 'application/xml; charset=utf-8'])
  t.match(headers['cache-control'], /^public/)
  return parseXml(rawPayload).children.map((page) => Object.fromEntries(textsIn(page)))
}
const textsIn = ({ name, text, children }: Element): [name: string, text: string][] =>
  children.length === 0 ? [[name, text]] : children.flatMap(textsIn)
const addressesIn = async () => (await read('/sitemap.xml')).map(({ loc }) => loc)

const publish = (content: string, columns: object = {}) => publishIn(sql, 1, content, { ...columns })

const HOUR = 60 * 60 * 1000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR)

await t.test('the list of pages has the front page and the blogs that have gone live', async (t) => {
  t.same((await addressesIn()).sort(), [`${BASE}/live`, `${BASE}/live/1`, `${BASE}/live/2`])
  await publish('News')
  const changed = (await read('/sitemap.xml')).filter(({ lastmod = '' }) => Date.now() - Date.parse(lastmod) < HOUR)
  const shown = changed.map(({ loc }) => loc)
  t.same(shown, [`${BASE}/live/1`])
  await sql`update blogs set deleted_on = now() where id = 2`
  t.same(await addressesIn(), [`${BASE}/live`, `${BASE}/live/1`], 'a hidden blog has no page')
  await sql`update blogs set deleted_on = null where id = 2`
})

await t.test('the list of news has what readers see of the last two days', async (t) => {
  await sql`update posts set published_on = published_on - interval '1 year' where published_on is not null`
  await publish('<h2>Q&amp;A: <i>the</i> toll</h2><p>Answers</p>', { published_on: hoursAgo(47) })
  await publish('Too old', { published_on: hoursAgo(49) })
  await publish('A draft', { published_on: null })
  await publish('Deleted', { deleted_on: new Date() })
  await publish('Buy this', { type: 'advertisement' })
  await publish('<img src="https://pictures.example/a.jpg">')
  await publish('A rehearsal', { blog: 3 })
  await publish('Of a closed blog', { blog: 2 })
  const news = await read('/news-sitemap.xml')
  t.match(news, [{ title: 'Q&A: the toll', name: 'Tide & Water', language: 'en' }])
  t.equal(news.length, 1, 'what has no title is left out, too')
  const [{ loc = '', publication_date: date = '' } = {}] = news
  t.ok(Math.abs(Date.parse(date) - hoursAgo(47).getTime()) < HOUR)
  t.match(loc, new RegExp(`^${BASE}/live/1/post/\\d+$`))
  t.equal((await get(loc.replace(BASE, ''))).statusCode, 200)
})

await t.test('the list of news has languages as search engines know them', async (t) => {
  for (const [code, language] of Object.entries({
    pt_BR: 'pt',
    zh: 'zh-cn',
    zh_SG: 'zh-cn',
    zh_Hant: 'zh-tw',
    zh_HK: 'zh-tw'
  })) {
    await sql`insert into languages (code) values (${code}) on conflict do nothing`
    await sql`update blogs set language = (select id from languages where code = ${code}) where id = 1`
    t.match(await read('/news-sitemap.xml'), [{ language }], code)
  }
})

await t.test('the lists are XML only', async (t) => {
  for (const path of ['/sitemap', '/sitemap.json', '/news-sitemap']) t.equal((await get(path)).statusCode, 404, path)
})
