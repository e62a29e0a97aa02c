/** Queries for user types. */
import { UserTypes } from '../schemas/user-type.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const userTypes = (sql: Sql) => collection(sql, 'user_types', UserTypes.model, 'Key', UserTypes.criteria)
