/** The types of posts and their fields are declared once, and everything that shows them agrees. */
import { render } from 'preact-render-to-string'
import { h } from 'preact'
import t from 'tap'
import { english } from '../../plugins/labels/labels.ts'
import { Article } from '../../plugins/pages/article.tsx'
import { bodyOf, draftOf } from '../../plugins/desk/view/draft.ts'
import { emptyDraft } from '../../plugins/desk/view/writing.ts'
import { writtenTypes } from '../../schemas/post-types.ts'
import { build } from '../support/index.ts'

/** Returns a value for each field of a type. */
const valuesOf = ({ fields }: (typeof writtenTypes)[number]) =>
  Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'url' ? `https://${name}.example/` : `My ${name}`]))

await t.test('a new installation has the types that people write', async (t) => {
  const { get } = await build(t)
  const { body } = await get('/resources/Data/PostType.json?X-Filter=Key')
  const keys = JSON.parse(body).PostTypeList.map(({ Key }: { Key: string }) => Key)
  t.same([...keys].sort(), writtenTypes.map(({ key }) => key).sort())
})

await t.test('the description of Meta names every field', async (t) => {
  const { get } = await build(t)
  const { body } = await get('/openapi.json')
  for (const { key, fields } of writtenTypes) {
    for (const { name, label } of fields) t.match(body, `${name} (${label})`, `${key}: ${name}`)
  }
})

for (const type of writtenTypes) {
  await t.test(`readers see what was filled in for a post of the type ${type.key}`, async (t) => {
    const fields = valuesOf(type)
    const body = bodyOf({ ...emptyDraft('new'), type: type.key, text: 'Text', fields })
    const post = { ...body, AuthorName: 'Ada', Id: 1, Blog: 1, CId: 1, Order: '1' }
    const page = render(h(Article, { post, base: '', sanitise: (markup: string) => markup, labels: english }))
    for (const [name, value] of Object.entries(fields)) t.match(page, value, name)
    const { Type, ...others } = body
    t.same(draftOf({ ...others, Type: { Key: Type } }, 'again').fields, fields, 'and editors correct it')
  })
}
