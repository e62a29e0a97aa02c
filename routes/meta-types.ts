/** Meta types: the types of stored files, and the files of each type. */
import { metaTypes as queries } from '../db/meta-types.ts'
import { MetaTypes } from '../schemas/meta-type.ts'
import type { Family } from './shared/family.ts'
import { kindsOfFiles } from './shared/files.ts'
import { list } from './shared/lists.ts'
import { read } from './shared/readable.ts'

const metaTypes: Family = async (app) => {
  const path = '/Archive/MetaType'
  read(app, { ...MetaTypes, itemName: 'meta type', path, queries: queries(app.sql) })
  for (const kind of kindsOfFiles(app.sql)) {
    list(app, `${path}/:metaTypeId/${kind.model.wire.name}`, kind, ({ metaTypeId }, query) =>
      kind.queries.listOfType(metaTypeId, query)
    )
  }
}

export default metaTypes
