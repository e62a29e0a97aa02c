/** Queries for right types. */
import { RightTypes } from '../schemas/right-type.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const rightTypes = (sql: Sql) => collection(sql, 'right_types', RightTypes.model, 'Id', RightTypes.criteria)
