/** The readers at the other end of streams: what they are sent, and when they are let go. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** One open stream. */
export interface Reader {
  /** The number of the last change it was sent. */
  cursor: number
  readonly response: ServerResponse
  /** Called once when the stream has ended, whoever ended it. */
  onGone: () => void
}

/** Bytes that may wait for a reader who does not take them; one more and it is cut. It comes back and resumes. */
const MAX_QUEUE = 256 * 1024
/** A reader who is catching up may take this long, in milliseconds, for what it was sent. */
const DRAIN_LIMIT = 30_000
/** Each stream hears something this often, in seconds, lest somebody on the way take it for dead. */
const HEARTBEAT = 15

const BEAT = Buffer.from(':\n\n')

/** Keeps the readers of a process. */
export const keepReaders = () => {
  // Beaten by turns: one part a second, so that ten thousand never are at once.
  const parts = Array.from({ length: HEARTBEAT }, () => new Set<Reader>())
  let added = 0
  let beats = 0
  const beating = setInterval(() => {
    beats += 1
    for (const reader of parts[beats % HEARTBEAT] ?? []) write(reader, BEAT)
  }, 1000)
  beating.unref()

  const close = (reader: Reader, reason: string) => {
    if (isGone(reader)) return
    reader.response.end(`event: close\ndata: ${reason}\n\n`)
    // A reader who takes nothing would hold the connection until the end of the process.
    setTimeout(() => reader.response.destroy(), 1000).unref()
  }

  return {
    /** Takes a response whose head has been written. */
    add (response: ServerResponse, cursor: number): Reader {
      const reader: Reader = { cursor, response, onGone: () => {} }
      const part = parts[added++ % HEARTBEAT]
      part?.add(reader)
      response.once('close', () => {
        part?.delete(reader)
        reader.onGone()
      })
      return reader
    },
    close,
    closeAll (reason: string) {
      clearInterval(beating)
      for (const part of parts) for (const reader of part) close(reader, reason)
    },
    count: () => parts.reduce((sum, { size }) => sum + size, 0)
  }
}

/** Sends a change to a reader; one who has too much waiting is cut. */
export const send = (reader: Reader, number: number, frame: Buffer): void => {
  reader.cursor = number
  write(reader, frame)
}

/** Sends a change and waits until the reader has taken it. @returns whether it is still there */
export const sendInTurn = async (reader: Reader, number: number, frame: Buffer): Promise<boolean> => {
  send(reader, number, frame)
  const { response } = reader
  if (!isGone(reader) && response.writableNeedDrain) {
    await once(response, 'drain', { signal: AbortSignal.timeout(DRAIN_LIMIT) }).catch(() => response.destroy())
  }
  return !isGone(reader)
}

export const isGone = ({ response }: Reader): boolean => response.destroyed || response.writableEnded

const write = (reader: Reader, bytes: Buffer) => {
  const { response } = reader
  if (isGone(reader)) return
  if (response.writableLength > MAX_QUEUE) response.destroy()
  else response.write(bytes)
}
