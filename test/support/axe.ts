/** Checks the accessibility of pages with axe-core. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of axe-core about colours. All others find the same in a light and in a dark scheme. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'] as const

/**
 * Returns the violations that axe-core finds in a page or frame, as rules and elements.
 * @param rules ids of the rules that are checked; by default, those that axe-core recommends
 */
export const violationsIn = async (page: Page | Frame, rules?: readonly string[]): Promise<string[]> => {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe)
  const found: unknown = await page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })})
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`
  )
  const dangling = await page.evaluate<string[]>(DANGLING)
  return Array.isArray(found) ? [...found.map(String), ...dangling] : ['no result']
}

/** Finds elements whose label, description or controlled element is absent, which axe-core takes for unclear. */
const DANGLING = `['labelledby', 'describedby', 'controls'].flatMap((name) =>
  [...document.querySelectorAll('[aria-' + name + ']')].flatMap((element) =>
    element.getAttribute('aria-' + name).split(/\\s+/).filter((id) => document.getElementById(id) === null)
      .map((id) => name + ' without ' + id + ': ' + element.outerHTML.slice(0, 200))))`
