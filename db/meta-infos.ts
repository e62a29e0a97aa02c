/** Texts about stored files, about those of any kind and of each. */
import {
  AudioInfo,
  AudioInfoCriteria,
  ImageInfo,
  ImageInfoCriteria,
  MetaInfo,
  MetaInfoCriteria,
  VideoInfo,
  VideoInfoCriteria
} from '../schemas/meta-info.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import type { Key } from './records.ts'

/** Queries for texts about files of any kind. */
export const metaInfos = (sql: Sql) => ({
  ...collection(sql, 'meta_info_rows', MetaInfo, 'Id', MetaInfoCriteria),

  /**
   * Deletes a text, and with the last text about a file what is known of the file.
   * @returns the content of that file, if it was the last text; undefined when the text no longer had the version
   */
  async removeWithFile({ Id = 0 }: Key, version: number | null): Promise<{ Content?: string } | undefined> {
    const [removed] = await sql<[{ Content?: string }?]>`
      with file as materialized (
        -- One text of a file at a time, so that the last of several does not take the others for still there.
        select id from meta_data where id = (select meta_data from meta_infos where id = ${Id}) for update
      ), removed as (
        delete from meta_infos using file
        where meta_infos.id = ${Id} and (${version}::integer is null or version = ${version})
        returning meta_infos.id, meta_data
      ), orphaned as (
        delete from meta_data using removed
        where meta_data.id = removed.meta_data and not exists (
          -- The lock looks at a text as it is now: this statement has begun when others may have been there.
          select from meta_infos where meta_data = removed.meta_data and id <> removed.id for key share
        )
        returning content
      )
      select content from removed left join orphaned on true`
    return removed
  }
})
/** Queries for texts about images. */
export const imageInfos = (sql: Sql) => collection(sql, 'image_info_rows', ImageInfo, 'Id', ImageInfoCriteria)
/** Queries for texts about recordings. */
export const audioInfos = (sql: Sql) => collection(sql, 'audio_info_rows', AudioInfo, 'Id', AudioInfoCriteria)
/** Queries for texts about videos. */
export const videoInfos = (sql: Sql) => collection(sql, 'video_info_rows', VideoInfo, 'Id', VideoInfoCriteria)
