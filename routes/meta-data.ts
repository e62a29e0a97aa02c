/** Metadata of stored files: of all files, and of images, recordings and videos. */
import type { Family } from './shared/family.ts'
import { kindsOfFiles } from './shared/files.ts'
import { read } from './shared/readable.ts'
import { withThumbnailSize } from './shared/thumbnails.ts'

const metaData: Family = async (app) => {
  for (const kind of kindsOfFiles(app.sql)) {
    read(app, {
      ...kind,
      path: `/Archive/${kind.model.wire.name}`,
      // The files of drafts are among them, and nothing tells them apart.
      sees: 'drafts',
      show: (file, { query }) => withThumbnailSize(file, query)
    })
  }
}

export default metaData
