/** Places where files are stored, by the settings of the service. */
import { resolve } from 'node:path'
import type { Config } from '../../schemas/config.ts'
import type { ArchiveOptions } from './archive.ts'

export const archiveOptions = (config: Config): ArchiveOptions => ({
  folder: resolve(config.DATA_DIR, 'files'),
  bucket: bucketOf(config),
  maxMegapixels: config.UPLOAD_MEGAPIXELS
})

/** Returns the S3 bucket for uploaded files; undefined if they are stored in DATA_DIR. */
const bucketOf = (config: Config) =>
  config.FILES_BUCKET === ''
    ? undefined
    : {
        endpoint: config.FILES_ENDPOINT,
        bucket: config.FILES_BUCKET,
        region: config.FILES_REGION,
        keyId: config.FILES_KEY_ID,
        secret: config.FILES_SECRET
      }
