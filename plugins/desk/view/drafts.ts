/** The drafts of the page: the one in the box, corrections, and those that wait to be sent. */
import type { State } from './state.ts'
import type { Draft } from './writing.ts'

/** The parts of the state with drafts that people are writing. */
type Written = Pick<State, 'draft' | 'corrections'>

/** Returns the draft with a key, among those that people are writing. */
export const draftWith = ({ draft, corrections }: Written, key: string): Draft | undefined =>
  draft.key === key ? draft : Object.values(corrections).find((correction) => correction.draft.key === key)?.draft

/** Changes the drafts that people are writing. */
export const withDrafts = ({ draft, corrections }: Written, change: (draft: Draft) => Draft): Written => ({
  draft: change(draft),
  corrections: Object.fromEntries(
    Object.entries(corrections).map(([post, correction]) => {
      const changed = change(correction.draft)
      return [post, changed === correction.draft ? correction : { ...correction, draft: changed }]
    })
  )
})

/** Returns the stored draft with the words, fields and pictures of another one that it lacks. */
export const merged = (theirs: Draft, mine: Draft): Draft => {
  const addresses = new Set(theirs.pictures.map(({ address }) => address))
  return {
    ...theirs,
    text: theirs.text === mine.text ? mine.text : `${theirs.text}\n\n${mine.text}`,
    fields: { ...theirs.fields, ...mine.fields },
    pictures: [...theirs.pictures, ...mine.pictures.filter(({ address }) => !addresses.has(address))]
  }
}
