/** What inserts may change, as the database holds it. */
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Test } from 'tap'
import type { Built } from '../support/app.ts'
import { expectRefusal, type Expected } from './problem.ts'

/** Everything that an insert would change: the blogs with their counters, the posts, and who is a collaborator. */
export const stateOf = async (sql: Built['sql']): Promise<object> => {
  const [state] = await sql<[object]>`
    select (select json_agg(blogs order by id) from blogs) as blogs,
      (select json_agg(row(id, c_id, "order") order by id) from posts) as posts,
      (select count(*) from collaborators) as collaborators`
  return state
}

/** Checks that an insert is refused in both notations and leaves the database as it was. */
export const expectNothingStored = async (
  t: Test,
  { app, sql }: Pick<Built, 'app' | 'sql'>,
  request: InjectOptions,
  expected: Expected
): Promise<void> => {
  const before = await stateOf(sql)
  await expectRefusal(t, app, { method: 'POST', ...request }, expected)
  t.same(await stateOf(sql), before, `${expected.about ?? expected.kind} stores nothing`)
}

/** The three addresses where posts are inserted into a blog. */
export const insertAddresses = (blog: number) =>
  ['Post', 'Post/Publish', 'Post/Published'].map((end) => `/resources/Desk/Blog/${blog}/${end}`)

/** Inserts a small post. @returns the status */
export const insertAt = async (
  app: FastifyInstance,
  url: string,
  authorization: string,
  body: object = { Content: 'x' }
) => (await app.inject({ method: 'POST', url, headers: { authorization }, payload: body })).statusCode
