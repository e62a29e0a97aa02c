/** The compiled JSON writers: for every row, JSON has the content of the XML document; typed JSON has typed values. */
import fc from 'fast-check'
import t from 'tap'
import { linkContextOf } from '../../plugins/representation/template.ts'
import { defaultPresentation } from '../../plugins/representation/presentation.ts'

import { formats } from '../../plugins/formats.ts'
import { view } from '../../plugins/pages/view.ts'
import { compilerFor } from '../../plugins/representation/index.ts'
import { writersOf } from '../../plugins/representation/writers.ts'
import { planOf } from '../../plugins/representation/plan.ts'
import { parseSelection, select } from '../../plugins/representation/selection.ts'
import { everyDocument, isList, rowsOf } from '../support/rows.ts'
import { documentOf, type Element, type Value } from './document.ts'
import { readTree, type Tree } from './libxml2.ts'
import { compileJson } from '../../plugins/representation/json.ts'

const [xml, json] = formats
const compile = compilerFor(() => view)
if (xml === undefined || json === undefined) throw new Error('plugins/resources must have two formats, XML and JSON')

const documents = await everyDocument()
const contexts = fc
  .record({ extension: fc.constantFrom('json', undefined), addressed: fc.boolean() })
  .map(({ extension, addressed }) => ({
    base: 'https://live.example/desk',
    module: 'Desk',
    addressed,
    ...(extension !== undefined && { extension })
  }))

/** Compares JSON documents, including the order of their members. */
const assertSame = (written: string, expected: unknown) => {
  const actual = JSON.stringify(JSON.parse(written))
  if (actual !== JSON.stringify(expected)) throw new Error(`got      ${actual}\nexpected ${JSON.stringify(expected)}`)
}

/** Returns the JSON of an element. */
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

/** Returns the JSON of an element that libxml2 parsed. `expected` only provides the kinds of the elements. */
const ofTree = ({ name, attributes, text, children }: Tree, expected: Element): unknown => {
  if (expected.kind === 'value') return text
  const items = children.map((child, at): [string, unknown] => {
    const counterpart = expected.children[at]
    if (counterpart === undefined) throw new Error(`${name} has an unexpected child ${child.name}`)
    return [child.name, ofTree(child, counterpart)]
  })
  return assembled(expected.kind, name, Object.entries(attributes), items)
}

const assembled = (
  kind: Element['kind'],
  name: string,
  attributes: readonly [string, unknown][],
  items: readonly [string, unknown][]
) => {
  const contents = items.map(([, content]) => content)
  if (kind === 'rows') return contents
  // A list of plain values is an array inside an object, both with the name of the property.
  if (kind === 'values') return { [name]: contents }
  return Object.fromEntries(kind === 'list' ? [...attributes, [name, contents]] : [...attributes, ...items])
}

t.test('JSON has the same content as XML', async (t) => {
  for (const { exportedAs, schema } of documents) {
    const writeXml = writersOf([schema], 'Desk', compile)(xml)
    const writeJson = writersOf([schema], 'Desk', compile)(json)
    fc.assert(
      fc.property(rowsOf(schema), contexts, (row, { addressed, ...context }) => {
        const place = linkContextOf(context.base, context.extension, defaultPresentation)
        const expected = documentOf(schema, row, { ...context, addressed })
        const read = ofTree(readTree(writeXml(row, place, addressed)), expected)
        // Documents that a standard defines, such as problems, always have typed values.
        assertSame(
          writeJson(row, place, addressed),
          expected.namespace === undefined ? read : ofElement(expected, ({ typed }) => typed)
        )
      }),
      { numRuns: 30 }
    )
    t.pass(exportedAs)
  }
})

t.test('properties in onRequest are shown if they are requested', async (t) => {
  for (const { exportedAs, schema } of documents) {
    if (isList(schema) || schema.wire.onRequest.length === 0) continue
    fc.assert(
      fc.property(
        rowsOf(schema),
        contexts,
        fc.subarray([...schema.wire.onRequest]),
        (row, { addressed, ...context }, requested) => {
          const write = compileJson(
            select(planOf(schema, context.module), parseSelection(requested.join()), () => undefined, true)
          )
          const expected = documentOf(schema, row, { ...context, addressed, requested })
          assertSame(
            write(row, linkContextOf(context.base, context.extension, defaultPresentation), addressed),
            ofElement(expected, ({ text }) => text)
          )
        }
      ),
      { numRuns: 30 }
    )
    t.pass(exportedAs)
  }
})

t.test('typed values are numbers, booleans, ISO 8601 timestamps and texts', async (t) => {
  for (const { exportedAs, schema } of documents) {
    const write = writersOf([schema], 'Desk', compile)(json)
    fc.assert(
      fc.property(rowsOf(schema), contexts, (row, { addressed, ...context }) => {
        const expected = documentOf(schema, row, { ...context, addressed })
        assertSame(
          write(
            row,
            linkContextOf(context.base, context.extension, { ...defaultPresentation, typed: true }),
            addressed
          ),
          ofElement(expected, ({ typed }) => typed)
        )
      }),
      { numRuns: 30 }
    )
    t.pass(exportedAs)
  }
})

t.test('no document has two members with the same name', async (t) => {
  for (const { exportedAs, schema } of documents) {
    if (isList(schema)) continue
    const names = ['href', ...Object.keys(schema.properties), ...Object.keys(schema.wire.subresources)]
    const unexpected = names.filter((name, at) => names.indexOf(name) !== at)
    t.same(unexpected, [], exportedAs)
  }
})
