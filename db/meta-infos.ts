/** Queries for the texts about stored files: titles, keywords and descriptions, for files of any kind and of each. */
import { AudioInfos, ImageInfos, MetaInfos, VideoInfos } from '../schemas/meta-info.ts'
import { acting, type Sql } from './client.ts'
import { collectionOf } from './collection.ts'
import type { Key } from './records.ts'

const anyInfos = collectionOf('meta_info_rows', MetaInfos, 'Id')

export const metaInfos = (sql: Sql) => ({
  ...anyInfos(sql),

  /**
   * Deletes a text. If it is the last text about a file, also deletes the file's metadata.
   * @param version the version that the text must still have; null stands for any
   * @returns the path of the file's content if its metadata was deleted; undefined if the text has another version
   */
  async removeWithFile({ Id = 0 }: Key, version: number | null): Promise<{ Content?: string } | undefined> {
    const [removed] = await sql<[{ Content?: string }?]>`
      with file as materialized (
        -- Locks the file. Otherwise two requests that delete its last two texts at once would each still see the other.
        select id from meta_data
        where id = (select meta_data from meta_infos where id = ${Id}) and ${acting(sql)} for update
      ), removed as (
        delete from meta_infos using file
        where meta_infos.id = ${Id} and (${version}::integer is null or version = ${version})
        returning meta_infos.id, meta_data
      ), orphaned as (
        delete from meta_data using removed
        where meta_data.id = removed.meta_data and not exists (
          -- The lock reads the current rows: this statement's snapshot may still contain texts deleted meanwhile.
          select from meta_infos where meta_data = removed.meta_data and id <> removed.id for key share
        )
        returning content
      )
      select content from removed left join orphaned on true`
    return removed
  }
})

export const imageInfos = collectionOf('image_info_rows', ImageInfos, 'Id')
export const audioInfos = collectionOf('audio_info_rows', AudioInfos, 'Id')
export const videoInfos = collectionOf('video_info_rows', VideoInfos, 'Id')
