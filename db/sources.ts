/** Queries for the sources of all blogs. */
import { Source, SourceCriteria } from '../schemas/source.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const sources = (sql: Sql) => collection(sql, 'sources', Source, 'Id', SourceCriteria)
