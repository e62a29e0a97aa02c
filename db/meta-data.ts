/** Meta data of stored files, of any kind and of each. */
import type { ListQuery } from '../schemas/language/paging.ts'
import {
  AudioData, AudioDataCriteria, ImageData, ImageDataCriteria, MetaData, MetaDataCriteria, VideoData, VideoDataCriteria, type MetaDataRow
} from '../schemas/meta-data.ts'
import { columnsOf, type Fragment, type Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for meta data. */
export const metaData = (sql: Sql) => {
  const files = collection(sql, 'meta_data', MetaData, 'Id', MetaDataCriteria)
  return {
    ...files,
    ...listing(sql, files),

    /** A person's picture, or the built-in one when the person has none; undefined when there is no such person. */
    async iconOf (personId: number) {
      const [row] = await sql<[MetaDataRow?]>`
        select ${sql(columnsOf(MetaData).map((column) => `meta_data.${column}`))}
        from persons
        left join person_icons on person_icons.person = persons.id
        join meta_data on meta_data.id = coalesce(person_icons.meta_data, (select id from meta_data where content = 'content/person.svg'))
        where persons.id = ${personId}`
      return row
    }
  }
}

/** Queries for images. */
export const imageData = (sql: Sql) => {
  const files = collection(sql, 'image_data_rows', ImageData, 'Id', { ...MetaDataCriteria, ...ImageDataCriteria })
  return { ...files, ...listing(sql, files) }
}

/** Queries for recordings. */
export const audioData = (sql: Sql) => {
  const files = collection(sql, 'audio_data_rows', AudioData, 'Id', { ...MetaDataCriteria, ...AudioDataCriteria })
  return { ...files, ...listing(sql, files) }
}

/** Queries for videos. */
export const videoData = (sql: Sql) => {
  const files = collection(sql, 'video_data_rows', VideoData, 'Id', { ...MetaDataCriteria, ...VideoDataCriteria })
  return { ...files, ...listing(sql, files) }
}

const listing = <L>(sql: Sql, { list }: { list: (query: ListQuery, where?: Fragment) => L }) => ({
  list: (query: ListQuery) => list(query),
  /** Those of a meta type. */
  listOfType: (metaTypeId: number, query: ListQuery) => list(query, sql`type = (select type from meta_types where id = ${metaTypeId})`)
})
