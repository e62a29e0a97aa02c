/** Meta infos: what people wrote about stored files, a text for each language, with a caption where there is something to see or hear. */
import { Type } from 'typebox'
import { expression, prefixed, type Criteria } from './language/criteria.ts'
import { AudioDataCriteria, ImageDataCriteria, MetaDataCriteria, VideoDataCriteria } from './meta-data.ts'
import { PageAttributes } from './language/paging.ts'
import { Id, LinkById, Text, Version, edited, listOf, model } from './language/vocabulary.ts'

const text = (description: string) => Type.Optional(Text(description, { maxLength: 255 }))
const id = { Id: Id('Identifier of the text') }
const version = { Version: Version() }
const form = { onRequest: ['Version'], version: 'Version' }
const caption = { Caption: text('Caption') }
const texts = { Description: text('Description'), Keywords: text('Search terms'), Title: text('Title') }
const language = { Language: LinkById('Localization/Language/{Language}', 'Language of the text') }
const file = (kind: string, what: string) => ({ MetaData: LinkById(`Archive/${kind}/{MetaData}`, what) })

/** A text about a stored file of any kind. */
export const MetaInfo = model(
  'MetaInfo',
  'Archive/MetaInfo/{Id}',
  {
    ...id,
    ...texts,
    ...version,
    ...language,
    ...file('MetaData', 'The file')
  },
  {},
  form
)
/** A text about an image. */
export const ImageInfo = model(
  'ImageInfo',
  'Archive/ImageInfo/{Id}',
  {
    ...id,
    ...caption,
    ...texts,
    ...version,
    ...language,
    ...file('ImageData', 'The image')
  },
  {},
  form
)
/** A text about a recording. */
export const AudioInfo = model(
  'AudioInfo',
  'Archive/AudioInfo/{Id}',
  {
    ...id,
    ...caption,
    ...texts,
    ...version,
    ...language,
    ...file('AudioData', 'The recording')
  },
  {},
  form
)
/** A text about a video. */
export const VideoInfo = model(
  'VideoInfo',
  'Archive/VideoInfo/{Id}',
  {
    ...id,
    ...caption,
    ...texts,
    ...version,
    ...language,
    ...file('VideoData', 'The video')
  },
  {},
  form
)

const written = (description: string) => Type.Optional(Text(description, { maxLength: 255, clearable: true }))
const newTexts = {
  ...language,
  Title: written('Title'),
  Keywords: written('Search terms'),
  Description: written('Description')
}
const newCaption = { Caption: written('Caption') }

/** Bodies of new texts about a file of any kind, an image, a recording, a video. */
export const NewMetaInfo = model('MetaInfo', null, { ...file('MetaData', 'The file'), ...newTexts })
export const NewImageInfo = model('ImageInfo', null, { ...file('ImageData', 'The image'), ...newTexts, ...newCaption })
export const NewAudioInfo = model('AudioInfo', null, {
  ...file('AudioData', 'The recording'),
  ...newTexts,
  ...newCaption
})
export const NewVideoInfo = model('VideoInfo', null, { ...file('VideoData', 'The video'), ...newTexts, ...newCaption })

/** Bodies of such texts when they change. */
export const EditedMetaInfo = edited(model('MetaInfo', null, newTexts))
export const EditedImageInfo = edited(model('ImageInfo', null, { ...newTexts, ...newCaption }))
export const EditedAudioInfo = edited(model('AudioInfo', null, { ...newTexts, ...newCaption }))
export const EditedVideoInfo = edited(model('VideoInfo', null, { ...newTexts, ...newCaption }))

/** Some texts about files of any kind, about images, recordings, videos. */
export const MetaInfoList = listOf('MetaInfoList', MetaInfo, 'Archive/MetaInfo/{Id}', PageAttributes)
export const ImageInfoList = listOf('ImageInfoList', ImageInfo, 'Archive/ImageInfo/{Id}', PageAttributes)
export const AudioInfoList = listOf('AudioInfoList', AudioInfo, 'Archive/AudioInfo/{Id}', PageAttributes)
export const VideoInfoList = listOf('VideoInfoList', VideoInfo, 'Archive/VideoInfo/{Id}', PageAttributes)

/** What texts can be filtered and ordered by. */
export const TextCriteria = {
  title: expression('Title', 'Title'),
  keywords: expression('Search terms', 'Keywords'),
  description: expression('Description', 'Description')
}
/** The same where there is a caption. */
export const CaptionCriteria = { ...TextCriteria, caption: expression('Caption', 'Caption') }

/** Criteria of texts, with and without their prefix, and of the files they are about. */
const both = (ofTexts: Criteria, ofFiles: Criteria): Criteria => ({
  ...ofTexts,
  ...prefixed('qi', ofTexts),
  ...prefixed('qd', { ...MetaDataCriteria, ...ofFiles }, 'Data')
})

/** What the lists of each kind can be filtered and ordered by. */
export const MetaInfoCriteria = both(TextCriteria, {})
export const ImageInfoCriteria = both(CaptionCriteria, ImageDataCriteria)
export const AudioInfoCriteria = both(CaptionCriteria, AudioDataCriteria)
export const VideoInfoCriteria = both(CaptionCriteria, VideoDataCriteria)

/** The path parameters of a text. */
export const MetaInfoPath = Type.Object({ metaInfoId: Id('Identifier of the text') })
