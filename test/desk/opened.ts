/** Opens the page of a blog in a browser, as somebody who is logged in. */
import type { Page } from 'playwright-core'
import { ADMIN_PASSWORD } from '../support/index.ts'

/** Logs in, and waits until the script of the page runs. */
export const openDesk = async (page: Page, service: string, blogId: number): Promise<void> => {
  await page.goto(`${service}/login?to=/desk/${blogId}`)
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password').fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Rich text' }).waitFor()
}

/** Goes on with the editor for rich text, and waits until it is open. */
export const writeRich = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Rich text' }).click()
  await page.locator('#write [contenteditable]').waitFor()
}
