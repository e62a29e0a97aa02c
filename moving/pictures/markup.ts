/** Finds the pictures and recordings of posts, in markup and meta data, and gives them other addresses. */
import { Parser } from 'htmlparser2'
import { escapeHtml } from '../../plugins/representation/escape.ts'
import { WITH_SOURCE } from '../../plugins/pages/allowed-markup.ts'
import type { ForeignPost } from '../foreign.ts'

/** A post with the parts that can contain pictures. A `SourcePost` of db/copies/ is one, too. */
export type PicturedPost = Pick<ForeignPost, 'id' | 'type' | 'content' | 'meta' | 'metaText' | 'media'>

/** A picture or recording in markup: its address, and the part of the markup that is its tag. */
interface MediaTag {
  readonly isPicture: boolean
  readonly address: string
  readonly start: number
  readonly end: number
}

const mediaTagsIn = (markup: string): MediaTag[] => {
  if (!markup.includes('<')) return []
  const tags: MediaTag[] = []
  const parser: Parser = new Parser({
    onopentag(name, { src = '' }) {
      const address = src.trim()
      if (WITH_SOURCE.includes(name) && address !== '') {
        const isPicture = name === 'img'
        tags.push({ isPicture, address, start: parser.startIndex, end: parser.endIndex + 1 })
      }
    }
  })
  parser.end(markup)
  return tags
}

/**
 * Returns the addresses of the pictures of a post and of the files that came with it, each once. The meta data of an
 * image post has one, too. Other recordings, which can be large, stay where they are.
 */
export const picturesIn = ({ type, content, meta, media = [] }: PicturedPost): readonly string[] => {
  const { url } = meta
  return [
    ...new Set([
      ...mediaTagsIn(content).flatMap(({ isPicture, address }) => (isPicture ? [address] : [])),
      ...(type === 'image' && typeof url === 'string' && url !== '' ? [url] : []),
      ...media.map(({ address }) => address)
    ])
  ]
}

/** Returns a post whose pictures and recordings have new addresses, in its markup and in its meta data. */
export const replacePictures = <Post extends PicturedPost>(
  post: Post,
  addresses: ReadonlyMap<string, string>
): Post => {
  if (addresses.size === 0) return post
  let content = ''
  let end = 0
  for (const each of mediaTagsIn(post.content)) {
    const tag = post.content.slice(each.start, each.end)
    const address = addresses.get(each.address)
    content += post.content.slice(end, each.start) + (address === undefined ? tag : withSource(tag, address))
    end = each.end
  }
  const members = Object.entries(post.meta)
  const isInMeta = members.some(([, value]) => typeof value === 'string' && addresses.has(value))
  const newMembers = members.map(([name, value]) => [
    name,
    typeof value === 'string' ? (addresses.get(value) ?? value) : value
  ])
  return {
    ...post,
    content: content + post.content.slice(end),
    ...(isInMeta && { meta: Object.fromEntries(newMembers), metaText: metaTextWith(addresses, post) })
  }
}

/** Returns the text of meta data whose values are other addresses, and all else as it was. */
const metaTextWith = (addresses: ReadonlyMap<string, string>, { meta, metaText }: PicturedPost): string | undefined => {
  const values = new Set(Object.values(meta))
  return metaText?.replace(STRINGS, (quoted: string, text: string, colon: string | undefined) => {
    const value: unknown = JSON.parse(text)
    const address = typeof value === 'string' && values.has(value) ? addresses.get(value) : undefined
    return colon === undefined && address !== undefined ? JSON.stringify(address) : quoted
  })
}

/** Matches the strings of JSON: each is a value, or the name of a member before a colon. */
const STRINGS = /("(?:[^"\\]|\\.)*")(\s*:)?/g

const withSource = (tag: string, address: string): string =>
  tag.replace(/(\ssrc\s*=\s*)("[^"]*"|'[^']*'|[^\s>]+)/i, (_source, name: string) => `${name}"${escapeHtml(address)}"`)
