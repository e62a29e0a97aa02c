/** Files in a bucket of a store that speaks S3. Four requests of its interface are used, each signed by aws4fetch. */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { Store } from './store.ts'

/** A bucket, and the key to it. */
export interface BucketOptions {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}

/** Milliseconds after which a store that does not answer is given up; it may take its time to send a file. */
const PATIENCE = 60_000

export const bucket = ({ endpoint, bucket, region, keyId, secret }: BucketOptions): Store => {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 2 })
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`

  /** @throws Error when the store refuses */
  const ask = async (method: string, address: string, init: RequestInit = {}): Promise<Response> => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error(`${endpoint} does not answer`)), PATIENCE)
    try {
      const response = await client.fetch(`${base}${address}`, { method, ...init, signal: late.signal })
      if (response.ok || (response.status === 404 && method === 'HEAD')) return response
      await response.body?.cancel()
      throw new Error(`${endpoint} answers ${method} with ${response.status}`)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async keep(path, name, media) {
      // Stores want the length in advance, which a stream has not.
      await ask('PUT', `/${name}`, { body: await readFile(path), headers: { 'content-type': media } })
    },

    async sizeOf(name) {
      const { ok, headers } = await ask('HEAD', `/${name}`)
      return ok ? Number(headers.get('content-length')) : undefined
    },

    async read(name, { start, end }) {
      const { body }: { body: ReadableStream | null } = await ask('GET', `/${name}`, {
        headers: { range: `bytes=${start}-${end}` }
      })
      return body === null ? Readable.from([]) : Readable.fromWeb(body)
    },

    async remove(name) {
      await ask('DELETE', `/${name}`)
    },

    async list(prefix, after, limit) {
      const query = new URLSearchParams({
        'list-type': '2',
        prefix,
        'max-keys': `${limit}`,
        ...(after !== '' && { 'start-after': after })
      })
      const text = await (await ask('GET', `?${query}`)).text()
      // Our names hold nothing that XML would escape, and others are of no interest.
      return [...text.matchAll(/<Key>([\w.-]+)<\/Key>[^]*?<LastModified>([^<]+)</g)].map(
        ([, name = '', since = '']) => ({ name, since: new Date(since) })
      )
    }
  }
}
