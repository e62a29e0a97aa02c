/** Blogs elsewhere that blogs follow. */
import { Sync, SyncCriteria } from '../schemas/sync.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for syncs. */
export const syncs = (sql: Sql) => collection(sql, 'syncs', Sync, 'Id', SyncCriteria)
