/** The kinds of stored files: files of any kind, images, recordings and videos. */
import type { Sql } from '../../db/client.ts'
import { audioData, imageData, metaData, videoData } from '../../db/meta-data.ts'
import { audioInfos, imageInfos, metaInfos, videoInfos } from '../../db/meta-infos.ts'
import { Files, Images, Recordings, Videos } from '../../schemas/meta-data.ts'
import { AudioInfos, ImageInfos, MetaInfos, VideoInfos } from '../../schemas/meta-info.ts'

/** Returns the schemas, queries and names of each kind of files, and of the texts about them. */
export const kindsOfFiles = (sql: Sql) => [
  { ...Files, queries: metaData(sql), itemName: 'meta data', infos: { ...MetaInfos, queries: metaInfos(sql) } },
  { ...Images, queries: imageData(sql), itemName: 'image', infos: { ...ImageInfos, queries: imageInfos(sql) } },
  { ...Recordings, queries: audioData(sql), itemName: 'recording', infos: { ...AudioInfos, queries: audioInfos(sql) } },
  { ...Videos, queries: videoData(sql), itemName: 'video', infos: { ...VideoInfos, queries: videoInfos(sql) } }
]
