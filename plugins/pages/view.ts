/** The parts of pages that the HTML writer is handed. Import this file when a page is made: it takes 0.1 s to load. */
import type { HtmlView } from '../representation/html.ts'
import { postArticle, removedArticle } from './post.tsx'
import { sanitise } from './markup.tsx'

export const view: HtmlView = {
  sanitise,
  items: { post: { shows: 'Content', write: postArticle }, removedPost: { write: removedArticle } }
}
