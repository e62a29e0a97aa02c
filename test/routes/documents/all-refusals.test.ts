/** Every address refuses requests with the golden texts, with each place and reason. */
import t from 'tap'
import { golden } from '../../support/golden.ts'
import { wordsOf } from '../problem.ts'
import { buildStill, stable } from '../still.ts'
import { spareAddress, writesOf } from '../writes.ts'

t.test('each address refuses requests with the words that are meant', async (t) => {
  const { app, sql, tokens } = await buildStill(t)
  const headers = { host: 'desk.example', accept: 'application/json' }
  const as = (name: string) => ({ ...headers, authorization: String(tokens.get(name)) })
  const lines: string[] = []
  const say = async (about: string, request: object) =>
    lines.push(`  ${about}: ${wordsOf(await app.inject({ headers: as('admin'), ...request }))}`)

  for (const { method, path } of app.descriptions.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    if (method !== 'GET' || names.length === 0 || /URLInfo/.test(path)) continue
    lines.push(`GET ${path}`)
    for (const name of names) await say(name, { url: spareAddress(path, { [name]: 8999 }) })
  }
  for (const { name, request, description, body, unknown } of writesOf(app)) {
    // A client that has sent five comments has to wait.
    await sql`delete from received_comments`
    lines.push(name)
    await say('nobody', { ...request, headers })
    await say('a reporter', { ...request, headers: as('orysia') })
    for (const url of unknown) await say('unknown', { ...request, url })
    if (request.method !== 'POST') await say('stale', { ...request, headers: { ...as('admin'), 'if-match': '"0"' } })
    if (body !== undefined) {
      const properties = Object.keys(description.body?.properties ?? {})
      await say('wrong', { ...request, payload: Object.fromEntries(properties.map((property) => [property, []])) })
      await say('empty', { ...request, payload: {} })
    }
    const key = { ...as('admin'), 'idempotency-key': name }
    await say('first', { ...request, headers: key })
    await say('the same again', { ...request, headers: key })
    await say('another one', { ...request, headers: as('admin') })
    if (body === undefined) continue
    await say('another one with the key', { ...request, headers: key, payload: { ...body, Name: 'z' } })
  }
  await golden(t, 'all-refusals.txt', stable(lines.map((line) => `${line}\n`).join('')))
})
