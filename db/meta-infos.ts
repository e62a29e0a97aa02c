/** Texts about stored files, about those of any kind and of each. */
import {
  AudioInfo, AudioInfoCriteria, ImageInfo, ImageInfoCriteria, MetaInfo, MetaInfoCriteria, VideoInfo, VideoInfoCriteria
} from '../schemas/meta-info.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import type { Fragment, Sql } from './client.ts'
import { collection } from './collection.ts'

/** What a list of texts is about; all of them when nothing is set. */
export interface TextScope { file?: number, language?: number }

/** Queries for texts about files of any kind. */
export const metaInfos = (sql: Sql) => {
  const texts = collection(sql, 'meta_info_rows', MetaInfo, 'Id', MetaInfoCriteria)
  return { ...texts, list: scoped(sql, texts.list) }
}

/** Queries for texts about images. */
export const imageInfos = (sql: Sql) => {
  const texts = collection(sql, 'image_info_rows', ImageInfo, 'Id', ImageInfoCriteria)
  return { ...texts, list: scoped(sql, texts.list) }
}

/** Queries for texts about recordings. */
export const audioInfos = (sql: Sql) => {
  const texts = collection(sql, 'audio_info_rows', AudioInfo, 'Id', AudioInfoCriteria)
  return { ...texts, list: scoped(sql, texts.list) }
}

/** Queries for texts about videos. */
export const videoInfos = (sql: Sql) => {
  const texts = collection(sql, 'video_info_rows', VideoInfo, 'Id', VideoInfoCriteria)
  return { ...texts, list: scoped(sql, texts.list) }
}

const scoped = <L>(sql: Sql, list: (query: ListQuery, where?: Fragment) => L) => (query: ListQuery, { file, language }: TextScope = {}) => list(query, sql`
  ${file === undefined ? sql`true` : sql`meta_data = ${file}`} and ${language === undefined ? sql`true` : sql`language = ${language}`}`)
