/** Turns drafts into posts, and posts that are corrected into drafts. */
import { membersIn } from '../../../schemas/language/rows.ts'
import { writtenTypeOf, writtenTypes } from '../../../schemas/post-types.ts'
import { elementAt } from '../../pages/media.ts'
import { contentOf, markupOf, plain, splitContent, textOf } from './content.ts'
import { linked, lonelyAddress, unlinked } from './links.ts'
import type { Post } from './post.ts'
import type { Draft, Picture } from './writing.ts'

/** The body of the request that stores a post. */
interface PostBody {
  readonly Content: string
  readonly Type: string
  readonly Meta: string
}

/** Returns the body of the request that stores a post. */
export const bodyOf = ({ type, text, markup, fields, pictures, others }: Draft): PostBody => {
  const stored = pictures.filter(({ address }) => address !== '')
  const picture = stored.find(({ address }) => elementAt(address) === 'img')
  const named = Object.entries(fields).filter(
    ([name, value]) => value.trim() !== '' && writtenTypeOf(type).fields.some((field) => field.name === name)
  )
  const meta = {
    ...others,
    ...Object.fromEntries(named),
    // The picture of a post of this type gets its size from here in other programs.
    ...(type === 'image' && picture && { url: picture.address, width: picture.width, height: picture.height })
  }
  const content = contentOf(linked(markup ?? markupOf(text)), stored)
  return { Content: content === '' ? linkOf(fields) : content, Type: type, Meta: JSON.stringify(meta) }
}

/** A link without a text is its own text: every post has one. */
const linkOf = ({ title = '', url = '' }: Draft['fields']) => linked(markupOf(title.trim() === '' ? url : title))

/** The parts of a stored post from which its draft is made. */
type Stored = Pick<Post, 'Content' | 'Meta' | 'Type'>

/**
 * Returns a stored post as a draft. Its pictures and the values of its fields are parts of the draft. A text with a
 * card has the fields of a link.
 */
export const draftOf = ({ Content, Type: { Key: stored }, Meta }: Stored, key: string): Draft => {
  const { markup, pictures } = splitContent(Content)
  const members = membersIn(Meta)
  const meta = Object.entries(members)
  const type = stored === 'normal' && typeof members.url === 'string' ? 'link' : stored
  const fields = meta.flatMap(([name, value]) => (isField(name) && typeof value === 'string' ? [[name, value]] : []))
  return {
    key,
    type,
    text: textOf(unlinked(markup)),
    fields: Object.fromEntries(fields),
    pictures: pictures.map((picture, index): Picture => ({ ...picture, ...storedPicture(`${key}-${index}`, picture) })),
    others: Object.fromEntries(meta.filter(([name, value]) => !isField(name) || typeof value !== 'string'))
  }
}

const isField = (name: string) => writtenTypes.some(({ fields }) => fields.some((field) => field.name === name))

const storedPicture = (key: string, { address }: Pick<Picture, 'address'>) => ({
  key,
  name: decoded(address.slice(address.lastIndexOf('/') + 1))
})

/** Returns a part of an address for people. Those of other services may have a `%` that begins no escape. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns whether a correction changes nothing. A picture on its way is a change. */
export const isUnchanged = (draft: Draft, base: Stored): boolean =>
  draft.pictures.every(({ address }) => address !== '') &&
  JSON.stringify(bodyOf(draft)) === JSON.stringify(bodyOf(draftOf(base, draft.key)))

/** Returns whether two drafts have the same words, pictures and fields. */
export const isSame = (one: Draft, other: Draft): boolean => wordsOf(one) === wordsOf(other)

/** The parts of a draft that people decide on. Addresses of pictures arrive while it waits. */
const wordsOf = ({ type, text, markup, fields, pictures }: Draft): string => {
  const texts = pictures.map(({ key, description, credit }) => [key, description, credit])
  return JSON.stringify([type, text, markup, fields, texts])
}

/** Returns the address that becomes the card of a text: the first one that is alone on its line. */
export const cardAddress = ({ type, text }: Draft): string | undefined =>
  type === 'normal' ? lonelyAddress(text) : undefined

/**
 * Returns the draft as a link if it has an address that becomes a card.
 * @param fields values of the link that the page at the address can replace
 */
export const asCard = (draft: Draft, fields: Draft['fields'] = {}): Draft => {
  const address = cardAddress(draft)
  if (address === undefined) return draft
  const { text, ...others } = plain(draft)
  const lines = text.split('\n')
  const own = lines.findIndex((line) => line.trim() === address)
  const rest = lines.filter((_line, index) => index !== own)
  const card = draft.card?.address === address ? draft.card.fields : {}
  return { ...others, type: 'link', text: rest.join('\n').trim(), fields: { ...fields, ...card, url: address } }
}

/** Returns the address of the card of a text, unless the draft has its page. */
export const unreadAddress = (draft: Draft): string | undefined => {
  const address = cardAddress(draft)
  return draft.card?.address === address ? undefined : address
}
