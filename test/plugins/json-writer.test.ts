/** The compiled JSON writers: for any row, the content of the XML document, and values of their own types when asked. */
import fc from 'fast-check'
import t from '../support/tap.ts'
import { linkContextOf } from '../../plugins/resources/representation/template.ts'
import { defaultPresentation } from '../../plugins/resources/representation/presentation.ts'
import { compileWriter, formats } from '../../plugins/resources/representation/formats.ts'
import { planOf } from '../../plugins/resources/representation/plan.ts'
import { parseSelection, select } from '../../plugins/resources/representation/selection.ts'
import { everyDocument, isList, rowsOf } from '../support/rows.ts'
import { documentOf, type Element, type Value } from './document.ts'
import { readTree, type Tree } from './libxml2.ts'

const [xml, json] = formats
if (xml === undefined || json === undefined) throw new Error('Two formats are wanted')

const documents = await everyDocument()
const shown = fc
  .record({ extension: fc.constantFrom('json', undefined), addressed: fc.boolean() })
  .map(({ extension, addressed }) => ({
    base: 'https://live.example/desk',
    module: 'Desk',
    addressed,
    ...(extension !== undefined && { extension })
  }))

/** Members in order, so that order counts too. */
const same = (written: string, expected: unknown) => {
  const actual = JSON.stringify(JSON.parse(written))
  if (actual !== JSON.stringify(expected)) throw new Error(`got      ${actual}\nexpected ${JSON.stringify(expected)}`)
}

/** The JSON form of an element. */
const ofElement = ({ kind, name, attributes, text, children }: Element, value: (value: Value) => unknown): unknown => {
  if (kind === 'value') return text === undefined ? '' : value(text)
  const items = children.map((child): [string, unknown] => [child.name, ofElement(child, value)])
  return assembled(
    kind,
    name,
    attributes.map(([attribute, content]) => [attribute, value(content)]),
    items
  )
}

/** The JSON form of an element as libxml2 read it; `like` tells only what each element stands for. */
const ofTree = ({ name, attributes, text, children }: Tree, like: Element): unknown => {
  if (like.kind === 'value') return text
  const items = children.map((child, at): [string, unknown] => {
    const counterpart = like.children[at]
    if (counterpart === undefined) throw new Error(`${name} has a child too many, ${child.name}`)
    return [child.name, ofTree(child, counterpart)]
  })
  return assembled(like.kind, name, Object.entries(attributes), items)
}

const assembled = (
  kind: Element['kind'],
  name: string,
  attributes: readonly [string, unknown][],
  items: readonly [string, unknown][]
) => {
  const contents = items.map(([, content]) => content)
  if (kind === 'rows') return contents
  // Plain values stand under their name twice.
  if (kind === 'values') return { [name]: contents }
  return Object.fromEntries(kind === 'list' ? [...attributes, [name, contents]] : [...attributes, ...items])
}

t.test('JSON and XML say the same', async (t) => {
  for (const { exportedAs, schema } of documents) {
    const writeXml = compileWriter([schema], xml, 'Desk')
    const writeJson = compileWriter([schema], json, 'Desk')
    fc.assert(
      fc.property(rowsOf(schema), shown, (row, { addressed, ...at }) => {
        const place = linkContextOf(at.base, at.extension, defaultPresentation)
        const expected = documentOf(schema, row, { ...at, addressed })
        const read = ofTree(readTree(writeXml(row, place, addressed)), expected)
        // Documents of a standard's form have typed values whatever was asked.
        same(
          writeJson(row, place, addressed),
          expected.namespace === undefined ? read : ofElement(expected, ({ typed }) => typed)
        )
      }),
      { numRuns: 60 }
    )
    t.pass(exportedAs)
  }
})

t.test('what is shown only on request is shown when it was', async (t) => {
  for (const { exportedAs, schema } of documents) {
    if (isList(schema) || schema.wire.onRequest.length === 0) continue
    fc.assert(
      fc.property(
        rowsOf(schema),
        shown,
        fc.subarray([...schema.wire.onRequest]),
        (row, { addressed, ...at }, requested) => {
          const write = json.compile(
            select(planOf(schema, at.module), parseSelection(requested.join()), () => undefined)
          )
          const expected = documentOf(schema, row, { ...at, addressed, requested })
          same(
            write(row, linkContextOf(at.base, at.extension, defaultPresentation), addressed),
            ofElement(expected, ({ text }) => text)
          )
        }
      ),
      { numRuns: 60 }
    )
    t.pass(exportedAs)
  }
})

t.test('typed values are numbers, booleans, ISO 8601 moments and texts', async (t) => {
  for (const { exportedAs, schema } of documents) {
    const write = compileWriter([schema], json, 'Desk')
    fc.assert(
      fc.property(rowsOf(schema), shown, (row, { addressed, ...at }) => {
        const expected = documentOf(schema, row, { ...at, addressed })
        same(
          write(row, linkContextOf(at.base, at.extension, { ...defaultPresentation, typed: true }), addressed),
          ofElement(expected, ({ typed }) => typed)
        )
      }),
      { numRuns: 60 }
    )
    t.pass(exportedAs)
  }
})

t.test('no document has two members of one name', async (t) => {
  for (const { exportedAs, schema } of documents) {
    if (isList(schema)) continue
    const names = ['href', ...Object.keys(schema.properties), ...Object.keys(schema.wire.doors)]
    t.same(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
      exportedAs
    )
  }
})
