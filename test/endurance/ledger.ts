/** What was committed when, and whether answers knew it in time. */

/** An answer older than this, in milliseconds, is a lie. */
const TRUTH = 1000

/** What was written of a post. */
export interface Written {
  blog: number
  id: number
  cId: number
  wasPublished: boolean
}

/** One connection of a reader to the stream of a blog: the change it came with, and what it was sent. */
export interface Visit {
  from: number
  began: number
  ended: number
  events: readonly { post: number; cId: number; at: number }[]
}

export interface Ledger {
  /** Notes that a change has been committed just now. */
  note: (written: Written) => void
  /** Judges an answer by the change it shows. @param began when it was asked for */
  judge: (about: string, shown: number, began: number) => void
  /** Judges a visit: whatever was committed during it, or before and not seen, must have come in time, or been overtaken by what did. */
  judgeVisit: (blog: number, visit: Visit) => void
  /** Judges bytes by their tag: the same tag is the same bytes. */
  judgeTag: (etag: string, bytes: string) => void
  accuse: (fault: string) => void
  faults: () => readonly string[]
  /** How long the most outdated answer had been so, in milliseconds. */
  oldest: () => number
  /** How long the slowest event took from its commit, or from the connection of who got it, in milliseconds. */
  slowest: () => number
}

/** A ledger with nothing in it. */
export const ledger = (): Ledger => {
  const commits = new Map<string, { at: number; cId: number; post: number }[]>()
  const bytesOf = new Map<string, string>()
  const tagOf = new Map<string, string>()
  const faults: string[] = []
  let oldest = 0
  let slowest = 0
  const commitsOf = (about: string) => {
    const noted = commits.get(about) ?? []
    commits.set(about, noted)
    return noted
  }
  return {
    note: ({ blog, id, cId, wasPublished }) => {
      const commit = { at: performance.now(), cId, post: id }
      commitsOf(`post:${id}`).push(commit)
      if (wasPublished) commitsOf(`blog:${blog}`).push(commit)
    },
    judge: (about, shown, began) => {
      const missing = commitsOf(about)
        .filter(({ cId }) => cId > shown)
        .map(({ at }) => began - at)
      const age = Math.max(0, ...missing)
      oldest = Math.max(oldest, age)
      if (age > TRUTH) faults.push(`${about} showed change ${shown} when the next one was ${age.toFixed(0)} ms old`)
    },
    judgeVisit: (blog, { from, began, ended, events }) => {
      for (const { at, cId, post } of commitsOf(`blog:${blog}`)) {
        if (cId <= from || at > ended) continue
        const due = Math.max(at, began)
        const event = events.find((event) => event.post === post && event.cId >= cId)
        const late = (event?.at ?? ended) - due
        if (event !== undefined) slowest = Math.max(slowest, late)
        if (late > TRUTH) {
          faults.push(
            `change ${cId} of blog ${blog} had ${event === undefined ? 'not come' : 'come only'} after ${late.toFixed(0)} ms`
          )
        }
      }
    },
    judgeTag: (etag, bytes) => {
      const [knownBytes, knownTag] = [bytesOf.get(etag) ?? bytes, tagOf.get(bytes) ?? etag]
      if (knownBytes !== bytes || knownTag !== etag) {
        faults.push(`${etag} and ${knownTag} are tags of ${bytes} and ${knownBytes}`)
      }
      bytesOf.set(etag, bytes)
      tagOf.set(bytes, etag)
    },
    accuse: (fault) => {
      faults.push(fault)
    },
    faults: () => faults,
    oldest: () => oldest,
    slowest: () => slowest
  }
}
