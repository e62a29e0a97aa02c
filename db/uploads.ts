/** Queries for uploaded files. */
import type { Static } from 'typebox'
import { MetaData, type AudioData, type ImageData, type MetaDataRow, type VideoData } from '../schemas/meta-data.ts'
import { acting, columnsOf, toColumn, type Sql, keysIn } from './client.ts'
import type { Attempt } from './records.ts'

/** The metadata that only images, audio or video have, as far as the file contains it. */
export type Details = Partial<
  Omit<Static<typeof ImageData> & Static<typeof AudioData> & Static<typeof VideoData>, keyof MetaDataRow>
>

/** An uploaded file whose content has been stored. */
export interface NewFile extends Pick<MetaDataRow, 'Name' | 'SizeInBytes' | 'Content' | 'Thumbnail'> {
  readonly Type: 'image' | 'audio' | 'video'
  readonly Creator: number
  readonly details: Details
}

export const uploads = (sql: Sql) => ({
  /** Returns the number of files that a user has uploaded in the last hour, without the pictures of copied posts. */
  async countOfLastHour(userId: number): Promise<number> {
    const [{ Count }] = await sql<[{ Count: number }]>`
      select count(*)::integer as count from meta_data
      where creator = ${userId} and created_on > now() - interval '1 hour'
        and not exists (select from copied_pictures where copied_pictures.meta_data = meta_data.id)`
    return Count
  },

  /** Inserts the metadata of a file. A repeated attempt returns the row of the first one. */
  async insert(
    { user, key, request }: Attempt,
    { Name, Type, SizeInBytes, Content, Thumbnail, Creator, details }: NewFile
  ): Promise<MetaDataRow> {
    const columns = Object.fromEntries(
      Object.entries(details).map(([property, value]) => [
        toColumn(property),
        value instanceof Date ? value.toISOString() : value
      ])
    )
    const [row] = await sql<[MetaDataRow]>`
      select ${sql(columnsOf(MetaData))} from insert_meta_data(
        ${acting(sql, user)}, ${key}, ${request}, ${Creator}, ${Name},
        ${Type}, ${SizeInBytes}, ${Content}, ${Thumbnail}, ${sql.json(columns)})`
    return row
  },

  /** Returns the prefix of the names of all files of this installation. */
  async filePrefix(): Promise<string> {
    const [{ FileTag }] = await sql<[{ FileTag: string }]>`select file_tag from installation`
    return FileTag
  },

  /** Filters a list of content names: returns those that the metadata of a file refers to. */
  async referenced(contents: string[]): Promise<ReadonlySet<string>> {
    const rows = await sql<Pick<MetaDataRow, 'Content'>[]>`
      select content from meta_data where content = any(${keysIn(sql, contents)})`
    return new Set(rows.map(({ Content }) => Content))
  }
})
