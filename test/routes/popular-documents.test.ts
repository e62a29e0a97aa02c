/** What many read is read again as soon as it is outdated; they get what it was until then, but never for long. */
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { build } from '../support/app.ts'
import { overSocket, statementsOf } from './cached.ts'

const LIST = '/resources/Desk/Blog/3/Post/Unpublished?limit=50'

t.test('a popular document', async (t) => {
  const { app, post, sql, tokenOf } = await build(t)
  const [ask, count] = [await overSocket(t, app), statementsOf({ app })]
  const last = async () => Number(/lastCId="(\d+)"/.exec((await ask(LIST)).body.toString())?.[1])
  const makePopular = async () => {
    for (let time = 0; time < 12; time += 1) await last()
  }
  const draft = () => sql<[{ CId: number }]>`insert into posts (blog, creator, content) values (3, 1, 'x') returning c_id`

  await t.test('is read again without being asked for', async (t) => {
    await makePopular()
    const [{ CId }] = await draft()
    await sleep(700)
    t.equal(await count(async () => t.equal(await last(), CId)), 0)
  })

  await t.test('shows whoever writes what it wrote', async (t) => {
    const authorization = await tokenOf('admin')
    for (let time = 0; time < 10; time += 1) {
      await makePopular()
      const before = await last()
      t.match(await post('/resources/Desk/Blog/3/Post', '{"Content":"x"}', { authorization }), { statusCode: 201 })
      t.ok(await last() > before)
    }
  })

  await t.test('is not shown for long when it cannot be read again', async (t) => {
    await makePopular()
    const before = await last()
    const asked = await sql.begin(async (transaction) => {
      await transaction`lock table posts in access exclusive mode`
      const heard = new Promise((resolve) => { app.changes.hear(resolve) })
      await sql`update blogs set last_c_id = last_c_id + 100 where id = 3`
      await heard
      t.equal(await last(), before, 'at first it is')
      await sleep(200)
      return { answer: last() }
    })
    t.equal(await asked.answer, before + 100, 'then its readers wait')
  })

  await t.test('is only its service’s own to ask for', async (t) => {
    await makePopular()
    t.equal(await count(() => ask(LIST, { 'x-desk-refresh': 'x' })), 0)
  })
})
