/** Checks that refused requests leave the database unchanged. */
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Test } from 'tap'
import type { Built } from '../support/app.ts'
import { expectRefusal, type ExpectedProblem } from './problem.ts'

/** Returns all that an insert could change: blogs with their counters, posts, and the number of collaborators. */
export const stateOf = async (sql: Built['sql']): Promise<object> => {
  const [state] = await sql<[object]>`
    select (select json_agg(blogs order by id) from blogs) as blogs,
      (select json_agg(row(id, c_id, "order") order by id) from posts) as posts,
      (select count(*) from collaborators) as collaborators`
  return state
}

/**
 * Checks that a request, by default a POST, is refused in both formats and leaves the database as it was.
 * @returns the words of the problem
 */
export const expectNothingStored = async (
  t: Test,
  { app, sql }: Pick<Built, 'app' | 'sql'>,
  request: InjectOptions,
  expected: ExpectedProblem
): Promise<string> => {
  const before = await stateOf(sql)
  const words = await expectRefusal(t, app, { method: 'POST', ...request }, expected)
  t.same(await stateOf(sql), before, `${expected.about ?? expected.kind} stores nothing`)
  return words
}

/** Returns the three addresses that insert posts into a blog. */
export const insertAddresses = (blog: number) =>
  ['Post', 'Post/Publish', 'Post/Published'].map((end) => `/resources/Desk/Blog/${blog}/${end}`)

/** Inserts a short post. @returns the status of the response */
export const insertAt = async (app: FastifyInstance, url: string, authorization: string) =>
  (await app.inject({ method: 'POST', url, headers: { authorization }, payload: { Content: 'x' } })).statusCode
