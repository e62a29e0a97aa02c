/**
 * Devices that run the client package: each has the globals of the web platform and nothing else, a clock that runs
 * faster, and connections that break. A device that sleeps loses the time, and its connections stay silent afterwards.
 */
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { build } from 'esbuild'
import type * as Client from '../../clients/js/src/index.ts'
import { root } from './ending.ts'

export interface Device {
  /** The exports of the package. */
  readonly client: typeof Client
  /** Lets the clock of the device jump. Connections that are open deliver nothing more, and do not end. */
  readonly sleep: (milliseconds: number) => void
  /** Returns the number of intervals that run. */
  readonly intervals: () => number
  /** Number of connections that were cut, and number of those that died asleep. */
  readonly lost: () => { readonly cut: number; readonly asleep: number }
}

export interface DeviceOptions {
  /** Seconds of the device in a second. */
  readonly speed: number
  /** Share of the requests, and of the pieces of streams, at which the connection is cut. */
  readonly cuts: number
  /** The same seed cuts at the same requests and pieces. */
  readonly seed?: number
}

/** Builds the package once. Returns a function that makes devices. */
export const deviceMaker = async (): Promise<(options: DeviceOptions) => Device> => {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'clients/js/src/index.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'client'
  })
  const script = new Script(`${outputFiles[0]?.text}; client`)
  return (options) => deviceWith(script, options)
}

/** Returns a generator of the numbers of a seed, from 0 to 1: mulberry32, by Tommy Ettinger (public domain). */
const numbersOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const deviceWith = (script: Script, { speed, cuts, seed = 1 }: DeviceOptions): Device => {
  const random = numbersOf(seed)
  const begunAt = performance.now()
  let slept = 0
  let nights = 0
  let cut = 0
  let asleep = 0
  const now = () => 1.8e12 + (performance.now() - begunAt) * speed + slept
  const isCut = () => {
    const isUnlucky = random() < cuts
    if (isUnlucky) cut += 1
    return isUnlucky
  }

  /** Passes the pieces of a body on until the device sleeps, or the connection is cut in the middle of one. */
  const passing = (body: ReadableStream<Uint8Array>, signal: AbortSignal | undefined) => {
    const night = nights
    const reader = body.getReader()
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        signal?.addEventListener('abort', () => controller.error(new TypeError('aborted')))
      },
      pull: async (controller) => {
        const { done, value } = await reader.read()
        if (night !== nights) {
          asleep += 1
          void reader.cancel().catch(() => {})
          return new Promise(() => {})
        }
        if (done) return controller.close()
        const isBroken = isCut()
        controller.enqueue(isBroken ? value.subarray(0, Math.floor(random() * value.length)) : value)
        if (!isBroken) return
        void reader.cancel().catch(() => {})
        controller.error(new TypeError('cut'))
      }
    })
  }

  const fetchThrough: typeof fetch = async (address, init) => {
    if (isCut()) throw new TypeError('cut')
    const response = await fetch(address, init)
    if (response.body === null) return response
    const { status, headers } = response
    return new Response(passing(response.body, init?.signal ?? undefined), { status, headers })
  }

  const intervals = new Set<NodeJS.Timeout>()
  const context = createContext({
    ...{ AbortController, Request, TextDecoder, URLSearchParams, clearTimeout },
    // Browsers give no more of it to pages over plain HTTP.
    crypto: { getRandomValues: (array: Uint32Array<ArrayBuffer>) => crypto.getRandomValues(array) },
    Date: { now },
    fetch: fetchThrough,
    setInterval: (call: () => void, milliseconds: number) => {
      const interval = setInterval(call, milliseconds / speed)
      intervals.add(interval)
      return interval
    },
    clearInterval: (interval: NodeJS.Timeout) => {
      clearInterval(interval)
      intervals.delete(interval)
    },
    setTimeout: (call: () => void, milliseconds: number) => setTimeout(call, milliseconds / speed)
  })
  const client: typeof Client = script.runInContext(context)
  return {
    client,
    sleep: (milliseconds) => {
      slept += milliseconds
      nights += 1
    },
    intervals: () => intervals.size,
    lost: () => ({ cut, asleep })
  }
}
