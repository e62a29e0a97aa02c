/** Meta types: the types of stored files, and the files of each type. */
import { audioData, imageData, metaData, videoData } from '../db/meta-data.ts'
import { metaTypes as queries } from '../db/meta-types.ts'
import {
  AudioDataCriteria,
  AudioDataList,
  ImageDataCriteria,
  ImageDataList,
  MetaDataCriteria,
  MetaDataList,
  ThumbnailSize,
  VideoDataCriteria,
  VideoDataList
} from '../schemas/meta-data.ts'
import { MetaType, MetaTypeCriteria, MetaTypeList, MetaTypePath } from '../schemas/meta-type.ts'
import { Listing, PAGE } from '../schemas/language/paging.ts'
import { below, orNotFound, idsOf, type Family } from './shared/family.ts'

const metaTypes: Family = async (app) => {
  const { find, exists, load, list } = queries(app.sql)

  app.follow(MetaType, (references) => load(idsOf(references)))
  app.get(
    '/Archive/MetaType',
    { schema: { querystring: Listing(MetaTypeCriteria), response: { 200: MetaTypeList } } },
    ({ query }) => list(query)
  )
  app.get(
    '/Archive/MetaType/:metaTypeId',
    { schema: { params: MetaTypePath, response: { 200: MetaType } } },
    async ({ params: { metaTypeId } }) => orNotFound(await find(metaTypeId), `meta type ${metaTypeId}`)
  )

  const kinds = [
    { name: 'MetaData', files: metaData(app.sql), listModel: MetaDataList, criteria: {} },
    { name: 'ImageData', files: imageData(app.sql), listModel: ImageDataList, criteria: ImageDataCriteria },
    { name: 'AudioData', files: audioData(app.sql), listModel: AudioDataList, criteria: AudioDataCriteria },
    { name: 'VideoData', files: videoData(app.sql), listModel: VideoDataList, criteria: VideoDataCriteria }
  ]
  for (const { name, files, listModel, criteria } of kinds) {
    const querystring = Listing({ ...MetaDataCriteria, ...criteria }, PAGE, ThumbnailSize)
    app.get(
      `/Archive/MetaType/:metaTypeId/${name}`,
      { schema: { params: MetaTypePath, querystring, response: { 200: listModel } } },
      ({ params: { metaTypeId }, query }) =>
        below(exists(metaTypeId), `meta type ${metaTypeId}`, () => files.listOfType(metaTypeId, query))
    )
  }
}

export default metaTypes
