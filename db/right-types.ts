/** Right types. */
import { RightType, RightTypeCriteria, type RightTypeRow } from '../schemas/right-type.ts'
import { columnsOf, type Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for right types. */
export const rightTypes = (sql: Sql) => ({
  ...collection(sql, 'right_types', RightType, 'Id', RightTypeCriteria),

  /** The right type of a name. */
  async findNamed (name: string) {
    const [row] = await sql<[RightTypeRow?]>`select ${sql(columnsOf(RightType))} from right_types where name = ${name}`
    return row
  }
})
