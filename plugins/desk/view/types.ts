/** The types of posts that people write, with the fields that each adds to the text. */

export interface Field {
  /** Member of the post's meta data. */
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'url'
  /** Whether only posts show it that have a value: their pictures have such texts of their own. */
  readonly isOld?: boolean
}

export interface PostType {
  readonly key: string
  readonly label: string
  readonly fields: readonly Field[]
}

export const postTypes: readonly PostType[] = [
  { key: 'normal', label: 'Text', fields: [] },
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
export const postTypeOf = (key: string): PostType =>
  postTypes.find((type) => type.key === key) ?? { key: 'normal', label: 'Text', fields: [] }
