/** Records when changes were committed, and checks that responses and events show them in time. */

/** Maximum age of the data in a response, in milliseconds. */
const MAX_AGE = 1000

/** A committed change to a post. */
export interface PostChange {
  blog: number
  id: number
  cId: number
  /** Whether the published list shows the change: it does not show work on drafts. */
  shownToReaders: boolean
}

/** A connection to the stream of a blog. */
export interface Visit {
  /** Change number with which the stream started. */
  from: number
  startedAt: number
  endedAt: number
  events: readonly { post: number; cId: number; at: number }[]
}

export interface Ledger {
  /** Records that a change has just been committed. */
  recordCommit: (change: PostChange) => void
  /** Checks the age of a response by the change number that it shows. `startedAt` is the time of the request. */
  checkResponse: (tag: string, cId: number, startedAt: number) => void
  /**
   * Checks the events of a stream: each change that was committed during it, or before it but after `from`, must have
   * arrived in time, or a later change of the same post.
   */
  checkVisit: (blog: number, visit: Visit) => void
  /** Checks that an ETag always has the same bytes, and bytes always the same ETag. */
  checkTag: (etag: string, bytes: string) => void
  reportFault: (fault: string) => void
  faults: () => readonly string[]
  /** Age of the oldest response in milliseconds: the time since the first change that it did not show. */
  oldest: () => number
  /** Delay of the slowest event in milliseconds, since its commit or since the connection of the client. */
  slowest: () => number
}

/** Returns an empty ledger. */
export const ledger = (): Ledger => {
  const commits = new Map<string, { at: number; cId: number; post: number }[]>()
  const bytesOf = new Map<string, string>()
  const tagOf = new Map<string, string>()
  const faults: string[] = []
  let oldest = 0
  let slowest = 0
  const commitsOf = (tag: string) => {
    const recorded = commits.get(tag) ?? []
    commits.set(tag, recorded)
    return recorded
  }
  return {
    recordCommit: ({ blog, id, cId, shownToReaders }) => {
      const commit = { at: performance.now(), cId, post: id }
      commitsOf(`post:${id}`).push(commit)
      if (shownToReaders) commitsOf(`blog:${blog}`).push(commit)
    },
    checkResponse: (tag, cId, startedAt) => {
      const missing = commitsOf(tag)
        .filter((commit) => commit.cId > cId)
        .map(({ at }) => startedAt - at)
      const age = Math.max(0, ...missing)
      oldest = Math.max(oldest, age)
      if (age > MAX_AGE) faults.push(`${tag} showed change ${cId} when the next one was ${age.toFixed(0)} ms old`)
    },
    checkVisit: (blog, { from, startedAt, endedAt, events }) => {
      for (const { at, cId, post } of commitsOf(`blog:${blog}`)) {
        if (cId <= from || at > endedAt) continue
        const due = Math.max(at, startedAt)
        const event = events.find((event) => event.post === post && event.cId >= cId)
        const delay = (event?.at ?? endedAt) - due
        if (event !== undefined) slowest = Math.max(slowest, delay)
        if (delay > MAX_AGE) {
          const arrival = event === undefined ? 'did not arrive' : 'arrived only'
          faults.push(`change ${cId} of blog ${blog} ${arrival} after ${delay.toFixed(0)} ms`)
        }
      }
    },
    checkTag: (etag, bytes) => {
      const [firstBytes, firstTag] = [bytesOf.get(etag) ?? bytes, tagOf.get(bytes) ?? etag]
      if (firstBytes !== bytes || firstTag !== etag) {
        faults.push(`${etag} and ${firstTag} are tags of ${bytes} and ${firstBytes}`)
      }
      bytesOf.set(etag, bytes)
      tagOf.set(bytes, etag)
    },
    reportFault: (fault) => {
      faults.push(fault)
    },
    faults: () => faults,
    oldest: () => oldest,
    slowest: () => slowest
  }
}
