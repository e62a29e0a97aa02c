/** Stores files in an S3 bucket. It uses four requests of the S3 API, which aws4fetch signs. */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Config } from '../../schemas/config.ts'
import { mediaOf } from './names.ts'
import type { Store } from './store.ts'
import { fetchFailureOf } from '../../schemas/language/errors.ts'
import { withoutFinalSlashes } from '../../schemas/language/lexical.ts'

/** Settings of the bucket. */
export type BucketSettings = Pick<
  Config,
  'FILES_BUCKET' | 'FILES_ENDPOINT' | 'FILES_REGION' | 'FILES_KEY_ID' | 'FILES_SECRET'
>

/**
 * Milliseconds that the S3 server may take to receive a file, and to begin another response. A file that was not stored
 * is deleted: both must take less than a client may be silent (plugins/http-server.ts), or it never learns of it.
 */
const PUT_TIMEOUT = 35_000
const RESPONSE_TIMEOUT = 15_000
/** Number of attempts if the S3 server fails, and milliseconds between two. */
const ATTEMPTS = 3
const PAUSE = 100

/** @param responseTimeout milliseconds */
export const bucket = (settings: BucketSettings, responseTimeout = RESPONSE_TIMEOUT): Store => {
  const { FILES_ENDPOINT: endpoint, FILES_REGION: region } = settings
  const keys = { accessKeyId: settings.FILES_KEY_ID, secretAccessKey: settings.FILES_SECRET }
  const client = new AwsClient({ ...keys, region, service: 's3' })
  const base = `${withoutFinalSlashes(endpoint)}/${settings.FILES_BUCKET}`

  /** Sends a request and returns the response. @throws Error for a failure status, except 404 in response to HEAD */
  const send = async (method: string, address: string, init: RequestInit = {}): Promise<Response> => {
    const timeout = new AbortController()
    const limit = method === 'PUT' ? PUT_TIMEOUT : responseTimeout
    const timer = setTimeout(() => timeout.abort(new Error(`${endpoint} does not answer`)), limit)
    try {
      for (let attempt = 1; ; attempt += 1) {
        const request = await client.sign(`${base}${address}`, { method, ...init })
        // Not the signal of the request: Node collects both as garbage while the server is silent, and never aborts.
        const response = await fetch(request, { signal: timeout.signal }).catch((error: unknown) => {
          if (timeout.signal.aborted) throw error
          throw new Error(`${endpoint} cannot be reached: ${fetchFailureOf(error)}`, { cause: error })
        })
        if (response.ok || (response.status === 404 && method === 'HEAD')) return response
        // Such as SignatureDoesNotMatch, RequestTimeTooSkewed or NoSuchBucket: what the operator has to mend.
        const [, code = 'without a code'] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? []
        if (attempt === ATTEMPTS || response.status < 500) {
          throw new Error(`${endpoint} answers ${method} with ${response.status} ${code}`)
        }
        await sleep(PAUSE)
      }
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async put(path, name) {
      // fetch would read a stream into memory, too. The service stores one file at a time, of UPLOAD_MB at most.
      await send('PUT', `/${name}`, { body: await readFile(path), headers: { 'content-type': mediaOf(name) ?? '' } })
    },

    async sizeOf(name) {
      const { ok, headers } = await send('HEAD', `/${name}`)
      return ok ? Number(headers.get('content-length')) : undefined
    },

    async read(name, { start, end }) {
      const { body, headers } = await send('GET', `/${name}`, {
        headers: { range: `bytes=${start}-${end}` }
      })
      // Fewer bytes would let the client wait, and it would take further ones for the next response.
      if (headers.get('content-length') !== `${end - start + 1}`) {
        await body?.cancel()
        throw new Error(`${endpoint} answers GET with other bytes than were asked for`)
      }
      return body === null ? Readable.from([]) : Readable.from(body)
    },

    async remove(name) {
      await send('DELETE', `/${name}`)
    },

    async list(prefix, after, limit) {
      const query = new URLSearchParams({
        'list-type': '2',
        prefix,
        'max-keys': `${limit}`,
        ...(after !== '' && { 'start-after': after })
      })
      const text = await (await send('GET', `?${query}`)).text()
      // No XML parser is needed: names of this service contain no characters that XML escapes, and others are ignored.
      return [...text.matchAll(/<Key>([\w.-]+)<\/Key>[^]*?<LastModified>([^<]+)</g)].map(
        ([, name = '', since = '']) => ({ name, since: new Date(since) })
      )
    }
  }
}
