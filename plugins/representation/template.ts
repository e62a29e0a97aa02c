/** Address templates of the schemas, cut once and filled per row. */

/** Where and how a document is shown: what its addresses start and end with, and the form of its values. */
export interface Place {
  /** Address of the resource tree with its final slash, such as `https://desk.example/resources/`. */
  readonly root: string
  /** Ends an item's address: nothing, or the extension the client asked with, such as `.json`. */
  readonly itemEnd: string
  /** Ends a collection's address: a slash, or the extension. */
  readonly collectionEnd: string
  /** Whether JSON shows numbers and booleans as such, and timestamps are ISO 8601. */
  readonly typed: boolean
  /** Prints a moment in the form, zone and language asked for. */
  readonly printMoment: (moment: Date) => string
}

/** A row of whatever model: values by property name. */
export interface Row {
  readonly [name: string]: unknown
  /** The targets of links, by the link's name, where X-Filter asked for them. */
  readonly expanded?: Readonly<Record<string, Row | undefined>>
}

/** Fills a template from a row. */
export type Address = (row: Row, place: Place) => string

/** The properties of a row that a template takes. */
export const variablesOf = (template: string): readonly string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name === undefined || name === 'Module' ? [] : [name])

/**
 * Cuts a template into constants and variables.
 * @param template path below `/resources/`; a final slash marks a collection
 * @param module stands for `{Module}`
 */
export const compileAddress = (template: string, module: string): Address => {
  const collection = template.endsWith('/')
  const path = template.replaceAll('{Module}', encodeURIComponent(module)).replace(/\/$/, '')
  const [head = '', ...parts] = path.split('{').map((part) => part.split('}'))
  const [start = ''] = head
  const variables = parts.map(([name = '', constant = '']) => ({ name, constant }))
  return (row, place) => {
    let address = place.root + start
    for (const { name, constant } of variables) address += segment(row[name]) + constant
    return address + (collection ? place.collectionEnd : place.itemEnd)
  }
}

const segment = (value: unknown) => typeof value === 'number' ? value : encodeURIComponent(String(value).toWellFormed())
