/** Descriptions of stored files in different languages: of all files, and of images, recordings and videos. */
import { metaInfos as infosOfFiles } from '../db/meta-infos.ts'
import { records, type Writes } from '../db/records.ts'
import { refusedProperty } from '../plugins/refusals.ts'
import { readAndEdit } from './shared/editable.ts'
import type { Family } from './shared/family.ts'
import { kindsOfFiles } from './shared/files.ts'
import { list } from './shared/lists.ts'

const metaInfos: Family = async (app) => {
  const { removeWithFile } = infosOfFiles(app.writes)
  const remove: Writes['remove'] = async (key, version) => {
    const removed = await removeWithFile(key, version)
    if (removed?.Content !== undefined) await app.files.remove(removed.Content)
    return removed !== undefined
  }
  const writes = { ...records(app.writes, 'meta_infos'), remove }
  const config = { sees: 'drafts' } as const
  for (const { model, queries: files, infos } of kindsOfFiles(app.sql)) {
    const { queries, model: infoModel } = infos
    const { name } = infoModel.wire
    const file = model.wire.name
    const owner = { metaDataId: [file, () => files] } as const

    readAndEdit(app, {
      ...infos,
      itemName: name,
      path: `/Archive/${name}/:metaInfoId`,
      config,
      writes,
      access: { who: 'archivist' },
      check: async ({ MetaData }) => {
        const fileExists = typeof MetaData !== 'number' || (await files.exists(MetaData))
        if (!fileExists) throw refusedProperty('MetaData', `is not the Id of any ${file}`)
      }
    })
    list(
      app,
      `/Archive/${file}/:metaDataId/${name}`,
      { ...infos, config },
      ({ metaDataId: MetaData }, query) => queries.list(query, { MetaData }),
      owner
    )
    list(
      app,
      `/Archive/${file}/:metaDataId/Language/:languageId/${name}`,
      { ...infos, config },
      ({ metaDataId: MetaData, languageId: Language }, query) => queries.list(query, { MetaData, Language }),
      owner
    )
    list(app, `/Localization/Language/:languageId/${name}`, { ...infos, config }, ({ languageId: Language }, query) =>
      queries.list(query, { Language })
    )
  }
}

export default metaInfos
