/** Metadata of stored files: of all files, and of images, recordings and videos. */
import { Type } from 'typebox'
import { audioData, imageData, metaData as queries, videoData } from '../db/meta-data.ts'
import {
  AudioData,
  AudioDataCriteria,
  AudioDataList,
  ImageData,
  ImageDataCriteria,
  ImageDataList,
  MetaData,
  MetaDataCriteria,
  MetaDataList,
  MetaDataPath,
  ThumbnailSize,
  VideoData,
  VideoDataCriteria,
  VideoDataList
} from '../schemas/meta-data.ts'
import { Listing, PAGE } from '../schemas/language/paging.ts'
import { orNotFound, idsOf, type Family } from './shared/family.ts'
import { withThumbnailSize } from './shared/thumbnails.ts'

const metaData: Family = async (app) => {
  const kinds = [
    { model: MetaData, listModel: MetaDataList, files: queries(app.sql), criteria: {} },
    { model: ImageData, listModel: ImageDataList, files: imageData(app.sql), criteria: ImageDataCriteria },
    { model: AudioData, listModel: AudioDataList, files: audioData(app.sql), criteria: AudioDataCriteria },
    { model: VideoData, listModel: VideoDataList, files: videoData(app.sql), criteria: VideoDataCriteria }
  ]
  // The files of drafts are among them, and nothing tells them apart.
  const config = { sees: 'drafts' } as const
  for (const { model, listModel, files, criteria } of kinds) {
    const path = `/Archive/${model.wire.name}`
    app.follow(model, async (references, { query, context: { viewer } }) =>
      viewer.drafts ? (await files.load(idsOf(references))).map((file) => withThumbnailSize(file, query)) : []
    )
    app.get(
      path,
      {
        config,
        schema: {
          querystring: Listing({ ...MetaDataCriteria, ...criteria }, PAGE, ThumbnailSize),
          response: { 200: listModel }
        }
      },
      ({ query }) => files.list(query)
    )
    app.get(
      `${path}/:metaDataId`,
      { config, schema: { params: MetaDataPath, querystring: Type.Object(ThumbnailSize), response: { 200: model } } },
      async ({ params: { metaDataId }, query }) =>
        withThumbnailSize(
          orNotFound(await files.find(metaDataId), `${itemNames[model.wire.name]} ${metaDataId}`),
          query
        )
    )
  }
}

const itemNames: Readonly<Record<string, string>> = {
  MetaData: 'meta data',
  ImageData: 'image',
  AudioData: 'recording',
  VideoData: 'video'
}

export default metaData
