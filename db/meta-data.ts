/**
 * Queries for the metadata of stored files: of any kind, and of images, audio and video with the fields of the kind.
 */
import type { Static } from 'typebox'
import type { Criteria } from '../schemas/language/criteria.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import type { AnyModel } from '../schemas/language/models.ts'
import { Files, Images, MetaData, Recordings, Videos } from '../schemas/meta-data.ts'
import { columnsOf, type Sql } from './client.ts'
import { collection } from './collection.ts'

const filesOf =
  <M extends AnyModel, K extends string & keyof Static<M>>(
    relation: string,
    schemas: { readonly model: M; readonly criteria: Criteria },
    key: K
  ) =>
  (sql: Sql) => {
    const files = collection(sql, relation, schemas, key)
    return {
      ...files,
      /** Returns a page of the files of a meta type. */
      listOfType: (metaTypeId: number, query: ListQuery) =>
        files.page(query, sql`type = (select type from meta_types where id = ${metaTypeId})`)
    }
  }

const anyFiles = filesOf('meta_data', Files, 'Id')
export const imageData = filesOf('image_data_rows', Images, 'Id')
export const audioData = filesOf('audio_data_rows', Recordings, 'Id')
export const videoData = filesOf('video_data_rows', Videos, 'Id')

export const metaData = (sql: Sql) => ({
  ...anyFiles(sql),

  /** Returns a person's picture, or the built-in one if the person has none; undefined if there is no such person. */
  async iconOf(personId: number) {
    const [icon] = await sql<[Static<typeof MetaData>?]>`
      select ${sql(columnsOf(MetaData))} from meta_data
      where exists (select from persons where id = ${personId}) and id = coalesce(
        (select meta_data from person_icons where person = ${personId}),
        (select id from meta_data where content = 'content/person.svg')
      )`
    return icon
  }
})
