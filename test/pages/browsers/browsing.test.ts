/** Browsing the pages and sending their forms, without scripts. */
import t from 'tap'
import { build, words, publishIn } from '../../support/index.ts'
import { COLOUR_RULES, violationsIn } from '../../support/axe.ts'
import { browserTest, logIn, PLAIN_PHONE } from '../../support/browser.ts'
import { BASE, formsOf, type HtmlForm } from '../../support/html.ts'
import { browserOf, errorAt, followAll } from '../../support/pages.ts'

await t.test('browsing', async (t) => {
  const { app, sql } = await build(t)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })

  await browserTest(t, 'axe-core finds no violation, in light and in dark', async (t, page) => {
    for (const path of words`
      /resources /resources/Desk/Blog?limit=2 /resources/Desk/Blog/1 /resources/HR/User/2
      /resources/Desk/Blog/3/Post/83 /resources/Desk/Blog/99 /login`) {
      await page.goto(origin + path)
      t.same(await violationsIn(page), [], path)
    }
    await logIn(page, origin, '/resources/Desk/Blog/3')
    for (const summary of await page.locator('summary').all()) await summary.click()
    t.same(await violationsIn(page), [], 'a page with forms')
    await page.emulateMedia({ colorScheme: 'dark' })
    t.same(await violationsIn(page, COLOUR_RULES), [], 'and in dark')
  })

  await browserTest(t, 'on a phone without scripts, an editor corrects a post', PLAIN_PHONE, async (t, page) => {
    const path = '/resources/Desk/Blog/3/Post/83'
    await logIn(page, origin, path)
    await page.getByText('Correct this post').first().click()
    await page.getByLabel('Content').fill('Corrected on a phone & saved')
    await page.getByRole('button', { name: 'Correct this post' }).click()
    await page.waitForURL(origin + path)
    t.match(await page.locator('article.post .text').textContent(), 'Corrected on a phone & saved')
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.goto(origin + path)
    t.equal(await page.getByRole('heading', { name: 'You can' }).count(), 0)
    const long = 'x'.repeat(140)
    const cells = `<td>${long}</td>`.repeat(3)
    await publishIn(sql, 1, `<h2>${long}</h2><p>${long}</p><pre>${long}</pre><table><tr>${cells}</tr></table>`)
    for (const each of [path, '/resources/Desk/Blog/1', '/resources/Desk/Blog/1/Post', '/resources']) {
      await page.goto(origin + each)
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
      t.ok(width <= 360, `${each} is ${width} pixels wide`)
    }
  })

  await browserTest(t, 'the keyboard reaches the content, the filters and the next page', async (t, page) => {
    await page.goto(`${origin}/resources/Desk/Blog?limit=1`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    t.equal(await page.evaluate('document.activeElement.id'), 'content', 'the skip link leads to the content')
    await page.locator('summary').first().focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Is live').selectOption({ label: 'yes' })
    await page.getByRole('button', { name: 'Apply' }).press('Enter')
    await page.waitForURL(/isLive=true/)
    await page.goto(`${origin}/resources/Desk/Blog?limit=1`)
    await page.getByRole('link', { name: 'Next page' }).press('Enter')
    await page.waitForURL(/offset=1/)
    t.equal(await page.getByRole('heading', { level: 2 }).count(), 1)
  })
})

/** Ids that a person types into required fields, by path of the form: a test cannot make them up. */
const TYPED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/resources/Archive/AudioInfo': { MetaData: '7', Language: '3' },
  '/resources/Archive/ImageInfo': { MetaData: '1', Language: '3' },
  '/resources/Archive/MetaInfo': { MetaData: '2', Language: '3' },
  '/resources/Archive/VideoInfo': { MetaData: '8', Language: '3' },
  // The sources of the demo have a collaborator without a user.
  '/resources/Data/Collaborator': { Source: '2', User: '2' },
  '/resources/Data/Source': { Type: 'internal' },
  '/resources/Desk/Blog': { Language: '1' },
  // Within the year to come.
  '/resources/Desk/Blog/*/Post/*/Schedule': { PublishOn: new Date(Date.now() + 86_400_000).toISOString() },
  '/resources/Desk/Blog/*/Source': { Type: 'internal' },
  // A person needs a name, whichever.
  '/resources/HR/Person': { FirstName: 'Kim' },
  '/resources/Localization/Language': { Code: 'nl' },
  '/resources/Security/Right': { Type: '1' }
}

const pathOf = ({ action }: HtmlForm) => action.slice(BASE.length).replace(/\?.*/, '').replace(/\d+/g, '*')

await t.test('links and forms of all pages', async (t) => {
  // Without a cache, pages show the changes of the test at once.
  const built = await build(t, { CACHE_MB: '0' })
  const cookie = `desk_session=${await built.tokenOf('admin')}`
  const admin = browserOf(built, cookie)
  const pages = await followAll(built, `${BASE}/resources`, { cookie })
  /** The pages that offer a form: one of each form that inserts or changes something. */
  const offered = new Map<string, string>()
  // Pages of readers have other forms.
  for (const { address, body } of pages.filter(({ address }) => !address.startsWith(`${BASE}/live`))) {
    for (const form of formsOf(body)) {
      const hasFields = form.action.startsWith(`${BASE}/resources`) && Object.keys(form.values).length > 0
      const key = `${form.button}: ${pathOf(form)}`
      if (hasFields && form.button !== 'Apply' && !offered.has(key)) offered.set(key, address)
    }
  }
  const openForm = async (key: string): Promise<HtmlForm> => {
    const { body } = await admin.open(offered.get(key) ?? '')
    const form = formsOf(body).find((each) => `${each.button}: ${pathOf(each)}` === key)
    if (form === undefined) throw new Error(`the page no longer offers ${key}`)
    return form
  }
  const inserts = [...offered.keys()].filter((key) => key.startsWith('Insert') || key.startsWith('Add'))

  await t.test('every link of a page answers', async (t) => {
    // The address of the service leads people with a session to their blogs.
    const statusOf = (address: string) => (address === `${BASE}/` ? 303 : 200)
    const wrong = pages.flatMap(({ address, from, status }) =>
      status === statusOf(address) ? [] : [{ address, from, status }]
    )
    t.ok(pages.length > 100, `${pages.length} pages`)
    t.same(wrong, [])
  })

  await t.test('forms have titles in plain English, without names of resources', async (t) => {
    const titles = [...offered.keys()].map((key) => key.replace(/:.*/, ''))
    const verbs = /^(Add|Change|Close|Correct|Insert|Open|Publish) /
    t.same(
      titles.filter((title) => !verbs.test(title) || /[a-z][A-Z]|\b(?:HR|RBAC)|\band \w+s it\b|\ba [aeio]/.test(title)),
      []
    )
  })

  await t.test('forms are stored when only their required fields are filled', async (t) => {
    t.ok(offered.size > 40, `${offered.size} forms`)
    for (const key of offered.keys()) {
      const form = await openForm(key)
      const values = { ...form.values, ...TYPED[pathOf(form)] }
      for (const name of form.required) values[name] ||= `A new ${name}`
      const { statusCode, body } = await admin.send(form.action, values)
      t.equal(statusCode, 303, `${key}: ${/(?<=class="detail">)[^<]*/.exec(body)?.[0]}`)
    }
  })

  await t.test('forms name their required fields when nothing is filled', async (t) => {
    t.ok(inserts.length > 15, `${inserts.length} forms`)
    for (const key of inserts) {
      const form = await openForm(key)
      const { statusCode, body } = await admin.send(form.action, form.values)
      t.equal(statusCode, 400, key)
      for (const name of form.required) t.match(errorAt(body, name), / is missing$/, key)
    }
  })
})
