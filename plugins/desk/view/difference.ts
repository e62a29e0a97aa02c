/** Compares two texts word by word. */

export interface Part {
  readonly text: string
  /** Undefined if both texts have the part. */
  readonly change?: 'added' | 'removed'
}

/** Maximum number of words of a text that are compared one by one; the time grows with the product of both lengths. */
const MAX_WORDS = 1500

/** Returns the parts of which the second text consists, together with those that it lacks. */
export const differenceOf = (before: string, after: string): readonly Part[] => {
  const [from, to] = [wordsIn(before), wordsIn(after)]
  if (from.length > MAX_WORDS || to.length > MAX_WORDS) {
    return before === after ? [{ text: after }] : [removed(before), added(after)]
  }
  const common = commonLengths(from, to)
  const parts: Part[] = []
  let [i, j] = [0, 0]
  while (i < from.length || j < to.length) {
    const [one = '', other = ''] = [from[i], to[j]]
    if (i < from.length && j < to.length && one === other) {
      parts.push({ text: other })
      i += 1
      j += 1
    } else if (i < from.length && (j === to.length || lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))) {
      parts.push(removed(one))
      i += 1
    } else {
      parts.push(added(other))
      j += 1
    }
  }
  return joined(parts)
}

const added = (text: string): Part => ({ text, change: 'added' })
const removed = (text: string): Part => ({ text, change: 'removed' })

/** Returns the words of a text, each with the white space after it. */
const wordsIn = (text: string): readonly string[] => text.match(/\S+\s*|^\s+/g) ?? []

/** For each pair of positions, the number of words that the rests of both texts have in common, in order. */
type Lengths = readonly (readonly number[])[]

const lengthAt = (lengths: Lengths, i: number, j: number): number => lengths[i]?.[j] ?? 0

const commonLengths = (from: readonly string[], to: readonly string[]): Lengths => {
  const lengths: number[][] = []
  for (let i = from.length - 1; i >= 0; i -= 1) {
    const row: number[] = []
    for (let j = to.length - 1; j >= 0; j -= 1) {
      row[j] =
        from[i] === to[j] ? lengthAt(lengths, i + 1, j + 1) + 1 : Math.max(lengthAt(lengths, i + 1, j), row[j + 1] ?? 0)
    }
    lengths[i] = row
  }
  return lengths
}

/** Joins neighbours with the same change. */
const joined = (parts: readonly Part[]): readonly Part[] =>
  parts.reduce<Part[]>((all, part) => {
    const last = all.at(-1)
    if (last === undefined || last.change !== part.change) return [...all, part]
    return [...all.slice(0, -1), { ...last, text: last.text + part.text }]
  }, [])
