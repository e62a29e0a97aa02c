/** A page of another origin attacks the session of somebody who is logged in, in a real browser. */
import type { Page } from 'playwright-core'
import t from 'tap'
import { ADMIN_PASSWORD, build, until } from '../../support/index.ts'
import { browserTest } from '../../support/browser.ts'
import { otherSite } from '../../support/sites.ts'

const SECRET = 'A draft that nobody else may read'

const { app, sql } = await build(t, { PUBLIC_DRAFTS: 'false' })
const service = await app.listen({ host: '127.0.0.1', port: 0 })
const posts = `${service}/resources/Desk/Blog/3/Post`
await sql`insert into posts (blog, creator, content) values (3, 1, ${SECRET})`

const logIn = async (page: Page) => {
  await page.goto(`${service}/login?to=/resources`)
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password').fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Log out' }).waitFor()
}

/** Returns the text of a response that a page could read, or that it could read none. */
const READ = `async (url, options) => {
  try {
    return await (await fetch(url, { credentials: 'include', ...options })).text()
  } catch {
    return 'nothing'
  }
}`

/** Sends all that a page may send to another origin: requests with and without CORS, beacons, streams and elements. */
const attack = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const read = ${READ}
    const posts = ${JSON.stringify(posts)}
    const json = JSON.stringify({ Content: 'evil' })
    const as = (type) => ({ 'content-type': type })
    const found = await Promise.all([
      ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].flatMap((type) => [
        read(posts, { method: 'POST', mode: 'no-cors', headers: as(type), body: json }),
        read(posts + '.json', { method: 'POST', headers: as(type), body: json })
      ]),
      read(posts, { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ Content: 'evil' }) }),
      read(posts + '/83?_method=DELETE', { method: 'POST', mode: 'no-cors', body: new URLSearchParams() }),
      read(posts + '/83.html?_method=DELETE', { method: 'POST', mode: 'no-cors', body: new URLSearchParams() }),
      read(posts, { method: 'POST', headers: as('application/json'), body: json }),
      read(posts + '/83', { method: 'PUT', headers: as('application/json'), body: json }),
      read(posts + '/83', { method: 'DELETE' }),
      read(posts + '/Unpublished.json?X-Filter=*'),
      read(posts + '/Unpublished.json?X-Filter=*', { mode: 'no-cors' }),
      read(posts + '.html?X-Filter=*'),
      read(posts + '.json?X-Filter=*', { credentials: 'omit' })
    ])
    const heard = (list, withCredentials) => new Promise((resolve) => {
      const source = new EventSource(posts + list + '.json?stream&cId.since=0', { withCredentials })
      source.onmessage = ({ data }) => resolve(data)
      source.onerror = () => resolve('nothing')
    })
    for (const list of ['', '/Published']) found.push(await heard(list, true), await heard(list, false))
    navigator.sendBeacon(posts, new Blob([json], { type: 'text/plain' }))
    navigator.sendBeacon(posts, new URLSearchParams({ Content: 'evil' }))
    const loaded = (element) => new Promise((resolve) => {
      element.onload = element.onerror = () => resolve()
      document.body.append(element)
    })
    for (const tag of ['img', 'iframe', 'script']) {
      await loaded(Object.assign(document.createElement(tag), { src: posts + '/Unpublished.json?X-Filter=*' }))
    }
    for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      for (const action of [posts, posts + '.html', posts + '/83?_method=DELETE', posts + '/83.html?_method=PUT']) {
        const frame = Object.assign(document.createElement('iframe'), { name: enctype + action })
        const form = Object.assign(document.createElement('form'), { method: 'post', enctype, action })
        form.target = frame.name
        const field = Object.assign(document.createElement('input'), { name: 'Content', value: 'evil' })
        form.append(field)
        document.body.append(frame, form)
        const shown = new Promise((resolve) => { frame.onload = resolve })
        form.submit()
        await shown
      }
    }
    return found
  })()`)

for (const [about, host, sendsCookie] of [
  ['another site', 'localhost', false],
  ['another port of the same host, which gets the cookie', '127.0.0.1', true]
] as const) {
  await browserTest(t, `a page of ${about} reads no draft and writes nothing`, async (t, page) => {
    await logIn(page)
    const before = await sql`select id, content, deleted_on from posts order by id`
    const answers: { method: string; status: number }[] = []
    const cookies: Promise<boolean>[] = []
    await page.goto(await otherSite(t, host, '<!doctype html><title>Attack</title><body>'))
    page.on('response', (response) => {
      const request = response.request()
      answers.push({ method: request.method(), status: response.status() })
      cookies.push(request.headerValue('cookie').then((cookie) => cookie?.includes('desk_session=') === true))
    })
    const found = await attack(page)
    t.ok(found.length > 15)
    for (const text of found) t.notMatch(text, SECRET)
    t.match(found.join(), 'Post', 'it reads what everybody may')
    t.same(await sql`select id, content, deleted_on from posts order by id`, before)
    const writes = answers.filter(({ method }) => method !== 'GET' && method !== 'OPTIONS')
    t.ok(writes.length > 15, 'the requests arrived')
    const unexpected = writes.filter(({ status }) => status < 400)
    t.same(unexpected, [])
    t.equal((await Promise.all(cookies)).some(Boolean), sendsCookie)
  })
}

await browserTest(t, 'a link of another site keeps the session, and a form there has none', async (t, page) => {
  await logIn(page)
  const link = `<a href="${service}/desk/3">The rehearsal</a>`
  const form = `<form method="post" action="${posts}.html"><input name="Content"><button>Win</button></form>`
  const address = await otherSite(t, 'localhost', `<!doctype html><title>Another site</title>${link}${form}`)
  const before = await sql`select id, content, deleted_on from posts order by id`
  await page.goto(address)
  const [response] = await Promise.all([page.waitForNavigation(), page.getByRole('link').click()])
  t.same([response?.status(), page.url()], [200, `${service}/desk/3`])
  await page.goto(address)
  const [refused] = await Promise.all([page.waitForNavigation(), page.getByRole('button').click()])
  t.equal(refused?.status(), 401)
  t.same(await sql`select id, content, deleted_on from posts order by id`, before)
})

await browserTest(t, 'a script of our own page reads drafts and writes, until the session ends', async (t, page) => {
  await logIn(page)
  const read = (path: string, options = '{}') =>
    page.evaluate<string>(`(${READ})(${JSON.stringify(posts + path)}, ${options})`)
  t.match(await read('/Unpublished.json?X-Filter=*'), SECRET)
  const json = `headers: { 'content-type': 'application/json', accept: 'application/json' }`
  const inserted = JSON.parse(
    await read('', `{ method: 'POST', ${json}, body: JSON.stringify({ Content: 'From a script' }) }`)
  )
  t.equal(inserted.Content, 'From a script')
  const changed = await read(`/${inserted.Id}`, `{ method: 'PUT', ${json}, body: '{"Content":"Corrected"}' }`)
  t.equal(JSON.parse(changed).Content, 'Corrected')
  t.match(await read('/Unpublished.json', "{ credentials: 'omit' }"), 'Drafts are not public')

  await page.evaluate(`globalThis.events = []
    const source = new EventSource(${JSON.stringify(posts)} + '.json?stream&cId.since=0')
    source.onmessage = ({ data }) => events.push(data)
    source.addEventListener('close', ({ data }) => events.push(data))`)
  const heard = (text: string) => until(() => page.evaluate<boolean>(`events.some((data) => data.includes('${text}'))`))
  t.ok(await heard('Corrected'), 'the stream of all posts shows the draft')

  await sql`delete from sessions`
  t.ok(await heard('session ended'))
  await app.freshness.catchUp()
  t.match(await read('/Unpublished.json'), 'Drafts are not public')
})
