/** Queries for persons and their pictures. */
import { Persons } from '../schemas/person.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import { insertOnce, type Attempt } from './records.ts'

export const persons = (sql: Sql) => ({
  ...collection(sql, 'persons', Persons, 'Id'),

  /** Sets the picture of a person. A repeated attempt does nothing. */
  async setIcon(attempt: Attempt, personId: number, metaDataId: number): Promise<void> {
    await insertOnce(
      sql,
      attempt,
      sql`inserted as (
      insert into person_icons (person, meta_data) select ${personId}, ${metaDataId} from claimed where made is null
      on conflict (person) do update set meta_data = excluded.meta_data
      returning person as id
    )`
    )
  },

  /** Removes the picture of a person. Returns whether there was one. */
  async removeIcon(personId: number): Promise<boolean> {
    const { count } = await sql`delete from person_icons where person = ${personId}`
    return count > 0
  }
})
