/** Addresses that forms of the page of a blog are sent to, when scripts do not run. */
import type { Post } from './post.ts'
import type { State } from './state.ts'

/** Returns the address of the page. @param query parameters, such as `panel` */
export const pageAddress = (
  state: Pick<State, 'base' | 'blog'>,
  query: Readonly<Record<string, string>> = {}
): string => state.base + pathOf(state, query)

/** Returns the parameters of a page with an open panel. */
export const panelQuery = (panel: State['panel']): Readonly<Record<string, string>> =>
  panel === 'timeline' ? {} : { panel }

const pathOf = ({ blog }: Pick<State, 'blog'>, query: Readonly<Record<string, string>>): string => {
  const parameters = new URLSearchParams(query).toString()
  return `/desk/${blog.Id}${parameters === '' ? '' : `?${parameters}`}`
}

/**
 * Returns the address of a form that leads back to the page.
 * @param more parameters of the form
 * @param query further parameters of the page
 */
export const sentFrom = (
  state: Pick<State, 'blog' | 'panel' | 'me'>,
  address: string,
  more: string = '',
  query: Readonly<Record<string, string>> = {}
): string => {
  const back = pathOf(state, { ...panelQuery(state.panel), ...query })
  return `${address}?${more}_user=${state.me.Id}&_back=${encodeURIComponent(back)}`
}

/**
 * Returns the address of a post. That in a document that came by the stream ends with `.json`.
 * @param blog address of its blog
 */
export const postResource = (blog: string, post: number): string => `${blog}/Post/${post}`

/** Returns the address of an operation on a post, for a form. Only the words that the page shows are published. */
export const operation = (state: Pick<State, 'blog' | 'panel' | 'me'>, { Id, CId }: Post, name: string): string =>
  sentFrom(state, `${postResource(state.blog.href, Id)}/${name}`, name === 'Publish' ? `_version=${CId}&` : '')
