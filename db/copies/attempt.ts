/** Tries to bring a post into a blog, and finds out why the database refuses it. */
import type { Transaction } from '../client.ts'
import { isRefusedData } from '../refused-data.ts'
import { bringPost, type Leftover, type Result } from './changes.ts'
import type { SourcePost } from './source-post.ts'
import type { Target } from './target.ts'

/**
 * Inserts or changes the copy of a post. A post that the database refuses leaves nothing behind but the reason.
 * @param isForced whether corrections that were made here are overwritten
 * @throws Error if the database does not answer
 */
export const attempt = (
  transaction: Transaction,
  target: Target,
  post: SourcePost,
  isForced = false
): Promise<Result> => transaction.savepoint((inner) => bringPost(inner, target, post, isForced)).catch(refusedBy)

/** Returns the result for an error that the change itself causes. @throws the error if it has another cause */
const refusedBy = (error: unknown): { leftover: Leftover } => {
  if (!isRefusedData(error)) throw error
  const reason = REASONS[error.constraint_name ?? ''] ?? `The database refused it: ${error.message}.`
  return { leftover: { kind: 'refused', reason } }
}

const REASONS: Readonly<Record<string, string>> = {
  posts_content_check: 'Its text is longer than 65535 characters.',
  posts_meta_check: 'Its meta data are longer than 65535 characters.'
}
