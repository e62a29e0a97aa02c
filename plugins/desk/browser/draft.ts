/** Turns a draft into the body of a new post. */
import { contentOf, lonelyAddress, markupOf, plain } from '../view/content.ts'
import type { Draft } from '../view/state.ts'
import { postTypeOf } from '../view/types.ts'

/** Returns the body of the request that inserts a post. */
export const bodyOf = ({ type, text, markup, fields, pictures }: Draft): object => {
  const stored = pictures.filter(({ address }) => address !== '')
  const [picture] = stored
  const named = Object.entries(fields).filter(
    ([name, value]) => value.trim() !== '' && postTypeOf(type).fields.some((field) => field.name === name)
  )
  const meta = {
    ...Object.fromEntries(named),
    // The picture of a post of this type gets its size from here in other programs.
    ...(type === 'image' && picture && { url: picture.address, width: picture.width, height: picture.height })
  }
  const content = contentOf(markup ?? markupOf(text), stored)
  return { Content: content === '' ? linkOf(fields) : content, Type: type, Meta: JSON.stringify(meta) }
}

/** A link without a text is its own text: every post has one. */
const linkOf = ({ title = '', url = '' }: Draft['fields']) => markupOf(title === '' ? url : title)

/**
 * Returns the draft as a link if an address stands alone on a line of its text.
 * @param describe asks the service for the title and the description of a page
 */
export const withCard = async (
  draft: Draft,
  describe: (address: string) => Promise<Readonly<Record<string, string>>>
): Promise<Draft> => {
  const address = draft.type === 'normal' ? lonelyAddress(draft.text) : undefined
  if (address === undefined) return draft
  const { text: written, ...others } = plain(draft)
  const text = written
    .split('\n')
    .filter((line) => line.trim() !== address)
    .join('\n')
    .trim()
  return { ...others, type: 'link', text, fields: { ...(await describe(address)), url: address } }
}
