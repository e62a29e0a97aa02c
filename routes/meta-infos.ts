/** Descriptions of stored files in different languages: of all files, and of images, recordings and videos. */
import { Type } from 'typebox'
import { languages } from '../db/languages.ts'
import { audioInfos, imageInfos, metaInfos as queries, videoInfos } from '../db/meta-infos.ts'
import { records, type Writes } from '../db/records.ts'
import { refusedProperty } from '../plugins/refusals.ts'
import { LanguagePath } from '../schemas/language.ts'
import { Listing } from '../schemas/language/paging.ts'
import { MetaDataPath } from '../schemas/meta-data.ts'
import { AudioInfos, ImageInfos, MetaInfos, VideoInfos } from '../schemas/meta-info.ts'
import { readAndEdit } from './shared/editable.ts'
import { below, type Family } from './shared/family.ts'
import { kindsOfFiles } from './shared/files.ts'
import { list } from './shared/lists.ts'

const metaInfos: Family = async (app) => {
  const { exists: languageExists } = languages(app.sql)
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
    const { model, criteria, queries: infos } = kind
    const { name } = model.wire
    const file = fileModel.wire.name
    const listing = { querystring: Listing(criteria), response: { 200: kind.list } }
    const ofFile = <T>(id: number, read: () => Promise<T>) => below(files.exists(id), `${file} ${id}`, read)
    const ofLanguage = <T>(id: number, read: () => Promise<T>) => below(languageExists(id), `language ${id}`, read)

    readAndEdit(app, {
      ...kind,
      itemName: name,
      path: `/Archive/${name}`,
      ...config,
      writes,
      access: { who: 'archivist' },
      check: async ({ MetaData }) => {
        const fileExists = typeof MetaData !== 'number' || (await files.exists(MetaData))
        if (!fileExists) throw refusedProperty('MetaData', `is not the Id of any ${file}`)
      }
    })
    app.get(
      `/Archive/${file}/:metaDataId/${name}`,
      { config, schema: { ...listing, params: MetaDataPath } },
      ({ params: { metaDataId }, query }) => ofFile(metaDataId, () => infos.listOf({ MetaData: metaDataId }, query))
    )
    app.get(
      `/Archive/${file}/:metaDataId/Language/:languageId/${name}`,
      { config, schema: { ...listing, params: FileLanguagePath } },
      ({ params: { metaDataId, languageId }, query }) =>
        ofFile(metaDataId, () =>
          ofLanguage(languageId, () => infos.listOf({ MetaData: metaDataId, Language: languageId }, query))
        )
    )
    list(app, `/Localization/Language/:languageId/${name}`, { ...kind, ...config }, ({ languageId }, query) =>
      infos.listOf({ Language: languageId }, query)
    )
  }
}

const FileLanguagePath = Type.Object({ ...MetaDataPath.properties, ...LanguagePath.properties })

export default metaInfos
