/** The addresses of an item for its readers, outside of the resource tree. */

/** Addresses that readers of an item use, as templates below the base URL. */
export interface ReaderAddresses {
  readonly page: string
  readonly feeds: Readonly<
    Record<'atom' | 'json', { readonly path: string; readonly type: string; readonly title: string }>
  >
  /** Name of a property. The addresses lead to nothing while an item lacks it. */
  readonly onlyIf: string
  /** Name of a property. The addresses lead to nothing while an item has it. */
  readonly unless: string
}
