/** Queries for user types. */
import { UserType, UserTypeCriteria } from '../schemas/user-type.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const userTypes = (sql: Sql) => collection(sql, 'user_types', UserType, 'Key', UserTypeCriteria)
