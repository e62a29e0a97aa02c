/** Queries for source types. */
import { SourceTypes } from '../schemas/source-type.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const sourceTypes = (sql: Sql) => collection(sql, 'source_types', SourceTypes.model, 'Key', SourceTypes.criteria)
