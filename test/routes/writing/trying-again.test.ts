/** A POST with an Idempotency-Key takes effect once, however often a client sends it. */
import t from 'tap'
import { buildApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { connect } from '../../../db/client.ts'
import { runKeys } from '../../../bench/endurance/keys-run.ts'
import { addWriter } from '../../../bench/stage/drill.ts'
import { build, cloneDatabase, documentOf, each, expectNothingStored, listen } from '../../support/index.ts'
import { dataDir } from '../../support/stage.ts'

const url = '/resources/Desk/Blog/3/Post/Publish'

await t.test('an insert with an Idempotency-Key takes effect once', async (t) => {
  const built = await build(t)
  const { app, sql, tokenOf } = built
  const authorization = await tokenOf('admin')
  const insert = (key: string, payload: object = { Content: 'once' }, address = url, token = authorization) =>
    app.inject({
      method: 'POST',
      url: address,
      payload,
      headers: { authorization: token, 'idempotency-key': key, accept: 'application/json' }
    })
  const countOf = async (content: string) => (await sql`select from posts where content = ${content}`).count

  await t.test('the retries may come one after another or concurrently', async (t) => {
    for (const content of ['one after another', 'at once']) {
      const first = content === 'at once' ? undefined : await insert(content, { Content: content })
      const answers = await Promise.all(Array.from({ length: 8 }, () => insert(content, { Content: content })))
      t.same([...new Set(answers.map(({ statusCode }) => statusCode))], [201])
      t.same([...new Set([...answers, ...(first ? [first] : [])].map((answer) => documentOf(answer).Id))].length, 1)
      t.equal(await countOf(content), 1)
      t.same(new Set(answers.map(({ headers }) => headers['location'])).size, 1, 'every response has the same Location')
    }
  })

  await t.test('a retry may use another format', async (t) => {
    const { Id } = documentOf(await insert('formats', { Content: 'same', Type: 'wrapup' }))
    const retry = await app.inject({
      method: 'POST',
      url,
      payload: '<Post><Content>same</Content><Type>wrapup</Type></Post>',
      headers: { authorization, 'idempotency-key': 'formats', 'content-type': 'application/xml' }
    })
    t.equal(retry.statusCode, 201)
    t.equal(documentOf(retry).Id, Id)
  })

  await t.test('a key cannot be reused for another request', async (t) => {
    await insert('used', { Content: 'used' })
    const reused = { kind: 'key-reused', places: ['Idempotency-Key'] }
    const headers = { authorization, 'idempotency-key': 'used' }
    for (const [about, change] of Object.entries({
      'another body': { payload: { Content: 'other' } },
      'another blog': { url: url.replace('/3/', '/1/') },
      'another address': { url: url.replace('/Publish', '') }
    })) {
      const request = { url, headers, payload: { Content: 'used' }, ...change }
      await expectNothingStored(t, built, request, { ...reused, about })
    }
    const { statusCode } = await insert('used', { Content: 'by somebody else' }, url, await tokenOf('bjarki'))
    t.equal(statusCode, 201, 'another user may use the same key')
  })

  await t.test('a key expires after a day', async (t) => {
    const { Id } = documentOf(await insert('old', { Content: 'old' }))
    await sql`update idempotency_keys set made_on = now() - interval '24 hours 1 second'`
    const answer = documentOf(await insert('old', { Content: 'new' }))
    t.not(answer.Id, Id)
    t.equal(documentOf(await insert('old', { Content: 'new' })).Id, answer.Id)
    t.equal((await sql`select from idempotency_keys`).count, 1, 'expired keys are deleted')
  })

  await t.test('a refused insert does not use up its key', async (t) => {
    const headers = { authorization, 'idempotency-key': 'refused' }
    const request = { url, headers, payload: { Content: 'x', Type: 'nope' } }
    await expectNothingStored(t, built, request, { kind: 'bad-body', places: ['Type'] })
    t.equal((await insert('refused', { Content: 'right' })).statusCode, 201)
  })

  await t.test('a key has 1 to 255 characters', async (t) => {
    for (const key of ['', 'k'.repeat(256), 'a\0b']) {
      const request = { url, headers: { authorization, 'idempotency-key': key }, payload: { Content: 'x' } }
      const text = await expectNothingStored(t, built, request, { kind: 'bad-parameter' })
      const refused = 'Idempotency-Key must have 1 to 255 characters, and no control characters'
      t.equal(text, `400 ${refused}\n    ${refused}`)
    }
    t.equal((await insert('k'.repeat(255), { Content: 'long' })).statusCode, 201)
  })

  await t.test('publishing and withdrawing a post take effect once too', async (t) => {
    const { Id } = documentOf(await insert('steps', { Content: 'steps' }, url.replace('/Publish', '')))
    const step = (name: string, key: string) =>
      app.inject({
        method: 'POST',
        url: url.replace('/Publish', `/${Id}/${name}`),
        headers: { authorization, 'idempotency-key': key }
      })
    const [first, second, third] = [await step('Publish', 'p'), await step('Publish', 'p'), await step('Publish', 'q')]
    t.same(each([first, second, third], 'statusCode'), [201, 201, 409])
    t.equal(second.body, first.body)
    t.equal((await step('Unpublish', 'p')).statusCode, 422)
    const both = await Promise.all([step('Unpublish', 'u'), step('Unpublish', 'u'), step('Unpublish', 'u')])
    t.same(each(both, 'statusCode'), [201, 201, 201])
  })

  await t.test('a retry shows nothing of a post that was deleted meanwhile', async (t) => {
    const { Id, href } = documentOf(await insert('gone', { Content: 'gone' }))
    const correct = () =>
      app.inject({
        method: 'PUT',
        url: String(href),
        payload: { Content: 'corrected' },
        headers: { authorization, 'idempotency-key': 'gone too', accept: 'application/json' }
      })
    await correct()
    await app.inject({ method: 'DELETE', url: String(href), headers: { authorization } })
    for (const retry of [await insert('gone', { Content: 'gone' }), await correct()]) {
      const { href: _address, CId: _change, DeletedOn, ...rest } = documentOf(retry)
      t.same(rest, { Id, IsPublished: 'True' })
      t.ok(DeletedOn)
    }
  })

  await t.test('a retry gets the first response even after the blog was closed', async (t) => {
    const { Id } = documentOf(await insert('closing', { Content: 'last words' }))
    await sql`update blogs set closed_on = now() where id = 3`
    t.equal(documentOf(await insert('closing', { Content: 'last words' })).Id, Id)
    t.equal((await insert('too late', { Content: 'too late' })).statusCode, 409)
    await sql`update blogs set closed_on = null where id = 3`
  })
})

await t.test('twenty clients with one key insert one post, whatever is cut', { timeout: 120_000 }, async (t) => {
  const url = await cloneDatabase(t)
  const sql = connect({ url, max: 4 })
  t.teardown(() => sql.end({ timeout: 5 }))
  const serve = async (databaseUrl: string) => {
    const app = await buildApp(readConfig({ DATA_DIR: await dataDir(t) }), { databaseUrl })
    t.teardown(() => app.close())
    return `http://127.0.0.1:${await listen(app)}`
  }
  const keys = 20
  const { faults, posts, lost, refused, ...cuts } = await runKeys(t, {
    url,
    sql,
    ...(await addWriter(sql)),
    keys,
    serve
  })
  t.comment(`${lost} responses lost, ${refused} refusals; ${JSON.stringify(cuts)}`)
  t.same(faults, [])
  t.equal(posts, keys)
  t.ok(cuts.clientCuts.late > keys && cuts.databaseCuts.late > keys / 5, 'many connections were cut after the commit')
})
