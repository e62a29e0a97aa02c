/** Descriptions of stored files in different languages: of all files, and of images, recordings and videos. */
import { Type } from 'typebox'
import { languages } from '../db/languages.ts'
import { audioData, imageData, metaData, videoData } from '../db/meta-data.ts'
import { audioInfos, imageInfos, metaInfos as queries, videoInfos } from '../db/meta-infos.ts'
import { records, type Writes } from '../db/records.ts'
import { refusedProperty } from '../plugins/refusals.ts'
import { LanguagePath } from '../schemas/language.ts'
import { MetaDataPath } from '../schemas/meta-data.ts'
import {
  AudioInfo,
  AudioInfoCriteria,
  AudioInfoList,
  EditedAudioInfo,
  EditedImageInfo,
  EditedMetaInfo,
  EditedVideoInfo,
  ImageInfo,
  ImageInfoCriteria,
  ImageInfoList,
  MetaInfo,
  MetaInfoCriteria,
  MetaInfoList,
  MetaInfoPath,
  NewAudioInfo,
  NewImageInfo,
  NewMetaInfo,
  NewVideoInfo,
  VideoInfo,
  VideoInfoCriteria,
  VideoInfoList
} from '../schemas/meta-info.ts'
import { Listing } from '../schemas/language/paging.ts'
import { edit } from './shared/editable.ts'
import { below, orNotFound, idsOf, type Family } from './shared/family.ts'

const metaInfos: Family = async (app) => {
  const { exists: languageExists } = languages(app.sql)
  const { removeWithFile } = queries(app.writes)
  const remove: Writes['remove'] = async (key, version) => {
    const removed = await removeWithFile(key, version)
    if (removed?.Content !== undefined) await app.files.remove(removed.Content)
    return removed !== undefined
  }
  const access = { who: 'archivist' } as const
  const config = { sees: 'drafts' } as const
  const kinds = [
    {
      model: MetaInfo,
      listModel: MetaInfoList,
      creationBody: NewMetaInfo,
      changes: EditedMetaInfo,
      file: 'MetaData',
      files: metaData(app.sql),
      infos: queries(app.sql),
      criteria: MetaInfoCriteria
    },
    {
      model: ImageInfo,
      listModel: ImageInfoList,
      creationBody: NewImageInfo,
      changes: EditedImageInfo,
      file: 'ImageData',
      files: imageData(app.sql),
      infos: imageInfos(app.sql),
      criteria: ImageInfoCriteria
    },
    {
      model: AudioInfo,
      listModel: AudioInfoList,
      creationBody: NewAudioInfo,
      changes: EditedAudioInfo,
      file: 'AudioData',
      files: audioData(app.sql),
      infos: audioInfos(app.sql),
      criteria: AudioInfoCriteria
    },
    {
      model: VideoInfo,
      listModel: VideoInfoList,
      creationBody: NewVideoInfo,
      changes: EditedVideoInfo,
      file: 'VideoData',
      files: videoData(app.sql),
      infos: videoInfos(app.sql),
      criteria: VideoInfoCriteria
    }
  ]
  for (const { model, listModel, creationBody, changes, file, files, infos, criteria } of kinds) {
    const { name } = model.wire
    const listing = { querystring: Listing(criteria), response: { 200: listModel } }
    const ofFile = <T>(id: number, list: () => Promise<T>) => below(files.exists(id), `${file} ${id}`, list)
    const ofLanguage = <T>(id: number, list: () => Promise<T>) => below(languageExists(id), `language ${id}`, list)

    app.follow(model, async (references, { context: { viewer } }) =>
      viewer.drafts ? infos.load(idsOf(references)) : []
    )
    app.get(`/Archive/${name}`, { config, schema: listing }, ({ query }) => infos.list(query))
    app.get(
      `/Archive/${name}/:metaInfoId`,
      { config, schema: { params: MetaInfoPath, response: { 200: model } } },
      async ({ params: { metaInfoId } }) => orNotFound(await infos.find(metaInfoId), `${name} ${metaInfoId}`)
    )
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
    app.get(
      `/Localization/Language/:languageId/${name}`,
      { config, schema: { ...listing, params: LanguagePath } },
      ({ params: { languageId }, query }) => ofLanguage(languageId, () => infos.listOf({ Language: languageId }, query))
    )

    edit(app, {
      itemName: name,
      writes: { ...records(app.writes, 'meta_infos'), remove },
      model,
      find: infos.findBy,
      creation: { path: `/Archive/${name}`, body: creationBody, access },
      changes,
      item: { path: `/Archive/${name}/:metaInfoId`, params: MetaInfoPath, access },
      check: async ({ MetaData }) => {
        const fileExists = typeof MetaData !== 'number' || (await files.exists(MetaData))
        if (!fileExists) throw refusedProperty('MetaData', `is not the Id of any ${file}`)
      }
    })
  }
}

const FileLanguagePath = Type.Object({ ...MetaDataPath.properties, ...LanguagePath.properties })

export default metaInfos
