/** Queries for syncs: a sync is a blog of another newsroom whose posts a blog takes over. */
import { Sync, SyncCriteria } from '../schemas/sync.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const syncs = (sql: Sql) => collection(sql, 'syncs', Sync, 'Id', SyncCriteria)
