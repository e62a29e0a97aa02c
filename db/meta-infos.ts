/** Texts about stored files, about those of any kind and of each. */
import {
  AudioInfo, AudioInfoCriteria, ImageInfo, ImageInfoCriteria, MetaInfo, MetaInfoCriteria, VideoInfo, VideoInfoCriteria
} from '../schemas/meta-info.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import type { Key } from './records.ts'

/** Queries for texts about files of any kind. */
export const metaInfos = (sql: Sql) => ({
  ...collection(sql, 'meta_info_rows', MetaInfo, 'Id', MetaInfoCriteria),

  /** Deletes a text, and with the last text about a file the file. @returns whether the text still had the version */
  async removeWithFile ({ Id = 0 }: Key, version: number | null): Promise<boolean> {
    const { count } = await sql`
      with removed as (
        delete from meta_infos where id = ${Id} and (${version}::integer is null or version = ${version})
        returning id, meta_data
      ), orphaned as (
        delete from meta_data using removed
        where meta_data.id = removed.meta_data
          and not exists (select from meta_infos where meta_data = removed.meta_data and id <> removed.id)
      )
      select from removed`
    return count > 0
  }
})
/** Queries for texts about images. */
export const imageInfos = (sql: Sql) => collection(sql, 'image_info_rows', ImageInfo, 'Id', ImageInfoCriteria)
/** Queries for texts about recordings. */
export const audioInfos = (sql: Sql) => collection(sql, 'audio_info_rows', AudioInfo, 'Id', AudioInfoCriteria)
/** Queries for texts about videos. */
export const videoInfos = (sql: Sql) => collection(sql, 'video_info_rows', VideoInfo, 'Id', VideoInfoCriteria)
