/** X-Filter: the properties that a request names, and the documents that it gets. */

/** Names that X-Filter takes: properties, and properties of the items that links lead to. `*` is all. */
export type FilterOf<Item> = '*' | (keyof Item & string) | `${keyof Item & string}.${string}`

type Head<Name> = Name extends `${infer Link}.${string}` ? Link : Name

/** A document with the properties that X-Filter names. */
export type Selected<Item, Names extends string> = '*' extends Names
  ? Item
  : Pick<Item, Extract<keyof Item, Head<Names>>>

/** Returns the names for X-Filter: those that a caller gives and those that the client needs, or by default all. */
export const namesWith = (needed: readonly string[], filter: readonly string[] | undefined): readonly string[] =>
  filter === undefined ? ['*'] : [...new Set([...needed, ...filter])]

/**
 * Returns the address of a JSON document with typed values. All that shapes it is in the address, so that caches keep
 * one answer for everybody who asks.
 * @param address with or without `.json`, and with or without a query
 */
export const jsonAddress = (
  address: string,
  filter: readonly string[],
  more: Readonly<Record<string, string>> = {}
) => {
  const [path = '', query = ''] = address.split('?', 2)
  const parameters = new URLSearchParams(query)
  if (filter.length > 0) parameters.set('X-Filter', filter.join())
  parameters.set('X-Format-Values', 'typed')
  for (const [name, value] of Object.entries(more)) parameters.set(name, value)
  return `${plainAddress(path)}.json?${parameters.toString()}`
}

/** Returns an address without its extension and final slash, below which the addresses of actions are. */
export const plainAddress = (address: string): string => address.replace(/(\/|\.json)$/, '')
