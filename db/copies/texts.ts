/** The texts of a post as this service stores them. Their hashes tell corrections that were made here. */
import type { Sql } from '../client.ts'
import { metaTextOf, type SourcePost } from './source-post.ts'

export interface Texts {
  readonly Type: string
  readonly Content: string
  readonly Meta: string
  readonly Hash: string
  /** The hash of the texts with the source's own addresses of pictures. */
  readonly SourceHash: string
}

/** Returns the texts of a post. A type that this service does not have becomes `normal`. */
export const textsOf = async (sql: Sql, post: SourcePost): Promise<Texts> => {
  const { content: Content } = post.local ?? post
  const Meta = metaTextOf(post.local ?? post)
  const [storedTexts] = await sql<[Pick<Texts, 'Type' | 'Hash' | 'SourceHash'>]>`
    select type, copy_hash(type, ${Content}, ${Meta}) as hash,
      copy_hash(type, ${post.content}, ${metaTextOf(post)}) as source_hash
    from (select coalesce((select key from post_types where key = ${post.type}), 'normal') as type) as known`
  return { ...storedTexts, Content, Meta }
}
