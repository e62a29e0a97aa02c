/** Starts an S3-compatible store with an empty bucket. It stops at the end of the test. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

interface Store {
  run: () => Promise<{ port: number }>
  close: () => Promise<void>
}

/** The package has no type declarations. */
const S3rver: new (options: object) => Store = createRequire(import.meta.url)('@20minutes/s3rver')

const BUCKET = 'tidewater'

/**
 * Starts the store.
 * @returns settings of the service for this store, the bucket's folder, the names of its files, and a function that
 *   stops the store
 */
export const startBucket = async (t: Pick<Test, 'teardown'>) => {
  const directory = await mkdtemp(join(tmpdir(), 'desk-bucket-'))
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }]
  })
  const { port } = await store.run()
  const stop = () => store.close().catch(() => {})
  t.teardown(async () => {
    await stop()
    await rm(directory, { recursive: true, force: true })
  })
  return {
    settings: {
      FILES_ENDPOINT: `http://127.0.0.1:${port}/`,
      FILES_BUCKET: BUCKET,
      FILES_KEY_ID: 'S3RVER',
      FILES_SECRET: 'S3RVER'
    },
    directory: join(directory, BUCKET),
    names: async () => (await readdir(join(directory, BUCKET))).filter((name) => name.endsWith('object')).sort(),
    stop
  }
}
