/**
 * The compiled writers, for every row: XML equals that of xmlbuilder2, JSON has the content of the XML document, and
 * typed JSON has typed values.
 */
import fc from 'fast-check'
import t from 'tap'
import { create } from 'xmlbuilder2'
import { linkContextOf } from '../../../plugins/representation/template.ts'
import { defaultPresentation } from '../../../plugins/representation/presentation.ts'
import { formats } from '../../../plugins/formats.ts'
import { view } from '../../../plugins/pages/post.tsx'
import { compilerFor } from '../../../plugins/representation/index.ts'
import { writersOf } from '../../../plugins/representation/writers.ts'
import { atOnce } from '../../../plugins/steps.ts'
import { planOf } from '../../../plugins/representation/plan.ts'
import { parseSelection, select } from '../../../plugins/representation/selection.ts'
import { LeftPost, Post } from '../../../schemas/post.ts'
import { everyDocument, isList, rowsOf } from '../../support/rows.ts'
import { documentOf, type Element, type Value } from '../document.ts'
import { compileJson } from '../../../plugins/representation/json.ts'
import { compileXml } from '../../../plugins/representation/xml.ts'
import { words } from '../../support/words.ts'

const [xml, json] = formats
const compile = compilerFor(() => view)
if (xml === undefined || json === undefined) throw new Error('plugins/formats.ts must begin with XML and JSON')

const documents = await everyDocument()

/** Generates everything besides the row that determines a document. */
const contexts = fc
  .record({
    base: fc.constantFrom(
      ...words`http://localhost https://live.example/desk http://[::1]:3000 http://127.0.0.1:8080/a~b`
    ),
    extension: fc.constantFrom('xml', 'json', undefined),
    module: fc.constantFrom('Desk', 'LiveDesk2'),
    addressed: fc.boolean()
  })
  .map(({ extension, ...context }) => ({ ...context, ...(extension !== undefined && { extension }) }))

const assertSameText = (actual: string, expected: string) => {
  if (actual === expected) return
  let at = 0
  while (actual[at] === expected[at]) at += 1
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 80), at + 80))
  throw new Error(`character ${at} differs\ngot      ${around(actual)}\nexpected ${around(expected)}`)
}

/**
 * Returns the XML declaration, a newline, and xmlbuilder2's output. xmlbuilder2 loses text in three ways, which this
 * function corrects: it does not escape carriage returns, which parsers read as line feeds; it does not escape white
 * space in attributes, which parsers read as spaces; and it does not escape the `&` of `&lt;`.
 */
const serialised = (root: Element): string => {
  const tree = create()
  append(tree, root, root.namespace)
  const written = tree
    .end({ headless: true })
    .replaceAll('\r', '&#xD;')
    .replace(/<[^>]*>/g, (tag) => tag.replaceAll('\t', '&#x9;').replaceAll('\n', '&#xA;'))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written}`
}

const append = (
  parent: ReturnType<typeof create>,
  { name, attributes, text, children }: Element,
  namespace: string | undefined
) => {
  const element = namespace === undefined ? parent.ele(name) : parent.ele(namespace, name)
  for (const [attribute, value] of attributes) element.att(attribute, value.text.replaceAll('&', '&amp;'))
  if (text !== undefined && text.text !== '') element.txt(text.text.replaceAll('&', '&amp;'))
  for (const child of children) append(element, child, namespace)
}

/** Compares JSON documents, including the order of their members. */
const assertSameJson = (written: string, expected: unknown) => {
  assertSameText(JSON.stringify(JSON.parse(written)), JSON.stringify(expected))
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

const textOf = ({ text }: Value) => text
const typedOf = ({ typed }: Value) => typed

t.test('each writer writes the row', async (t) => {
  t.ok(documents.length >= 80, `${documents.length} documents`)
  for (const { exportedAs, schema } of documents) {
    const writers = new Map(
      ['Desk', 'LiveDesk2'].map((module) => {
        const write = writersOf([schema], module, compile)
        return [module, { writeXml: write(xml), writeJson: write(json) }]
      })
    )
    fc.assert(
      fc.property(rowsOf(schema), contexts, (row, place) => {
        const { writeXml, writeJson } = writers.get(place.module) ?? {}
        if (writeXml === undefined || writeJson === undefined) throw new Error('the context has another module')
        const expected = documentOf(schema, row, place)
        const links = linkContextOf(place.base, place.extension, defaultPresentation)
        const typedLinks = linkContextOf(place.base, place.extension, { ...defaultPresentation, typed: true })
        assertSameText(atOnce(writeXml(row, links, place.addressed)), serialised(expected))
        // Documents that a standard defines, such as problems, always have typed values.
        const isStandard = expected.namespace !== undefined
        assertSameJson(
          atOnce(writeJson(row, links, place.addressed)),
          ofElement(expected, isStandard ? typedOf : textOf)
        )
        assertSameJson(atOnce(writeJson(row, typedLinks, place.addressed)), ofElement(expected, typedOf))
      }),
      { numRuns: 30 }
    )
    t.pass(exportedAs)
  }
})

t.test('properties in onRequest are shown if they are requested', async (t) => {
  let properties = 0
  for (const { exportedAs, schema } of documents) {
    if (isList(schema) || schema.wire.onRequest.length === 0) continue
    properties += schema.wire.onRequest.length
    const unexpected = schema.wire.onRequest.filter((name) => !(name in schema.properties))
    t.same(unexpected, [], `${exportedAs} has all properties in onRequest`)
    fc.assert(
      fc.property(rowsOf(schema), contexts, fc.subarray([...schema.wire.onRequest]), (row, place, requested) => {
        const plan = select(planOf(schema, place.module), parseSelection(requested.join()), () => undefined, true)
        const links = linkContextOf(place.base, place.extension, defaultPresentation)
        const expected = documentOf(schema, row, { ...place, requested })
        assertSameText(atOnce(compileXml(plan)(row, links, place.addressed)), serialised(expected))
        assertSameJson(atOnce(compileJson(plan)(row, links, place.addressed)), ofElement(expected, textOf))
      }),
      { numRuns: 30 }
    )
  }
  t.ok(properties >= 15, `${properties} properties`)
})

t.test('no JSON document has two members with the same name', async (t) => {
  for (const { exportedAs, schema } of documents) {
    if (isList(schema)) continue
    const names = ['href', ...Object.keys(schema.properties), ...Object.keys(schema.wire.subresources)]
    const unexpected = names.filter((name, at) => names.indexOf(name) !== at)
    t.same(unexpected, [], exportedAs)
  }
})

t.test('a row of a route with several schemas is written by the one whose required properties it has', async (t) => {
  const write = writersOf([Post, LeftPost], 'Desk', compile)(xml)
  const place = { base: 'http://localhost', module: 'Desk', addressed: false }
  for (const schema of [Post, LeftPost]) {
    fc.assert(
      fc.property(rowsOf(schema), (row) => {
        assertSameText(
          atOnce(write(row, linkContextOf(place.base, undefined, defaultPresentation), false)),
          serialised(documentOf(schema, row, place))
        )
      })
    )
  }
  t.pass('whole and deleted posts')
})
