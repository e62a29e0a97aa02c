/** Queries for files that users bring in. */
import type { Static } from 'typebox'
import { MetaData, type AudioData, type ImageData, type MetaDataRow, type VideoData } from '../schemas/meta-data.ts'
import { columnsOf, toColumn, type Sql } from './client.ts'
import { keysIn } from './collection.ts'
import type { Attempt } from './idempotency-keys.ts'

/** The fields of a file's kind, as far as the file holds them. */
export type Details = Partial<
  Omit<Static<typeof ImageData> & Static<typeof AudioData> & Static<typeof VideoData>, keyof MetaDataRow>
>

/** A file that is in place, as the archive is to show it. */
export interface NewFile extends Pick<MetaDataRow, 'Name' | 'SizeInBytes' | 'Content' | 'Thumbnail'> {
  readonly Type: 'image' | 'audio' | 'video'
  readonly Creator: number
  readonly details: Details
}

/** Queries for uploads. */
export const uploads = (sql: Sql) => ({
  /** Counts the files that a user has stored within the last hour. */
  async countOfLastHour(userId: number): Promise<number> {
    const [{ Count }] = await sql<[{ Count: number }]>`
      select count(*)::integer as count from meta_data
      where creator = ${userId} and created_on > now() - interval '1 hour'`
    return Count
  },

  /** Stores what is known of a file, once for all attempts. @returns the row that the first attempt has made */
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
      select ${sql(columnsOf(MetaData))} from insert_meta_data(${user}, ${key}, ${request}, ${Creator}, ${Name},
        ${Type}, ${SizeInBytes}, ${Content}, ${Thumbnail}, ${sql.json(columns)})`
    return row
  },

  /** The tag that the names of this newsroom's files begin with. */
  async tag(): Promise<string> {
    const [{ FileTag }] = await sql<[{ FileTag: string }]>`select file_tag from installation`
    return FileTag
  },

  /** Those of some contents that the archive shows. */
  async shown(contents: string[]): Promise<ReadonlySet<string>> {
    const rows = await sql<Pick<MetaDataRow, 'Content'>[]>`
      select distinct content from meta_data where content = any(${keysIn(sql, contents)})`
    return new Set(rows.map(({ Content }) => Content))
  }
})
