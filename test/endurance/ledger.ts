/** What was committed when, and whether answers knew it in time. */

/** An answer older than this, in milliseconds, is a lie. */
const TRUTH = 1000

export interface Ledger {
  /** Notes that a change has been committed just now. @param about what shows it */
  note: (about: string, cId: number) => void
  /** Judges an answer by the change it shows. @param began when it was asked for */
  judge: (about: string, shown: number, began: number) => void
  /** Judges bytes by their tag: the same tag is the same bytes. */
  judgeTag: (etag: string, bytes: string) => void
  accuse: (fault: string) => void
  faults: () => readonly string[]
  /** How long the most outdated answer had been so, in milliseconds. */
  oldest: () => number
}

/** A ledger with nothing in it. */
export const ledger = (): Ledger => {
  const commits = new Map<string, { at: number, cId: number }[]>()
  const bytesOf = new Map<string, string>()
  const tagOf = new Map<string, string>()
  const faults: string[] = []
  let oldest = 0
  return {
    note: (about, cId) => {
      const noted = commits.get(about) ?? []
      commits.set(about, noted)
      noted.push({ at: performance.now(), cId })
    },
    judge: (about, shown, began) => {
      const missing = (commits.get(about) ?? []).filter(({ cId }) => cId > shown).map(({ at }) => began - at)
      const age = Math.max(0, ...missing)
      oldest = Math.max(oldest, age)
      if (age > TRUTH) faults.push(`${about} showed change ${shown} when the next one was ${age.toFixed(0)} ms old`)
    },
    judgeTag: (etag, bytes) => {
      const [knownBytes, knownTag] = [bytesOf.get(etag) ?? bytes, tagOf.get(bytes) ?? etag]
      if (knownBytes !== bytes || knownTag !== etag) faults.push(`${etag} and ${knownTag} are tags of ${bytes} and ${knownBytes}`)
      bytesOf.set(etag, bytes)
      tagOf.set(bytes, etag)
    },
    accuse: (fault) => { faults.push(fault) },
    faults: () => faults,
    oldest: () => oldest
  }
}
