/** Losses: reports of readers of formats about everything that they do not take over. */
import { clip } from '../../plugins/refusals.ts'
import { lost, type Loss } from '../foreign.ts'
import { dateOf, textIn, type JsonObject } from './json.ts'

/** Yields a loss for each of some texts, such as the names of categories. A source may have millions of them. */
export function* lostTexts(
  post: string | undefined,
  what: string,
  texts: readonly (string | undefined)[]
): Generator<Loss> {
  for (const text of texts) {
    if (text !== undefined) yield lost(post, what, `The ${what} ${JSON.stringify(clip(text))} was left out.`)
  }
}

/** Returns a loss for each date that is there and cannot be read. @param dates by the names that the format has */
export const unreadableDates = (post: string, dates: Readonly<Record<string, string | undefined>>): Loss[] =>
  Object.entries(dates)
    .filter(([, text]) => text !== undefined && dateOf(text) === undefined)
    .map(([name, text = '']) => lost(post, 'date', `The date ${name} cannot be read: ${JSON.stringify(clip(text))}.`))

/** The same for the dates in a JSON object. */
export const unreadableDatesIn = (post: string, object: JsonObject, names: readonly string[]): Loss[] =>
  unreadableDates(post, Object.fromEntries(names.map((name) => [name, textIn(object, name)])))
