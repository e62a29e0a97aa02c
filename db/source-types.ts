/** Queries for source types. */
import { SourceType, SourceTypeCriteria } from '../schemas/source-type.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const sourceTypes = (sql: Sql) => collection(sql, 'source_types', SourceType, 'Key', SourceTypeCriteria)
