/** Texts of all scripts are stored and shown exactly as posted. */
import fc from 'fast-check'
import t from 'tap'
import { readTree } from '../plugins/libxml2.ts'
import { build } from '../support/app.ts'
import { legalText } from '../support/rows.ts'
import { escapeXml } from '../support/xml.ts'

/** Number of texts. The environment variable TEXTS overrides it. */
const COUNT = Number(process.env.TEXTS ?? 600)
const IN_FLIGHT = 8

/** Calls `work` with each number below `count`, several at a time. */
const each = async (count: number, work: (at: number) => Promise<void>) => {
  let next = 0
  const worker = async () => {
    while (next < count) {
      const at = next
      next += 1
      await work(at)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
}

/** Returns the Accept header of a text: XML for every other pair, so that there are all combinations with bodies. */
const acceptOf = (at: number) => (at % 4 < 2 ? 'application/xml' : 'application/json')

/** Returns the content of a post in XML or JSON. */
const contentOf = (type: unknown, body: string): unknown =>
  String(type).includes('json')
    ? JSON.parse(body).Content
    : readTree(body).children.find(({ name }) => name === 'Content')?.text

t.test('texts of all scripts are stored and shown exactly as posted', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  const authorization = await tokenOf('admin')
  const seed = Math.floor(Math.random() * 2 ** 31)
  const contents = fc.sample(
    legalText.filter((text) => text !== ''),
    { numRuns: COUNT, seed }
  )
  const addresses: string[] = []
  const wrong: string[] = []
  const compare = (at: number, step: string, actual: unknown) => {
    if (actual !== contents[at]) wrong.push(`${step}: ${JSON.stringify(contents[at])} became ${JSON.stringify(actual)}`)
  }
  t.comment(`seed ${seed}`)

  await each(COUNT, async (at) => {
    const content = contents[at] ?? ''
    const [type, payload] =
      at % 2 === 0
        ? [
            'application/xml; charset=utf-8',
            `<?xml version="1.0" encoding="UTF-8"?>\n<Post><Content>${escapeXml(content)}</Content></Post>`
          ]
        : ['application/json', JSON.stringify({ Content: content })]
    const accept = acceptOf(at)
    const answer = await app.inject({
      method: 'POST',
      url: '/resources/Desk/Blog/1/Post',
      headers: { authorization, accept, 'content-type': type },
      payload
    })
    addresses[at] = String(answer.headers.location)
    if (answer.statusCode === 201) {
      compare(at, `response to ${type}`, contentOf(answer.headers['content-type'], answer.body))
    } else wrong.push(`${answer.statusCode} for ${payload}: ${answer.body}`)
  })
  t.same(wrong.slice(0, 5), [], `the responses to ${COUNT} inserts have the texts`)
  t.equal(new Set(addresses).size, COUNT)

  // The response to each insert has already shown the text. Read one in four texts again, in the other format.
  await each(COUNT / 4, async (quarter) => {
    const at = quarter * 4 + (quarter % 4)
    const accept = acceptOf(at + 2)
    const { headers, body } = await app.inject({
      method: 'GET',
      url: new URL(addresses[at] ?? '').pathname,
      headers: { accept }
    })
    compare(at, accept, contentOf(headers['content-type'], body))
  })
  t.same(wrong.slice(0, 5), [], 'reading in the other format returns the texts')

  const stored = new Map(
    (await sql<{ Id: number; Content: string }[]>`select id, content from posts where blog = 1`).map(
      ({ Id, Content }) => [Id, Content]
    )
  )
  for (const [at, address] of addresses.entries()) compare(at, 'stored', stored.get(Number(address.split('/').at(-1))))
  t.same(wrong.slice(0, 5), [], 'the database has the texts')
})
