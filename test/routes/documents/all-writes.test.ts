/** Each write answers with the golden document, all properties shown: what it stored, and what it chose by itself. */
import t from 'tap'
import { golden } from '../../support/golden.ts'
import { buildStill, stable } from '../still.ts'
import { writesOf } from '../writes.ts'

/** Replaces moments of this run by their distance from now: those of the other rows are far away. */
const withoutPresent = (text: string): string =>
  text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) => {
    const hours = Math.round((Date.parse(moment) - Date.now()) / 3_600_000)
    return Math.abs(hours) > 48 ? moment : `now${hours === 0 ? '' : ` + ${hours} h`}`
  })

/** Returns a document without its links to further documents and without its secrets, which are new in each run. */
const valuesIn = (body: string): string => {
  if (body === '') return ''
  const document: Record<string, unknown> = JSON.parse(body)
  const isValue = ([name, value]: readonly [string, unknown]) =>
    Object.keys(Object(value)).join() !== 'href' && name !== 'Secret' && name !== 'Token'
  const values = Object.fromEntries(Object.entries(document).filter(isValue))
  return JSON.stringify(values).replaceAll(/(?<=[/"])[\da-f]{12}(?=")/g, 'TOKEN')
}

t.test('each write answers with what it made of the least that it takes', async (t) => {
  const { app, sql, tokens } = await buildStill(t)
  // The sender of a comment is known for a day.
  await sql`update received_comments set received_on = now()`
  const headers = { host: 'desk.example', accept: 'application/json', authorization: String(tokens.get('admin')) }
  const sections: string[] = []
  for (const { name, request } of writesOf(app)) {
    const query = { 'X-Filter': '*', 'X-Format-DateTime': "yyyy-MM-dd'T'HH:mm:ss'Z'" }
    const { statusCode, headers: sent, body } = await app.inject({ headers, ...request, query })
    t.ok(statusCode < 300, `${name}: ${body}`)
    const address = sent.location === undefined ? '' : ', with an address'
    sections.push(`${name} ${statusCode}${address}\n${valuesIn(body)}`)
  }
  await golden(t, 'all-writes.txt', stable(withoutPresent(`${sections.join('\n')}\n`)))
})
