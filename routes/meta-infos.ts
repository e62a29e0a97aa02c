/** Descriptions of stored files in different languages: of all files, and of images, recordings and videos. */
import { audioInfos, imageInfos, metaInfos as queries, videoInfos } from '../db/meta-infos.ts'
import { records, type Writes } from '../db/records.ts'
import { refusedProperty } from '../plugins/refusals.ts'
import { AudioInfos, ImageInfos, MetaInfos, VideoInfos } from '../schemas/meta-info.ts'
import { readAndEdit } from './shared/editable.ts'
import type { Family } from './shared/family.ts'
import { kindsOfFiles } from './shared/files.ts'
import { list } from './shared/lists.ts'

const metaInfos: Family = async (app) => {
  const { removeWithFile } = queries(app.writes)
  const remove: Writes['remove'] = async (key, version) => {
    const removed = await removeWithFile(key, version)
    if (removed?.Content !== undefined) await app.files.remove(removed.Content)
    return removed !== undefined
  }
  const writes = { ...records(app.writes, 'meta_infos'), remove }
  const config = { sees: 'drafts' } as const
  const kinds = [
    { ...MetaInfos, queries: queries(app.sql) },
    { ...ImageInfos, queries: imageInfos(app.sql) },
    { ...AudioInfos, queries: audioInfos(app.sql) },
    { ...VideoInfos, queries: videoInfos(app.sql) }
  ]
  for (const [index, { model: fileModel, queries: files }] of kindsOfFiles(app.sql).entries()) {
    const kind = kinds[index]
    if (kind === undefined) continue
    const { queries: infos } = kind
    const { name } = kind.model.wire
    const file = fileModel.wire.name
    const owner = { metaDataId: [file, () => files] } as const

    readAndEdit(app, {
      ...kind,
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
      { ...kind, config },
      ({ metaDataId: MetaData }, query) => infos.list(query, { MetaData }),
      owner
    )
    list(
      app,
      `/Archive/${file}/:metaDataId/Language/:languageId/${name}`,
      { ...kind, config },
      ({ metaDataId: MetaData, languageId: Language }, query) => infos.list(query, { MetaData, Language }),
      owner
    )
    list(app, `/Localization/Language/:languageId/${name}`, { ...kind, config }, ({ languageId: Language }, query) =>
      infos.list(query, { Language })
    )
  }
}

export default metaInfos
