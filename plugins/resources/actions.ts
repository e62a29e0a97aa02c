/** The actions that a page offers: the writes at its address and below it that the user of the session may do. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SessionUser } from '../../db/sessions.ts'
import type { RuleName } from '../authorization/rules.ts'
import type { Form } from '../pages/form.tsx'
import type { Description } from './description.ts'
import { writeForm } from './forms.ts'
import { readableShapes, segmentsOf, shapeOf } from './paths.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { versionOf } from './documents.ts'

/** Returns a function that returns the forms of a page. */
export const actions = (app: FastifyInstance) => {
  const { blogFor } = app.authorization
  let writes: ReadonlyMap<string, readonly Description[]> | undefined

  /**
   * @param address address of the page, without an extension
   * @param end the extension of the page's address with its dot, or nothing
   */
  return async (
    request: FastifyRequest,
    user: SessionUser,
    { address, end, row }: { address: string; end: string; row: Row }
  ): Promise<readonly Form[]> => {
    writes ??= writesByPage(app.descriptions)
    const pattern = request.routeOptions.url ?? ''
    const forms = new Map<string, Form>()
    // Most writes of a page have the same rule in the same blog.
    const answers = new Map<string, boolean>()
    const may = async (who: RuleName | undefined, write: Description, params: Row): Promise<boolean> => {
      const blogId = await blogFor(write, params, {})
      const question = JSON.stringify([who, blogId, params])
      const answer = answers.get(question) ?? (await app.authorization.may(user, params, who, blogId))
      answers.set(question, answer)
      return answer
    }
    for (const write of writes.get(shapeOf(pattern)) ?? []) {
      if (write.applies?.(row) === false) continue
      const params = paramsFor(write.path, pattern, membersOf(request.params))
      const who = write.who === 'author' && !isOwnDraft(row, user) ? 'publisher' : write.who
      if (!(await may(who, write, params))) continue
      const below = segmentsOf(write.path).slice(segmentsOf(pattern).length)
      const version =
        write.body === undefined ? undefined : versionOf(request.routeOptions.config.description?.model, row)
      const values = write.method === 'PUT' ? row : {}
      const form = writeForm(write, [address, ...below].join('/') + end, values, { version, user: user.Id })
      forms.set(form.title, form)
    }
    return [...forms.values()]
  }
}

/**
 * Returns the writes that a page can offer, by the shape of the page's path: that of the nearest resource. Forms cannot
 * fill in addresses, so writes with further variables are left out, like uploads and writes that need no session.
 */
const writesByPage = (descriptions: readonly Description[]) => {
  const pages = readableShapes(descriptions)
  const writes = new Map<string, Description[]>()
  for (const write of descriptions.filter(({ reads, who, takesFile }) => !reads && !takesFile && who !== undefined)) {
    const segments = segmentsOf(write.path)
    const lengths = segments.map((_segment, index) => segments.length - index)
    const length = lengths.find((length) => pages.has(shapeOf(segments.slice(0, length).join('/')))) ?? 0
    // The index of resources offers nothing.
    if (length < 2 || segments.slice(length).some((segment) => segment.startsWith(':'))) continue
    const page = shapeOf(segments.slice(0, length).join('/'))
    writes.set(page, [...(writes.get(page) ?? []), write])
  }
  return writes
}

/** Members of a blog may change their own drafts; other posts only those who publish. */
const isOwnDraft = ({ Creator, IsPublished }: Row, { Id }: SessionUser) => Creator === Id && IsPublished === false

/** Returns the path parameters of a write from those of its page. The two may have other names. */
const paramsFor = (path: string, pattern: string, params: Row): Row => {
  const names = segmentsOf(pattern)
  return Object.fromEntries(
    segmentsOf(path).flatMap((segment, index) =>
      segment.startsWith(':') ? [[segment.slice(1), params[names[index]?.slice(1) ?? '']]] : []
    )
  )
}
