/** Queries for the audit trail, and the removal of its old entries. */
import { AuditEntries } from '../schemas/audit-entry.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** Maximum number of entries that one statement removes. */
const STEP = 1000

export const auditEntries = (sql: Sql) => {
  const all = collection(sql, 'audit_entries', AuditEntries, 'Id')
  return {
    ...all,

    /** Returns a page of the entries, the newest first. */
    list: (query: ListQuery) => all.page(query, sql`true`, sql`id desc`),

    /** Removes entries that are older than some days. Returns whether there may be more of them. */
    async removeOld(days: number): Promise<boolean> {
      const { count } = await sql`
        delete from audit_entries where id = any (array(
          select id from audit_entries where happened_on < now() - make_interval(days => ${days})
          order by happened_on limit ${STEP} for update skip locked
        ))`
      return count === STEP
    }
  }
}
