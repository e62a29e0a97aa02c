/** Queries for syncs: a sync is a blog of another newsroom whose posts a blog takes over. */
import { Syncs } from '../schemas/sync.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const syncs = (sql: Sql) => collection(sql, 'syncs', Syncs.model, 'Id', Syncs.criteria)
