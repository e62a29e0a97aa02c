/**
 * Lets a separate process read the metadata of sound and video. A small file can consist of millions of parts, which
 * the parser holds in memory, and compares without a pause: all requests would wait for seconds, or for ever.
 */
import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Details } from '../../db/uploads.ts'
import { refusedProperty } from '../refusals.ts'
import type { Extension } from './names.ts'
import type { Reading } from './recordings.ts'

/** Milliseconds that reading a file may take. Meanwhile, no other file is stored. */
const MAX_TIME = 20_000
/** Maximum memory of the parser's heap. */
const MAX_MEBIBYTES = 256

const PROGRAM = fileURLToPath(new URL(`recordings-process${extname(import.meta.url)}`, import.meta.url))

/**
 * Reads the archive's fields of a recording or video from the file.
 * @param maxTime milliseconds that this may take
 * @throws HttpError 400 if the file is damaged, takes too long or too much memory, or contains the place where it was
 *   recorded
 */
export const readRecording = async (path: string, extension: Extension, maxTime = MAX_TIME): Promise<Details> => {
  const reading = await new Promise<Reading>((resolve, reject) => {
    const reader = fork(PROGRAM, [path, extension], {
      execArgv: [`--max-old-space-size=${MAX_MEBIBYTES}`],
      // It needs no settings of the service, which contain passwords.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: maxTime,
      killSignal: 'SIGKILL'
    })
    reader.once('message', (sent: Reading) => resolve(sent))
    reader.once('error', reject)
    // It comes after the message, if there is one.
    reader.once('disconnect', () => resolve({ refusal: TOO_SLOW }))
  })
  if ('refusal' in reading) throw refusedProperty('file', reading.refusal)
  return reading.details
}

const TOO_SLOW = 'has so many parts that it takes too long to read; save it again with another program'
