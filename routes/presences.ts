/** People who are on a blog now: programs of editors renew a lease while they show the blog. */
import { presences as queries } from '../db/presences.ts'
import { refusedProperty } from '../plugins/refusals.ts'
import { BlogPath } from '../schemas/paths.ts'
import { PresenceList, RenewedPresence } from '../schemas/presence.ts'
import type { Family } from './shared/family.ts'

const presences: Family = async (app, { module }) => {
  const { renew, end } = queries(app.writes)
  const path = `/${module}/Blog/:blogId/Presence`
  // Pages offer no forms for it: a person cannot renew a lease.
  const config = { who: 'member', applies: () => false } as const

  const renewalSchema = {
    summary: 'Say that you are on a blog, and who else is',
    params: BlogPath,
    body: RenewedPresence,
    response: { 200: PresenceList }
  }
  app.put(path, { config, schema: renewalSchema }, async ({ body: { Post }, params: { blogId }, user }) => {
    const items = await renew(blogId, user.Id, Post)
    if (items === undefined) throw refusedProperty('Post', 'is not the id of a post of this blog')
    return { items }
  })
  const leaveSchema = { summary: 'Say that you have left a blog', params: BlogPath }
  app.delete(path, { config, schema: leaveSchema }, ({ params: { blogId }, user }) => end(blogId, user.Id))
}

export default presences
