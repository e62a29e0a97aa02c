/** Rows that lie in no table, listed as if they did: PostgreSQL gets them with the query, so criteria mean the same everywhere. */
import type { Criteria } from '../schemas/language/criteria.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import { toColumn, type Sql } from './client.ts'
import { page } from './collection.ts'
import { matching, ordering } from './criteria.ts'

/**
 * Queries over rows whose properties are all texts.
 * @param model says which properties there are
 * @param key property that orders lists
 */
export const rowsAsTable = <Row extends object>(
  sql: Sql, model: { properties: Record<keyof Row & string, object> }, key: keyof Row & string, criteria: Criteria, rows: readonly Row[]
) => ({
    list (query: ListQuery) {
      const columns = Object.keys(model.properties).map(toColumn)
      const typed = columns.map((column) => sql`${sql(column)} text`).reduce((before, column) => sql`${before}, ${column}`)
      // Column names stand for properties here too.
      const data = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [toColumn(name), String(value)])))
      const chosen = sql`jsonb_to_recordset(${sql.json(data)}) as listed (${typed}) where ${matching(sql, criteria, query)}`
      return page(query, {
        total: async () => {
          const [{ Total }] = await sql<[{ Total: number }]>`select count(*)::integer as total from ${chosen}`
          return Total
        },
        items: () => sql<Row[]>`
        select ${sql(columns)} from ${chosen}
        order by ${ordering(sql, criteria, query, sql`${sql(toColumn(key))} collate "C"`)} limit ${query.limit} offset ${query.offset}`
      })
    }
  })
