/** Address templates of the schemas, cut once and filled per row. */

/** Where a document is shown: what its addresses start and end with. */
export interface Place {
  /** Address of the resource tree with its final slash, such as `https://desk.example/resources/`. */
  readonly root: string
  /** Ends an item's address: nothing, or the extension the client asked with, such as `.json`. */
  readonly itemEnd: string
  /** Ends a collection's address: a slash, or the extension. */
  readonly collectionEnd: string
}

/** A row of whatever model: values by property name. */
export type Row = Readonly<Record<string, unknown>>

/** Fills a template from a row. */
export type Address = (row: Row, place: Place) => string

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
