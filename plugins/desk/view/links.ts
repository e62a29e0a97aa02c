/** Addresses in the text of a post: they become links, and one alone on its line becomes a card. */
import { webUrl } from '../../pages/media.ts'

/** A tag, or an address up to a character that cannot be in it. Escaped brackets and quotation marks end it. */
const PARTS = /<(\/?)(a?)\b[^<>]*>|\bhttps?:\/\/(?:(?!&[lg]t;|&quot;|&#\d)[^\s<>"])+/gi
/** Punctuation after an address, which belongs to the sentence around it. */
const SENTENCE_END = /(?:[.,;:!?'’”»…]|&nbsp;){1,20}$/

/** Returns markup in which the addresses that are not in a link are links. */
export const linked = (markup: string): string => {
  let depth = 0
  return markup.replace(PARTS, (part: string, end: string | undefined, link: string | undefined) => {
    if (end !== undefined) {
      if (link !== '') depth = Math.max(0, depth + (end === '' ? 1 : -1))
      return part
    }
    const address = addressIn(part)
    if (depth > 0 || webUrl(address.replaceAll('&amp;', '&')) === undefined) return part
    return `<a href="${address}">${address}</a>${part.slice(address.length)}`
  })
}

/** Returns an address without the end of the sentence around it. */
const addressIn = (part: string): string => {
  const address = part.replace(SENTENCE_END, '')
  // A bracket that was opened before the address ends after it.
  const isSurplus = address.endsWith(')') && countOf(address, ')') > countOf(address, '(')
  return isSurplus ? addressIn(address.slice(0, -1)) : address
}

const countOf = (text: string, sign: string): number => text.split(sign).length - 1

/** Returns the markup from which `linked` makes the same links. */
export const unlinked = (markup: string): string => {
  const withoutRel = markup.replace(/(<a href="[^"<>]*") rel="[^"<>]*">/g, '$1>')
  const bare = withoutRel.replace(/<a href="([^"<>]*)">\1<\/a>/g, '$1')
  return linked(bare) === withoutRel ? bare : markup
}

/** Returns the first address alone on a line of a text; undefined without one. */
export const lonelyAddress = (text: string): string | undefined =>
  text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => /^https?:\/\/\S+$/i.test(line) && webUrl(line) !== undefined)
