/** The page of one blog: writing, the timeline, and what waits for an editor. */
import type { Visit } from './visit.ts'
import { renderDesk } from './shell.tsx'

/** Returns the text of the page. */
export const blogPage = async (visit: Visit, blogId: number): Promise<string> => {
  const { module, read } = visit
  const blog = await read(`${module}/Blog/${blogId}`)
  return renderDesk(visit, { title: String(blog.Title), body: <h1>{String(blog.Title)}</h1> })
}
