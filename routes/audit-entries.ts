/** Reads the audit trail: who has done what and when, for those who look after the users. */
import { auditEntries as queries } from '../db/audit-entries.ts'
import { AuditEntries } from '../schemas/audit-entry.ts'
import type { Family } from './shared/family.ts'
import { read } from './shared/readable.ts'

const auditEntries: Family = async (app) => {
  read(app, {
    ...AuditEntries,
    itemName: 'audit entry',
    path: '/Security/AuditEntry/:entryId',
    queries: queries(app.sql),
    config: { who: 'staff' }
  })
}

export default auditEntries
