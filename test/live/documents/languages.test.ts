/** Blogs in other languages: no label that readers see is left in English. */
import { readFile } from 'node:fs/promises'
import t from 'tap'
import { languages } from '../../../plugins/labels/index.ts'
import { momentsIn } from '../../../plugins/labels/labels.ts'
import { readPo } from '../../../plugins/labels/po.ts'
import { directionOf } from '../../../plugins/locales.ts'
import { build } from '../../support/app.ts'
import { golden } from '../../support/golden.ts'
import { elementsOf, hrefOf } from '../../support/html.ts'
import { root } from '../../support/root.ts'
import { addLiveBlog, publishIn } from '../../support/newsroom.ts'

// Without a cache, pages show changes in the database at once.
const { get, sql, tokenOf } = await build(t, { CACHE_MB: '0', BASE_URL: 'https://live.example', SITE_NAME: '§Site§' })

/** All texts of users are between these signs, so that labels are the rest. */
const own = (text: string) => `§${text}§`
const OWN = /§[^§]*§/g

/** Attributes that people see or hear. */
const SHOWN = ['aria-label', 'alt', 'title', 'placeholder', 'content']

/** Returns the texts of a document that people see or hear, without those of users, and the labels for its script. */
const labelsIn = (document: string): Set<string> => {
  const markup = document.replace(/<script.*?<\/script>/gs, '')
  const [, data = document.startsWith('{') ? document : ''] = /id="labels">(.*?)<\/script>/s.exec(document) ?? []
  const texts = [
    ...markup.replace(/<[^>]*>|^\{.*/gs, '\n').split('\n'),
    ...elementsOf(markup).flatMap(({ attributes }) => SHOWN.map((name) => attributes[name] ?? '')),
    ...[...data.matchAll(/":"(.*?)"/g)].map(([, text = '']) => text)
  ]
  return new Set(texts.map((text) => text.replace(OWN, '').trim()).filter((text) => /\p{L}/u.test(text)))
}

/** Texts that are the same in all languages: names, addresses, times and ids. */
const NAMES = new RegExp(
  [
    '^\\W*(Atom|JSON|Desk|YouTube|SoundCloud|admin|a|website|article|summary|light dark|rich|<iframe.*)\\W*$',
    '^&lt;|^width=|^https?:|^urn:|T.*Z$|^[\\da-f-]{36}$'
  ].join('|')
)

const blog = await addLiveBlog(sql, own('Title'), {
  description: own('Description'),
  embed_config: '{"UserComments": true}'
})
await sql`update persons set first_name = ${own('Kim')}, last_name = ${own('Lee')} where id = 1`
const publish = (post: object) =>
  publishIn(sql, blog, '', { published_on: '2026-11-01', updated_on: '2026-11-02', ...post })
const oldest = await publish({ content: own('First') })
await publish({ type: 'link', meta: '{"url":"https://soundcloud.com/x/y"}' })
for (const content of Array(40).fill(own('Post'))) await publish({ content })
await publish({ is_key_point: true })
await publish({ type: 'wrapup', content: own('Summary'), pinned_on: '2026-11-03' })
await publish({ type: 'advertisement', content: own('Offer') })
const newest = await publish({ type: 'link', meta: '{"url":"https://www.youtube.com/watch?v=abcdefghijk"}' })
const removed = await publish({ content: own('Wrong') })
await sql`update posts set deleted_on = now() where id = ${removed}`

/** Changes the language of the blog. */
const speak = async (code: string) => {
  await sql`insert into languages (code) values (${code}) on conflict do nothing`
  await sql`update blogs set language = (select id from languages where code = ${code}) where id = ${blog}`
}

/** Returns the labels of all documents for readers, by their addresses. */
const readAll = async (language: string) => {
  const list = `/resources/Desk/Blog/${blog}/Post/Published.html?X-Filter=*&Accept-Language=${language}&cId.since=1`
  const paths = ['', '?order=oldest', '?show=key-points', '/embed', `/page/${newest}`, `/post/${oldest}`].map(
    (end) => `/live/${blog}${end}`
  )
  const documents = new Map<string, string>()
  for (const path of [
    ...paths,
    list,
    `/live/${blog}/atom`,
    `/live/${blog}/feed.json`,
    `/oembed?url=https://live.example/live/${blog}`
  ]) {
    const { statusCode, body } = await get(path)
    t.equal(statusCode, 200, path)
    // Around the articles, pages of resources are in English.
    const shown = path === list ? (body.match(/<article id=.*?<\/article>/gs) ?? []).join('') : body
    documents.set(path.replace(`=${language}&`, '=&'), shown)
  }
  return documents
}

t.test('documents of a blog have no English label in another language', async (t) => {
  await speak('en')
  const english = new Map([...(await readAll('en'))].map(([path, document]) => [path, labelsIn(document)]))
  for (const language of languages()) {
    await speak(language)
    const { messages } = readPo(await readFile(`${root}/plugins/labels/${language}.po`, 'utf8'))
    const same = new Set(messages.filter(({ text, translations }) => translations[0] === text).map(({ text }) => text))
    for (const [path, html] of await readAll(language)) {
      const left = [...labelsIn(html)].filter((text) => english.get(path)?.has(text) ?? true)
      const unexpected = left.filter((text) => !same.has(text) && !NAMES.test(text))
      t.same(unexpected, [], `${language}: ${path}`)
      if (path.startsWith('/live') && html.startsWith('<!doctype')) {
        const direction = language === 'ar' ? 'rtl' : 'ltr'
        t.match(html, `<html lang="${language}" dir="${direction}">`)
        t.notMatch(html.replace(/^.*?<html[^>]*>/s, ''), / lang="/, `${language}: ${path} is in one language`)
      }
    }
  }
})

/** Texts that differ between runs, or that no reader sees. */
const CHANGING = /^https?:|^urn:|^[\da-f-]{36}$|T\d\d:|\d\d:\d\d|^width=|^[.@]|^&lt;/

t.test('readers read these labels, in all states of a blog', async (t) => {
  await speak('en')
  await sql`update blogs set deleted_on = now() where id <> ${blog}`
  const add = (columns: object) => addLiveBlog(sql, own('Title'), { ...columns })
  const lead = (video: string) => ({ embed_config: JSON.stringify({ Lead: { video } }) })
  const states = {
    empty: await add({}),
    'a rehearsal': await add({ live_on: null }),
    announced: await add({ live_on: null, starts_on: '2100-01-01' }),
    closed: await add({ closed_on: '2026-11-03' }),
    'closed without posts': await add({ closed_on: '2026-11-03' }),
    'with a film': await add(lead('https://www.youtube.com/watch?v=abcdefghijk')),
    'with a lead elsewhere': await add(lead('https://x.com/a/status/1'))
  }
  await publishIn(sql, states.empty, '', { type: 'advertisement', published_on: null })
  await publishIn(sql, states.closed, '<img src="https://p.example/a.png" alt="">', {
    type: 'link',
    is_key_point: true
  })
  await publishIn(sql, states.closed, own('Seen'), { type: 'link', meta: '{"url":"https://x.com/a/status/1"}' })
  for (let past = 0; past < 41; past += 1) await add({ closed_on: '2026-11-02' })
  const authorization = await tokenOf('admin')
  const documents = await readAll('en')
  for (const [name, id] of Object.entries(states)) {
    documents.set(name, (await get(`/live/${id}`, { authorization })).body)
  }
  documents.set('no key points', (await get(`/live/${states.empty}?show=key-points`)).body)
  const linked = (name: string, text: string) =>
    hrefOf(documents.get(name) ?? '', text).replace('https://live.example', '')
  const rest = linked(`/live/${blog}`, 'Older posts')
  const restOfOldest = linked(`/live/${blog}?order=oldest`, 'Newer posts')
  documents.set('older posts', (await get(rest)).body)
  documents.set('newer posts, the oldest first', (await get(restOfOldest)).body)
  let path = '/live'
  for (const name of ['the front page', 'past blogs', 'the last past blogs']) {
    const { body } = await get(path)
    documents.set(name, body)
    path = hrefOf(body, 'Older live blogs').replace('https://live.example', '')
  }
  path = '/live/search?q=Post'
  for (const name of ['a search', 'older results']) {
    const { body } = await get(path)
    documents.set(name, body)
    path = hrefOf(body, 'Older results').replace('https://live.example', '')
  }
  for (const query of ['', 'q=absent', `q=${'x'.repeat(201)}`]) {
    documents.set(`a search ${query.slice(0, 9)}`, (await get(`/live/search?${query}`)).body)
    documents.set(`a search in a blog ${query.slice(0, 9)}`, (await get(`/live/${blog}/search?${query}`)).body)
  }
  const [first = ''] = documents.values()
  // Of the other documents, only the labels that the first page lacks.
  const lines = [...documents].flatMap(([name, document]) => {
    const common = document === first ? new Set() : labelsIn(first)
    const labels = [...labelsIn(document)].filter((text) => !CHANGING.test(text) && !common.has(text))
    return [name.replace(/\d+/g, 'N'), ...labels.map((text) => `  ${text}`)]
  })
  await golden(t, 'reader-labels.txt', Buffer.from(`${lines.join('\n')}\n`))
})

t.test('all documents of a blog name its language by its tag', async (t) => {
  await speak('pt_BR')
  const authorization = await tokenOf('admin')
  for (const [path, ...tags] of [
    [`/live/${blog}`, 'pt_BR', 'pt-BR'],
    ['/live', 'pt-BR'],
    ['/live/search?q=Post', 'pt-BR'],
    [`/live/${blog}/atom`, 'pt-BR'],
    [`/live/${blog}/feed.json`, 'pt-BR'],
    [`/desk/${blog}`, 'pt-BR'],
    [`/resources/Desk/Blog/${blog}/Export/lines`, 'pt-BR']
  ] as const) {
    const { body } = await get(path, { accept: 'text/html, */*', authorization })
    t.same([...new Set(body.match(/pt.BR/g))], tags, path)
  }
})

t.test('languages whose script runs from right to left are written so', async (t) => {
  const written = ['ff-Adlm', 'ar', 'he', 'nqo', 'rhg-Rohg', 'syr', 'dv', 'uz-Arab']
  const tags = [...written, 'ar-Latn', 'ff', 'en', 'qqq', 'no tag']
  t.same(
    tags.filter((tag) => directionOf(tag) === 'rtl'),
    written
  )
})

await t.test('short times have the year, as the language writes it, unless a reader is in the same year', (t) => {
  const at = new Date('2025-12-31T23:30:00Z')
  const now = new Date('2026-07-01T00:00:00Z')
  t.equal(momentsIn('en-GB', 'UTC').shortTime(at), '31 Dec 2025, 23:30')
  t.equal(momentsIn('ja', 'UTC').shortTime(at, now), '2025年12月31日 23:30')
  t.equal(momentsIn('de', 'Europe/Berlin').shortTime(at, now), '1. Jan., 00:30')
  t.end()
})
