/** Checks the accessibility of pages with axe-core. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns the violations that axe-core finds in a page or frame, as rules and elements. */
export const violationsIn = async (page: Page | Frame): Promise<string[]> => {
  await page.evaluate(axe)
  const found: unknown = await page.evaluate(
    `axe.run().then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`
  )
  return Array.isArray(found) ? found.map(String) : ['no result']
}
