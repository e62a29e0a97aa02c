/** Queries for parked changes: changes of other services that are not in the blog. */
import { ParkedChanges } from '../schemas/parked-change.ts'
import { MAX_CONTENT } from '../schemas/post.ts'
import { bringPost } from './copies/changes.ts'
import { fromJson, type SourcePost } from './copies/source-post.ts'
import { lockTarget } from './copies/target.ts'
import { acting, type Begin, type Sql } from './client.ts'
import { collection } from './collection.ts'

/** Outcome of an attempt to apply a parked change: it is gone, or the reason why it cannot be applied. */
export type Applied = { readonly refusal?: string } | undefined

export const parkedChanges = (sql: Sql) => {
  const rows = sql`(
    select parked_changes.id, parked_changes.sync, syncs.blog, post, kind, reason, parked_on,
      -- Version 1.1.1 and older have stored texts of any length.
      left(coalesce(change #>> '{local,content}', change ->> 'content'), ${MAX_CONTENT}) as content,
      change ->> 'author' as author_name, change ->> 'state' as state
    from parked_changes join syncs on syncs.id = parked_changes.sync
  ) as parked_changes`
  return {
    ...collection(sql, rows, ParkedChanges, 'Sync', 'Id'),

    /** Forgets a parked change. @returns whether there was such a change */
    async dismiss(sync: number, id: number): Promise<boolean> {
      const { count } = await sql`delete from parked_changes where sync = ${sync} and id = ${id}`
      return count > 0
    },

    /**
     * Carries a parked change out, even if the post was corrected here.
     * @returns undefined if there is no such change
     */
    apply: (begin: Begin, sync: number, id: number): Promise<Applied> =>
      begin(async (transaction) => {
        const target = await lockTarget(transaction, sync)
        const [parked] = await transaction<[{ Change: SourcePost }?]>`
          select change from parked_changes
          where sync = ${sync} and id = ${id} and ${acting(transaction)} for update`
        if (target === undefined || parked === undefined) return undefined
        if (!target.IsOpen) return { refusal: 'The blog is closed.' }
        const post = fromJson(parked.Change)
        const { leftover } = await bringPost(transaction, target, post, true)
        if (leftover !== undefined) return { refusal: leftover.reason }
        await transaction`delete from parked_changes where id = ${id}`
        return {}
      })
  }
}
