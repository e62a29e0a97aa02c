/** Many editors do everything at once to the posts of one blog: readers miss nothing, and every count is exact. */
import { setTimeout as sleep } from 'node:timers/promises'
import t from '../support/tap.ts'
import { build, type Built } from '../support/app.ts'
import { naiveClient } from '../support/naive-client.ts'

const BLOG = '/resources/Desk/Blog/3'
const EDITORS = 8
const STEPS = 40

/** What a step may be answered with: others may have changed the post meanwhile. */
const ANSWERS = [200, 201, 204, 404, 409]

const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)]

/** An editor who does whatever comes to mind. @returns the statuses of the answers */
const restless = async ({ app }: Built, authorization: string, posts: string[], name: string) => {
  const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, headers: { authorization }, ...payload && { payload } })
  const statuses: number[] = []
  for (let step = 0; step < STEPS; step++) {
    const [post, other] = [pick(posts), pick(posts)]
    const insert = async () => {
      const answer = await send('POST', `${BLOG}/Post${pick(['', '/Publish'])}`, { Content: `${name}, step ${step}` })
      if (answer.statusCode === 201) posts.push(new URL(String(answer.headers.location)).pathname)
      return answer
    }
    const deeds = post === undefined || other === undefined
      ? [insert]
      : [
          insert,
          () => send('PUT', post, { Content: `${name}, corrected in step ${step}` }),
          () => send('POST', `${post}/${pick(['Publish', 'Publish', 'Unpublish', 'Hide', 'Unhide'])}`),
          () => send('PUT', `${post}/Post/${other.replace(/.*\//, '')}/Reorder?before=${pick(['true', 'false'])}`),
          () => send('DELETE', post)
        ]
    const { statusCode } = await (pick(deeds) ?? insert)()
    statuses.push(statusCode)
  }
  return statuses
}

t.test('eight restless editors and three readers', { timeout: 120_000 }, async (t) => {
  const built = await build(t)
  const { get, sql, tokenOf } = built
  const authorization = await tokenOf('admin')
  const posts: string[] = []
  const readers = ['', 'limit=3', 'X-Filter=Id,CId,IsPublished,DeletedOn,Content'].map((query) =>
    naiveClient(get, { list: `${BLOG}/Post/Published`, published: true, notation: 'xml', query }))

  const over = new AbortController()
  const reading = Promise.all(readers.map(async ({ poll }) => {
    while (!over.signal.aborted) {
      await poll()
      // A cached answer takes no turn of the event loop: without a pause, readers would leave none to the editors.
      await sleep(20)
    }
  }))
  const statuses = await Promise.all(Array.from({ length: EDITORS }, (_, index) =>
    restless(built, authorization, posts, `editor ${index}`)))
  over.abort()
  await reading
  for (const { catchUp } of readers) await catchUp()

  const answered = [...new Set(statuses.flat())].toSorted()
  t.same(answered.filter((status) => !ANSWERS.includes(status)), [], `answers ${answered.join(', ')}`)
  t.ok(statuses.flat().filter((status) => status < 300).length > EDITORS * STEPS / 3, 'most steps are done')

  const published = await sql<{ Id: number, Content: string }[]>`
    select id, content from posts where blog = 3 and published_on is not null and deleted_on is null`
  const truth = Object.fromEntries(published.map(({ Id, Content }) => [`${Id}`, Content]))
  for (const { shown } of readers) t.same(shown(), truth, 'a reader shows what the database holds')

  const [counts] = await sql`
    select post_count = (select count(*) from posts where blog = 3 and deleted_on is null) as posts,
      published_count = (select count(*) from posts where blog = 3 and deleted_on is null and published_on is not null) as published,
      last_c_id = (select max(c_id) from posts where blog = 3) as last,
      (select count(*) = count(distinct c_id) and count(*) = count(distinct "order") from posts where blog = 3) as distinct
    from blogs where id = 3`
  t.same({ ...counts }, { Posts: true, Published: true, Last: true, Distinct: true })
})
