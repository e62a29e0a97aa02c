/**
 * The types of posts that people write, and the members of `Meta` that readers see of each. The description of `Meta`
 * and the fields of the newsroom's page follow from them. No TypeBox here: browsers load this file, too.
 */

/** A member of a post's meta data. */
export interface MetaField {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'url'
  /** Whether people no longer fill it in, because pictures have their own texts of that kind. */
  readonly isOld?: boolean
}

export interface WrittenType {
  readonly key: string
  readonly label: string
  readonly fields: readonly MetaField[]
}

const normal: WrittenType = { key: 'normal', label: 'Text', fields: [] }

export const writtenTypes: readonly WrittenType[] = [
  normal,
  { key: 'quote', label: 'Quote', fields: [{ name: 'annotation', label: 'Who said it, and where', kind: 'text' }] },
  {
    key: 'link',
    label: 'Link',
    fields: [
      { name: 'url', label: 'Address', kind: 'url' },
      { name: 'title', label: 'Title', kind: 'text' },
      { name: 'description', label: 'Description', kind: 'text' }
    ]
  },
  { key: 'image', label: 'Picture', fields: [{ name: 'credit', label: 'Credit', kind: 'text', isOld: true }] },
  { key: 'wrapup', label: 'Summary', fields: [] },
  { key: 'advertisement', label: 'Ad', fields: [{ name: 'annotation', label: 'Label above the ad', kind: 'text' }] }
]

/** Returns the type with a key; the normal one for unknown keys. */
export const writtenTypeOf = (key: string): WrittenType => writtenTypes.find((type) => type.key === key) ?? normal
