/**
 * Meta infos: texts about stored files, one for each language. Those about images, recordings and videos have a
 * caption.
 */
import { Type } from 'typebox'
import { expression, prefixed, type Criteria } from './language/criteria.ts'
import { AudioDataCriteria, ImageDataCriteria, MetaDataCriteria, VideoDataCriteria } from './meta-data.ts'
import { PageAttributes } from './language/paging.ts'
import { Clearable, Id, LinkById, Text, Version, edited, listOf, model } from './language/vocabulary.ts'

const text = (description: string) => Type.Optional(Text(description, { maxLength: 255 }))
const id = { Id: Id('Identifier of the text') }
const version = { Version: Version() }
const options = { onRequest: ['Version'], version: 'Version' }
const caption = { Caption: text('Caption') }
const texts = { Description: text('Description'), Keywords: text('Search terms'), Title: text('Title') }
const language = { Language: LinkById('Localization/Language/{Language}', 'Language of the text') }
const file = (kind: string, description: string) => ({ MetaData: LinkById(`Archive/${kind}/{MetaData}`, description) })

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
  options
)
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
  options
)
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
  options
)
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
  options
)

const editableText = (description: string) => Type.Optional(Clearable(Text(description, { maxLength: 255 })))
const newTexts = {
  ...language,
  Title: editableText('Title'),
  Keywords: editableText('Search terms'),
  Description: editableText('Description')
}
const newCaption = { Caption: editableText('Caption') }

export const NewMetaInfo = model('MetaInfo', null, { ...file('MetaData', 'The file'), ...newTexts })
export const NewImageInfo = model('ImageInfo', null, { ...file('ImageData', 'The image'), ...newTexts, ...newCaption })
export const NewAudioInfo = model('AudioInfo', null, {
  ...file('AudioData', 'The recording'),
  ...newTexts,
  ...newCaption
})
export const NewVideoInfo = model('VideoInfo', null, { ...file('VideoData', 'The video'), ...newTexts, ...newCaption })

export const EditedMetaInfo = edited(model('MetaInfo', null, newTexts))
export const EditedImageInfo = edited(model('ImageInfo', null, { ...newTexts, ...newCaption }))
export const EditedAudioInfo = edited(model('AudioInfo', null, { ...newTexts, ...newCaption }))
export const EditedVideoInfo = edited(model('VideoInfo', null, { ...newTexts, ...newCaption }))

export const MetaInfoList = listOf('MetaInfoList', MetaInfo, 'Archive/MetaInfo/{Id}', PageAttributes)
export const ImageInfoList = listOf('ImageInfoList', ImageInfo, 'Archive/ImageInfo/{Id}', PageAttributes)
export const AudioInfoList = listOf('AudioInfoList', AudioInfo, 'Archive/AudioInfo/{Id}', PageAttributes)
export const VideoInfoList = listOf('VideoInfoList', VideoInfo, 'Archive/VideoInfo/{Id}', PageAttributes)

export const TextCriteria = {
  title: expression('Title', 'Title'),
  keywords: expression('Search terms', 'Keywords'),
  description: expression('Description', 'Description')
}
export const CaptionCriteria = { ...TextCriteria, caption: expression('Caption', 'Caption') }

/** Returns the criteria of texts, with and without their prefix `qi`, and the criteria of their files, with `qd`. */
const withFiles = (ofTexts: Criteria, ofFiles: Criteria): Criteria => ({
  ...ofTexts,
  ...prefixed('qi', ofTexts),
  ...prefixed('qd', { ...MetaDataCriteria, ...ofFiles }, 'Data')
})

export const MetaInfoCriteria = withFiles(TextCriteria, {})
export const ImageInfoCriteria = withFiles(CaptionCriteria, ImageDataCriteria)
export const AudioInfoCriteria = withFiles(CaptionCriteria, AudioDataCriteria)
export const VideoInfoCriteria = withFiles(CaptionCriteria, VideoDataCriteria)

export const MetaInfoPath = Type.Object({ metaInfoId: Id('Identifier of the text') })
