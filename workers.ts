/**
 * Serves with several processes: the first starts workers that answer on one port, replaces those that end, and ends
 * them all.
 */
import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a worker tells once: where it serves, or why it does not. */
export type Report = Readonly<{ address: string }> | Readonly<{ failure: string }>

export interface Workers {
  /**
   * Starts them. @returns where they serve, once all do
   * @throws Error why one does not
   */
  start: () => Promise<string>
  /** Ends them, each when the requests it has begun are answered. */
  stop: () => Promise<void>
}

interface Worker {
  pid: number | undefined
  serving: Promise<string>
  ended: Promise<{ how: string; lived: number }>
  kill: (signal: 'SIGTERM' | 'SIGKILL') => void
}

// Workers take connections from the system themselves. Node's other way, in which the first process deals them out, costs
// a message for each, and one dealt to a worker that is killed is never answered nor closed. The price: as long as a worker
// has little to do, it may take most.
cluster.schedulingPolicy = cluster.SCHED_NONE

/** A worker that did not live this long, in milliseconds, did not start well; so many in one place are too many. */
const SETTLED = 10_000
const MAX_FAILURES = 5
/** A worker's place stays empty this long, in milliseconds, and twice as long after each failure. */
const PAUSE = 100
/** Workers get this many milliseconds to end by themselves, a little more than they give themselves. */
const PATIENCE = 6_500

/**
 * Workers that run the program of this process.
 * @param env what they find in their environment beside that of this process
 * @param tell told of those that end and are replaced
 * @param fail called when those in one place end as soon as they start
 */
export const workers = ({
  count,
  env,
  tell,
  fail
}: {
  count: number
  env: Readonly<Record<string, string>>
  tell: (line: string) => void
  fail: (error: Error) => void
}): Workers => {
  const running = new Set<Worker>()
  const stopping = new AbortController()
  const { signal } = stopping

  const begin = (): Worker => {
    const worker = startWorker(env, tell)
    running.add(worker)
    void worker.ended.then(() => running.delete(worker))
    return worker
  }

  const keep = async (first: Worker) => {
    let worker = first
    for (let failures = 0; ; worker = begin()) {
      const { how, lived } = await worker.ended
      if (signal.aborted) return
      failures = lived < SETTLED ? failures + 1 : 0
      if (failures === MAX_FAILURES) {
        return fail(new Error(`a worker ended ${failures} times in a row soon after its start, at last with ${how}`))
      }
      tell(`Worker ${worker.pid} ended with ${how}; another takes its place.`)
      await sleep(PAUSE * 2 ** failures, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
    }
  }

  return {
    async start() {
      const first = Array.from({ length: count }, begin)
      const [address = ''] = await Promise.all(first.map(({ serving }) => serving))
      for (const worker of first) void keep(worker)
      return address
    },
    async stop() {
      stopping.abort()
      for (const worker of running) worker.kill('SIGTERM')
      const killing = setTimeout(() => {
        for (const worker of running) worker.kill('SIGKILL')
      }, PATIENCE)
      await Promise.all([...running].map(({ ended }) => ended))
      clearTimeout(killing)
    }
  }
}

const startWorker = (env: Readonly<Record<string, string>>, tell: (line: string) => void): Worker => {
  const began = performance.now()
  const worker = cluster.fork(env)
  const { pid } = worker.process
  let failure: string | undefined
  const ended = new Promise<{ how: string; lived: number }>((resolve) => {
    const end = (how: string) => resolve({ how: failure ?? how, lived: performance.now() - began })
    worker.once('exit', (code: number | null, signal: string | null) => end(signal ?? `exit code ${code}`))
    worker.on('error', (error) => {
      // A process that could not be made never exits.
      if (pid === undefined) end(error.message)
      else tell(`Worker ${pid}: ${error.message}`)
    })
  })
  const serving = new Promise<string>((resolve, reject) => {
    worker.once('message', (message: unknown) => {
      failure = textIn(message, 'failure')
      if (failure === undefined) resolve(textIn(message, 'address') ?? '')
      else reject(new Error(failure))
    })
    void ended.then(({ how }) => reject(new Error(`a worker ended with ${how}`)))
  })
  // Whoever replaces another is not waited for.
  serving.catch(() => {})
  return {
    pid,
    serving,
    ended,
    kill: (signal) => {
      worker.process.kill(signal)
    }
  }
}

const textIn = (message: unknown, name: 'address' | 'failure'): string | undefined => {
  const text: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined
  return typeof text === 'string' ? text : undefined
}
