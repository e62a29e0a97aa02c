/** Turns a draft into a post. */
import { contentOf, lonelyAddress, markupOf, plain } from './content.ts'
import type { Draft } from './state.ts'
import { postTypeOf } from './types.ts'

/** The body of the request that inserts a post. */
interface PostBody {
  readonly Content: string
  readonly Type: string
  readonly Meta: string
}

/** Returns the body of the request that inserts a post. */
export const bodyOf = ({ type, text, markup, fields, pictures }: Draft): PostBody => {
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

/** Returns the address that becomes a card: it stands alone on a line of the text. */
export const cardAddress = ({ type, text }: Draft): string | undefined =>
  type === 'normal' ? lonelyAddress(text) : undefined

/**
 * Returns the draft as a link if it has an address that becomes a card.
 * @param description title and description of the page at the address
 */
export const asCard = (draft: Draft, description: Draft['fields'] = {}): Draft => {
  const address = cardAddress(draft)
  if (address === undefined) return draft
  const { text, ...others } = plain(draft)
  const rest = text.split('\n').filter((line) => line.trim() !== address)
  return { ...others, type: 'link', text: rest.join('\n').trim(), fields: { ...description, url: address } }
}
