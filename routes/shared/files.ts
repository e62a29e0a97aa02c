/** The kinds of stored files: files of any kind, images, recordings and videos. */
import type { Sql } from '../../db/client.ts'
import { audioData, imageData, metaData, videoData } from '../../db/meta-data.ts'
import { Files, Images, Recordings, Videos } from '../../schemas/meta-data.ts'

/** Returns the schemas, queries and names of each kind of files. */
export const kindsOfFiles = (sql: Sql) => [
  { ...Files, queries: metaData(sql), itemName: 'meta data' },
  { ...Images, queries: imageData(sql), itemName: 'image' },
  { ...Recordings, queries: audioData(sql), itemName: 'recording' },
  { ...Videos, queries: videoData(sql), itemName: 'video' }
]
