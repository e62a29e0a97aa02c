/** Polling from memory: the same answers as the database gives, and no statement while nothing changes. */
import fc from 'fast-check'
import t from 'tap'
import { build } from '../support/app.ts'
import { isReading } from './cached.ts'

const PATH = '/resources/Desk/Blog/3/Post/Published'

/** Says the same as none, but is read from the database. */
const READ = '&order.start=-1'

/** What may happen to a post of blog 3, by SQL. */
const happenings = [
  'update posts set content = content || \'.\', updated_on = now() where id = $1',
  'update posts set published_on = now() where id = $1 and published_on is null',
  'update posts set published_on = null where id = $1',
  'update posts set "order" = (select coalesce(max("order"), 0) + 0.000000000000000001 from posts where blog = 3) where id = $1',
  'update posts set "order" = (select min("order") / 2 from posts where blog = 3) where id = $1',
  'update posts set deleted_on = now() where id = $1'
] as const

t.test('pages that follow a change', async (t) => {
  const { app, get, post, sql, tokenOf } = await build(t)
  const authorization = await tokenOf('admin')
  const insert = (content: string) => post(PATH, JSON.stringify({ Content: content }), { authorization })

  await t.test('are those the database would give, whatever happened', async (t) => {
    for (let count = 0; count < 12; count++) await insert(`${count}`)
    const step = fc.record({ happening: fc.constantFrom(...happenings), which: fc.nat(40), since: fc.nat(80), offset: fc.nat(5), limit: fc.nat(20), detailed: fc.boolean() })
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const { happening, which, since, offset, limit, detailed } of steps) {
        const ids = await sql<{ Id: number }[]>`select id from posts where blog = 3 order by id`
        await sql.unsafe(happening, [ids[which % ids.length]?.Id ?? 0])
        // An own write is heard at once, and with it all that was written before.
        await insert('and then')
        const query = `${PATH}?cId.since=${since}&offset=${offset}&limit=${limit}&detailed=${detailed}`
        t.equal((await get(query)).body, (await get(query + READ)).body, query)
      }
    }), { numRuns: 30 })
  })

  await t.test('are one reading for all who follow, and none while nothing changes', async (t) => {
    const watched: string[] = []
    const { get: ask, post: send, tokenOf: token } = await build(t, {}, (statement) => watched.push(statement))
    const poll = async (from: number, to: number) => Promise.all(Array.from({ length: to - from }, (_, index) => ask(`${PATH}?cId.since=${from + index}`)))
    await ask('/resources')
    const own = () => watched.filter(isReading)
    const before = own().length
    t.ok((await poll(0, 200)).every(({ statusCode }) => statusCode === 200))
    t.equal(own().length - before, 1)
    await poll(0, 400)
    t.equal(own().length - before, 1)
    const headers = { authorization: await token('admin') }
    t.match(await send(PATH, '{"Content":"news"}', headers), { statusCode: 201 })
    const written = own().length
    for (const { body } of await poll(0, 300)) t.match(body, /lastCId="\d+"/)
    t.ok(own().length - written <= 2, `${own().length - written} statements after a change`)
    t.match((await ask(`${PATH}?cId.since=12`)).body, /<PostList offsetMore="\d+" total="1"/)
  })

  await t.test('of a blog that is not there are refused', async (t) => {
    t.match(await get('/resources/Desk/Blog/99/Post/Published?cId.since=1'), { statusCode: 404 })
    t.ok(app.changes.isCurrent())
  })
})
