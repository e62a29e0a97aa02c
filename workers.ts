/**
 * Serves with several processes. The primary process starts workers that listen on one port, replaces those that end,
 * and stops them all on shutdown.
 */
import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'

/** The message that a worker sends once: the address at which it serves, or the reason why it doesn't. */
export type Report = Readonly<{ address: string }> | Readonly<{ failure: string }>

export interface Workers {
  /**
   * Starts the workers. Returns their address when all of them serve.
   * @throws Error with the reason if a worker doesn't serve
   */
  start: () => Promise<string>
  /** Stops the workers. Each of them first finishes its running requests. */
  stop: () => Promise<void>
}

interface Worker {
  pid: number | undefined
  /** Resolves to the worker's address when it serves. */
  serving: Promise<string>
  /** Resolves when the worker has ended: to its exit code, signal or error, and its lifetime in milliseconds. */
  ended: Promise<{ reason: string; lifetime: number }>
  kill: (signal: 'SIGTERM' | 'SIGKILL') => void
}

// With SCHED_NONE, the operating system gives connections to workers. With SCHED_RR, the primary accepts them and sends
// each to a worker: that costs a message, and connections sent to a worker that is killed are never answered or closed.
// The disadvantage of SCHED_NONE is that under little load one worker may get most connections.
cluster.schedulingPolicy = cluster.SCHED_NONE

/** Milliseconds. A worker that ends earlier counts as a failed start. */
const MIN_LIFETIME = 10_000
/** The service stops when the start of a worker and of its replacements has failed this many times in a row. */
const MAX_FAILURES = 5
/** Milliseconds until a worker is replaced. They double with each failed start. */
const RESTART_DELAY = 100
/** Milliseconds until workers that are told to stop are killed; a little longer than their own timeout in server.ts. */
const STOP_TIMEOUT = 6_500

/**
 * Returns functions that start and stop workers, which run the same program as this process.
 * @param env environment variables for the workers, in addition to those of this process
 * @param log called with a message about each worker that is replaced
 * @param onFailure called when a worker and its replacements have ended `MAX_FAILURES` times soon after their start
 */
export const workers = ({
  count,
  env,
  log,
  onFailure
}: {
  count: number
  env: Readonly<Record<string, string>>
  log: (line: string) => void
  onFailure: (error: Error) => void
}): Workers => {
  const running = new Set<Worker>()
  const stopping = new AbortController()
  const { signal } = stopping

  const addWorker = (): Worker => {
    const worker = startWorker(env, log)
    running.add(worker)
    void worker.ended.then(() => running.delete(worker))
    return worker
  }

  /** Replaces a worker, and each of its replacements, when it ends. */
  const supervise = async (first: Worker) => {
    let worker = first
    for (let failures = 0; ; worker = addWorker()) {
      const { reason, lifetime } = await worker.ended
      if (signal.aborted) return
      failures = lifetime < MIN_LIFETIME ? failures + 1 : 0
      if (failures === MAX_FAILURES) {
        const message = `a worker ended ${failures} times in a row soon after its start, the last time with ${reason}`
        return onFailure(new Error(message))
      }
      log(`Worker ${worker.pid} ended with ${reason}; another one replaces it.`)
      await sleep(RESTART_DELAY * 2 ** failures, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
    }
  }

  return {
    async start() {
      const firstWorkers = Array.from({ length: count }, addWorker)
      const [address = ''] = await Promise.all(firstWorkers.map(({ serving }) => serving))
      for (const worker of firstWorkers) void supervise(worker)
      return address
    },
    async stop() {
      stopping.abort()
      for (const worker of running) worker.kill('SIGTERM')
      const killing = setTimeout(() => {
        for (const worker of running) worker.kill('SIGKILL')
      }, STOP_TIMEOUT)
      await Promise.all([...running].map(({ ended }) => ended))
      clearTimeout(killing)
    }
  }
}

const startWorker = (env: Readonly<Record<string, string>>, log: (line: string) => void): Worker => {
  const startedAt = performance.now()
  const worker = cluster.fork(env)
  const { pid } = worker.process
  let failure: string | undefined
  const ended = new Promise<{ reason: string; lifetime: number }>((resolve) => {
    const end = (reason: string) => resolve({ reason: failure ?? reason, lifetime: performance.now() - startedAt })
    worker.once('exit', (code: number | null, signal: string | null) => end(signal ?? `exit code ${code}`))
    worker.on('error', (error) => {
      // A process that could not be started emits no exit event.
      if (pid === undefined) end(error.message)
      else log(`Worker ${pid}: ${error.message}`)
    })
  })
  const serving = new Promise<string>((resolve, reject) => {
    worker.once('message', (message: unknown) => {
      failure = textIn(message, 'failure')
      if (failure === undefined) resolve(textIn(message, 'address') ?? '')
      else reject(new Error(failure))
    })
    void ended.then(({ reason }) => reject(new Error(`a worker ended with ${reason}`)))
  })
  // Nothing awaits `serving` of a replacement, so its rejection must not count as unhandled.
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
