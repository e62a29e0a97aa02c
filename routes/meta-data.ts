/** Meta data of stored files: of any kind, of images, recordings and videos. */
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
import { sized } from './shared/thumbnails.ts'

const metaData: Family = async (app) => {
  const kinds = [
    { model: MetaData, listed: MetaDataList, files: queries(app.sql), criteria: {} },
    { model: ImageData, listed: ImageDataList, files: imageData(app.sql), criteria: ImageDataCriteria },
    { model: AudioData, listed: AudioDataList, files: audioData(app.sql), criteria: AudioDataCriteria },
    { model: VideoData, listed: VideoDataList, files: videoData(app.sql), criteria: VideoDataCriteria }
  ]
  for (const { model, listed, files, criteria } of kinds) {
    const path = `/Archive/${model.wire.name}`
    app.follow(model, async (references, { query }) =>
      (await files.load(idsOf(references))).map((file) => sized(file, query))
    )
    app.get(
      path,
      {
        schema: {
          querystring: Listing({ ...MetaDataCriteria, ...criteria }, PAGE, ThumbnailSize),
          response: { 200: listed }
        }
      },
      ({ query }) => files.list(query)
    )
    app.get(
      `${path}/:metaDataId`,
      { schema: { params: MetaDataPath, querystring: Type.Object(ThumbnailSize), response: { 200: model } } },
      async ({ params: { metaDataId }, query }) =>
        sized(orNotFound(await files.find(metaDataId), `${words[model.wire.name]} ${metaDataId}`), query)
    )
  }
}

const words: Readonly<Record<string, string>> = {
  MetaData: 'meta data',
  ImageData: 'image',
  AudioData: 'recording',
  VideoData: 'video'
}

export default metaData
