/** Meta data of stored files. */
import { MetaData, type MetaDataRow } from '../schemas/meta-data.ts'
import { columnsOf, type Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for meta data. */
export const metaData = (sql: Sql) => ({
  ...collection(sql, 'meta_data', MetaData, 'Id'),

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
})
