/** Queries for meta types, the kinds of stored files. */
import { MetaTypes } from '../schemas/meta-type.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const metaTypes = (sql: Sql) => collection(sql, 'meta_types', MetaTypes.model, 'Id', MetaTypes.criteria)
