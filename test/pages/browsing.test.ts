/** People browse the resources in a real browser, without JavaScript, with the keyboard, and with assistive tools. */
import type { Page } from 'playwright-core'
import t from 'tap'
import { ADMIN_PASSWORD, build } from '../support/app.ts'
import { violationsIn } from '../support/axe.ts'
import { browserTest, closeBrowser } from '../support/browser.ts'

await t.test('browsing', async (t) => {
  t.teardown(closeBrowser)
  const { app } = await build(t)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })

  const logIn = async (page: Page, to: string) => {
    await page.goto(`${origin}/login?to=${to}`)
    await page.getByLabel('User name').fill('admin')
    await page.getByLabel('Password').fill(ADMIN_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(origin + to)
  }

  await browserTest(t, 'axe-core finds no violation, in light and in dark', async (t, page) => {
    for (const path of [
      '/resources',
      '/resources/Desk/Blog?limit=2',
      '/resources/Desk/Blog/1',
      '/resources/HR/User/2',
      '/resources/Desk/Blog/3/Post/83',
      '/resources/Desk/Blog/99',
      '/login'
    ]) {
      await page.goto(origin + path)
      t.same(await violationsIn(page), [], path)
    }
    await logIn(page, '/resources/Desk/Blog/3')
    for (const summary of await page.locator('summary').all()) await summary.click()
    t.same(await violationsIn(page), [], 'a page with forms')
    await page.emulateMedia({ colorScheme: 'dark' })
    t.same(await violationsIn(page), [], 'and in dark')
  })

  await browserTest(
    t,
    'on a phone and without JavaScript, an editor logs in, corrects a post, and logs out',
    async (t, page) => {
      const path = '/resources/Desk/Blog/3/Post/83'
      await logIn(page, path)
      await page.getByText('Correct this post').first().click()
      await page.getByLabel('Content').fill('Corrected on a phone & saved')
      await page.getByRole('button', { name: 'Correct this post' }).click()
      await page.waitForURL(origin + path)
      t.match(await page.locator('article.post .text').textContent(), 'Corrected on a phone & saved')
      await page.getByRole('button', { name: 'Log out' }).click()
      await page.goto(origin + path)
      t.equal(await page.getByRole('heading', { name: 'You can' }).count(), 0)
      for (const each of [path, '/resources/Desk/Blog/1', '/resources/Desk/Blog/1/Post', '/resources']) {
        await page.goto(origin + each)
        const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
        t.ok(width <= 360, `${each} is ${width} pixels wide`)
      }
    },
    { javaScriptEnabled: false, viewport: { width: 360, height: 740 } }
  )

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
