/** Settings of a blog. */
import { configurations as queries } from '../db/configurations.ts'
import { records } from '../db/records.ts'
import { membersOf } from '../schemas/language/rows.ts'
import { Configurations } from '../schemas/configuration.ts'
import { readAndEdit } from './shared/editable.ts'
import type { Family } from './shared/family.ts'

const configurations: Family = async (app, { module }) => {
  readAndEdit(app, {
    ...Configurations,
    itemName: 'configuration',
    path: `/${module}/Blog/:blogId/Configuration/:name`,
    queries: queries(app.sql),
    writes: records(app.writes, 'configurations'),
    summaries: { POST: 'Add a setting to a blog' },
    access: { who: 'publisher' },
    serverValues: ({ params }) => ({ Blog: Number(membersOf(params).blogId) })
  })
}

export default configurations
