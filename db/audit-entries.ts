/** Queries for the audit trail, and the removal of its old entries. */
import { AuditEntries } from '../schemas/audit-entry.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** Maximum number of entries that one statement looks at and removes. */
const STEP = 1000

export const auditEntries = (sql: Sql) => {
  const all = collection(sql, 'audit_entries', AuditEntries, 'Id')
  return {
    ...all,

    /** Returns a page of the entries, the newest first. */
    list: (query: ListQuery) => all.page(query, sql`true`, sql`id desc`),

    /**
     * Removes those of the first entries that are older than some days. The order is that of ids, because the index of
     * times has none: each step would read and sort all old entries. After a clock was wrong, an old entry behind a
     * thousand newer ones waits until they are old.
     * @returns whether there may be more of them
     */
    async removeOld(days: number): Promise<boolean> {
      const { count } = await sql`
        delete from audit_entries
        where id = any (array(select id from audit_entries order by id limit ${STEP}))
          and happened_on < now() - make_interval(days => ${days})`
      return count > 0
    }
  }
}
