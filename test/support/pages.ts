/** Opens pages, follows their links and sends their forms. */
import type { Test } from 'tap'
import type { Built } from './app.ts'
import { BASE, BROWSER, elementsOf, formsOf, hrefsOf, type HtmlForm } from './html.ts'

/** A response on the way through the pages. */
export interface Visited {
  address: string
  from: string
  status: number
  type: string
  body: string
}

/** Follows all links of pages: one address of each shape. */
export const followAll = async (
  { get }: Pick<Built, 'get'>,
  start: string,
  headers: Readonly<Record<string, string>> = {}
): Promise<Visited[]> => {
  const shapes = new Set<string>()
  const visited: Visited[] = []
  const waiting = [{ address: start, from: '' }]
  for (const { address, from } of waiting) {
    const shape = address.replace(/\d+|(?<=\/Language\/)[a-z]\w*/g, '*').replace(/=[^&]*/g, '')
    if (!address.startsWith(BASE) || shapes.has(shape)) continue
    shapes.add(shape)
    const answer = await get(address.slice(BASE.length).replace(/#.*/, ''), { ...BROWSER, ...headers })
    const type = String(answer.headers['content-type'])
    visited.push({ address, from, status: answer.statusCode, type, body: answer.body })
    if (!type.startsWith('text/html')) continue
    waiting.push(...hrefsOf(answer.body).map((href) => ({ address: href, from: address })))
  }
  return visited
}

const FORM = 'application/x-www-form-urlencoded'

/**
 * Returns a browser without JavaScript.
 * @param cookie a cookie that it has already, such as that of a session
 */
export const browserOf = ({ get, post }: Pick<Built, 'get' | 'post'>, cookie?: string) => {
  const own = { ...BROWSER, ...(cookie !== undefined && { cookie }) }
  const open = (url: string) => get(url.replace(BASE, ''), own)
  const send = (
    url: string,
    values: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {}
  ) =>
    post(url.replace(BASE, ''), new URLSearchParams(values).toString(), {
      ...own,
      'content-type': FORM,
      origin: BASE,
      ...headers
    })
  return {
    open,
    /** Returns the form with a button on a page. */
    form: async (url: string, button: string) => formWith((await open(url)).body, button),
    /** Sends the fields of a form. Headers replace those of a form of the service's own pages. */
    send
  }
}

/** Returns a function that sends a form of a page, found by its button, and returns the page that follows. */
export const formSender =
  ({ form, open, send }: ReturnType<typeof browserOf>, page: string) =>
  async (t: Test, button: string, values: Readonly<Record<string, string>> = {}): Promise<string> => {
    const { action, values: before } = await form(page, button)
    const { statusCode, headers, body } = await send(action, { ...before, ...values })
    t.same([statusCode, body], [303, ''], button)
    return (await open(String(headers.location))).body
  }

/** Returns the form with a button. */
export const formWith = (html: string, button: string): HtmlForm => {
  const forms = formsOf(html)
  const form = forms.find((each) => each.button === button)
  if (form === undefined) throw new Error(`no form ${button}, but ${forms.map((each) => each.button).join(', ')}`)
  return form
}

/** Returns the reason at a field of a refused form. */
export const errorAt = (html: string, field: string): string | undefined =>
  elementsOf(html).find(({ attributes: { id = '' } }) => id.endsWith(`-${field}-error`))?.text
