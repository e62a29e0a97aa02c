/** Queries for right types. */
import { RightType, RightTypeCriteria } from '../schemas/right-type.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const rightTypes = (sql: Sql) => collection(sql, 'right_types', RightType, 'Id', RightTypeCriteria)
