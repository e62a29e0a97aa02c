/** Records when changes were committed, and checks that answers and events show them in time. */

/** Maximum age of the data in an answer, in milliseconds. */
const MAX_AGE = 1000

/** Number of commits with which an answer is compared. More than that are older than the maximum age. */
const RECENT = 1000

/** Milliseconds between two looks at the clock. A longer gap is a time in which this process did not run. */
const LOOK = 20

/** A committed change to a post. */
export interface PostChange {
  blog: number
  id: number
  cId: number
  /** Whether the published list shows the change: it does not show work on drafts. */
  isShown: boolean
}

/** A connection to the stream of a blog. */
export interface Visit {
  /** Change number with which the stream started. */
  from: number
  startedAt: number
  endedAt: number
  events: readonly { post: number; cId: number; at: number }[]
}

/** Numbers of the events in a run. */
export interface Counts {
  /** Changes that are recorded. */
  writes: number
  /** Requests of readers, and those answered with 304. */
  reads: number
  unchanged: number
  /** Streams, and their events. */
  visits: number
  events: number
  /** Post states that followers received, in lists and streams. */
  states: number
}

export type Ledger = ReturnType<typeof newLedger>

/** Returns an empty ledger. @param isTimed whether late answers and events are faults */
export const newLedger = (isTimed: boolean) => {
  const commits = new Map<string, { at: number; cId: number; post: number }[]>()
  const bytesOf = new Map<string, string>()
  const tagOf = new Map<string, string>()
  const faults: string[] = []
  const counts: Counts = { writes: 0, reads: 0, unchanged: 0, visits: 0, events: 0, states: 0 }
  const slowest = { answer: 0, event: 0 }
  // On a busy machine, an event arrives in time and waits until this process reads it. Such times do not count.
  const stalls: { from: number; to: number }[] = []
  let looked = performance.now()
  setInterval(() => {
    const now = performance.now()
    if (now - looked > 2 * LOOK) stalls.push({ from: looked, to: now })
    looked = now
  }, LOOK).unref()
  const waited = (from: number, to: number) =>
    stalls.reduce(
      (sum, stall) => sum - Math.max(0, Math.min(stall.to, to) - Math.max(stall.from, from)),
      Math.max(0, to - from)
    )
  const commitsOf = (tag: string) => {
    const recorded = commits.get(tag) ?? []
    commits.set(tag, recorded)
    return recorded
  }
  const reportFault = (fault: string) => {
    faults.push(fault)
  }
  return {
    counts,
    faults,
    reportFault,
    /** Age of the oldest answer, and delay of the slowest event, in milliseconds. */
    slowest,
    /** Records that a change has just been committed. */
    recordCommit: ({ blog, id, cId, isShown }: PostChange) => {
      const commit = { at: performance.now(), cId, post: id }
      counts.writes += 1
      commitsOf(`post:${id}`).push(commit)
      if (isShown) commitsOf(`blog:${blog}`).push(commit)
    },
    /** Checks the age of an answer by the change number that it shows. `startedAt` is the time of the request. */
    checkAnswer: (tag: string, cId: number, startedAt: number) => {
      const missing = commitsOf(tag)
        .slice(-RECENT)
        .filter((commit) => commit.cId > cId)
      const age = Math.max(0, ...missing.map(({ at }) => startedAt - at))
      slowest.answer = Math.max(slowest.answer, age)
      if (isTimed && age > MAX_AGE) {
        reportFault(`${tag} showed change ${cId} when the next one was ${age.toFixed(0)} ms old`)
      }
    },
    /**
     * Checks the events of a stream: each change that was committed during it, or before it but after `from`, must have
     * arrived in time, or a later change of the same post.
     */
    checkVisit: (blog: number, { from, startedAt, endedAt, events }: Visit) => {
      for (const { at, cId, post } of commitsOf(`blog:${blog}`)) {
        if (cId <= from || at > endedAt) continue
        const event = events.find((event) => event.post === post && event.cId >= cId)
        const delay = waited(Math.max(at, startedAt), event?.at ?? endedAt)
        if (event !== undefined) slowest.event = Math.max(slowest.event, delay)
        if (isTimed && delay > MAX_AGE) {
          const arrival = event === undefined ? 'did not arrive' : 'arrived only'
          reportFault(`change ${cId} of blog ${blog} ${arrival} after ${delay.toFixed(0)} ms`)
        }
      }
    },
    /** Checks that an ETag always has the same bytes, and bytes always the same ETag. */
    checkTag: (etag: string, bytes: string) => {
      const [firstBytes, firstTag] = [bytesOf.get(etag) ?? bytes, tagOf.get(bytes) ?? etag]
      if (firstBytes !== bytes || firstTag !== etag) {
        reportFault(`${etag} and ${firstTag} are tags of ${bytes} and ${firstBytes}`)
      }
      bytesOf.set(etag, bytes)
      tagOf.set(bytes, etag)
    }
  }
}
