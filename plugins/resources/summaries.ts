/** Derives the summaries of requests from their paths, for the OpenAPI document and for forms. */
import { isList, type DocumentSchema } from '../../schemas/language/keywords.ts'
import { contentsOf, nounOf, withArticle } from '../words.ts'

/**
 * Returns the summary of a request to the resource tree, in one line.
 * @param document the schema of its document, if it has one
 */
export const derivedSummary = (method: string, path: string, document: DocumentSchema | undefined): string => {
  const all = path.split('/').slice(2)
  // Without the name of the group or module, which some resources lack.
  const segments = all.slice(all.length > 1 ? 1 : 0)
  const lastVariable = segments.findLastIndex((segment) => !isWord(segment))
  const isItem = lastVariable === segments.length - 1
  const words = isItem ? segments.slice(lastVariable - 1, lastVariable) : segments.slice(lastVariable + 1)
  const owners = segments
    .slice(0, isItem ? lastVariable - 1 : lastVariable + 1)
    .filter(isWord)
    .toReversed()
    .map((owner) => ` of ${withArticle(nounOf(owner))}`)
    .join('')
  const item = withArticle(nounOf(words[0] ?? ''))
  if (method !== 'GET') return `${verbs[method] ?? method} ${item}${owners}`
  if (document === undefined) return `Read ${item}${owners}`
  return isList(document) ? `List ${contentsOf(words)}${owners}` : `Show ${item}${owners}`
}

const verbs: Readonly<Record<string, string>> = { POST: 'Insert', PUT: 'Change', PATCH: 'Change', DELETE: 'Delete' }

const isWord = (segment: string) => !segment.startsWith(':')
