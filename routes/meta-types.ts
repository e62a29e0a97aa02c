/** Meta types: the types of stored files, and the files of each type. */
import { metaTypes as queries } from '../db/meta-types.ts'
import { Listing, PAGE } from '../schemas/language/paging.ts'
import { MetaTypePath, MetaTypes } from '../schemas/meta-type.ts'
import { below, type Family } from './shared/family.ts'
import { kindsOfFiles } from './shared/files.ts'
import { read } from './shared/readable.ts'

const metaTypes: Family = async (app) => {
  const { exists } = queries(app.sql)

  read(app, { ...MetaTypes, itemName: 'meta type', path: '/Archive/MetaType', queries: queries(app.sql) })
  for (const { model, list, criteria, parameters, queries } of kindsOfFiles(app.sql)) {
    app.get(
      `/Archive/MetaType/:metaTypeId/${model.wire.name}`,
      { schema: { params: MetaTypePath, querystring: Listing(criteria, PAGE, parameters), response: { 200: list } } },
      ({ params: { metaTypeId }, query }) =>
        below(exists(metaTypeId), `meta type ${metaTypeId}`, () => queries.listOfType(metaTypeId, query))
    )
  }
}

export default metaTypes
