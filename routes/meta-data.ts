/** Metadata of stored files: of all files, and of images, recordings and videos; and the types of files. */
import { metaTypes } from '../db/lookups.ts'
import { MetaTypes } from '../schemas/meta-type.ts'
import type { Family } from './shared/family.ts'
import { kindsOfFiles } from './shared/files.ts'
import { list } from './shared/lists.ts'
import { read } from './shared/readable.ts'
import { withThumbnailSize } from './shared/thumbnails.ts'

const metaData: Family = async (app) => {
  const kinds = kindsOfFiles(app.sql)
  const typePath = '/Archive/MetaType'
  // The files of drafts are among them, and nothing tells them apart.
  const config = { sees: 'drafts' } as const

  read(app, { ...MetaTypes, itemName: 'meta type', path: `${typePath}/:metaTypeId`, queries: metaTypes(app.sql) })
  for (const kind of kinds) {
    list(app, `${typePath}/:metaTypeId/${kind.model.wire.name}`, { ...kind, config }, ({ metaTypeId }, query) =>
      kind.queries.listOfType(metaTypeId, query)
    )
  }
  for (const kind of kinds) {
    read(app, {
      ...kind,
      path: `/Archive/${kind.model.wire.name}/:metaDataId`,
      config,
      show: (file, { query }) => withThumbnailSize(file, query)
    })
  }
}

export default metaData
