/** Texts about stored files, about those of any kind and of each. */
import {
  AudioInfo, AudioInfoCriteria, ImageInfo, ImageInfoCriteria, MetaInfo, MetaInfoCriteria, VideoInfo, VideoInfoCriteria
} from '../schemas/meta-info.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for texts about files of any kind. */
export const metaInfos = (sql: Sql) => collection(sql, 'meta_info_rows', MetaInfo, 'Id', MetaInfoCriteria)
/** Queries for texts about images. */
export const imageInfos = (sql: Sql) => collection(sql, 'image_info_rows', ImageInfo, 'Id', ImageInfoCriteria)
/** Queries for texts about recordings. */
export const audioInfos = (sql: Sql) => collection(sql, 'audio_info_rows', AudioInfo, 'Id', AudioInfoCriteria)
/** Queries for texts about videos. */
export const videoInfos = (sql: Sql) => collection(sql, 'video_info_rows', VideoInfo, 'Id', VideoInfoCriteria)
