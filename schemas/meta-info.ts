/** Meta infos: what people wrote about stored files, a text for each language, with a caption where there is something to see or hear. */
import { Type } from 'typebox'
import { expression, prefixed, type Criteria } from './language/criteria.ts'
import { AudioDataCriteria, ImageDataCriteria, MetaDataCriteria, VideoDataCriteria } from './meta-data.ts'
import { PageAttributes } from './language/paging.ts'
import { Id, LinkById, Text, listOf, model } from './language/vocabulary.ts'

const text = (description: string) => Type.Optional(Text(description, { maxLength: 255 }))
const id = { Id: Id('Identifier of the text') }
const caption = { Caption: text('What stands below it') }
const texts = { Description: text('What it is about'), Keywords: text('Words to find it by'), Title: text('Title') }
const language = { Language: LinkById('Localization/Language/{Language}', 'What language this is written in') }
const file = (kind: string, what: string) => ({ MetaData: LinkById(`Archive/${kind}/{MetaData}`, what) })

/** A text about a stored file of any kind. */
export const MetaInfo = model('MetaInfo', 'Archive/MetaInfo/{Id}', { ...id, ...texts, ...language, ...file('MetaData', 'The file') })
/** A text about an image. */
export const ImageInfo = model('ImageInfo', 'Archive/ImageInfo/{Id}', { ...id, ...caption, ...texts, ...language, ...file('ImageData', 'The image') })
/** A text about a recording. */
export const AudioInfo = model('AudioInfo', 'Archive/AudioInfo/{Id}', { ...id, ...caption, ...texts, ...language, ...file('AudioData', 'The recording') })
/** A text about a video. */
export const VideoInfo = model('VideoInfo', 'Archive/VideoInfo/{Id}', { ...id, ...caption, ...texts, ...language, ...file('VideoData', 'The video') })

/** Some texts about files of any kind, about images, recordings, videos. */
export const MetaInfoList = listOf('MetaInfoList', MetaInfo, 'Archive/MetaInfo/{Id}', PageAttributes)
export const ImageInfoList = listOf('ImageInfoList', ImageInfo, 'Archive/ImageInfo/{Id}', PageAttributes)
export const AudioInfoList = listOf('AudioInfoList', AudioInfo, 'Archive/AudioInfo/{Id}', PageAttributes)
export const VideoInfoList = listOf('VideoInfoList', VideoInfo, 'Archive/VideoInfo/{Id}', PageAttributes)

/** What texts can be filtered and ordered by. */
export const TextCriteria = {
  title: expression('Title', 'Title'),
  keywords: expression('Words to find it by', 'Keywords'),
  description: expression('What it is about', 'Description')
}
/** The same where there is a caption. */
export const CaptionCriteria = { ...TextCriteria, caption: expression('What stands below it', 'Caption') }

/** Criteria of texts, with and without their prefix, and of the files they are about. */
const both = (ofTexts: Criteria, ofFiles: Criteria): Criteria =>
  ({ ...ofTexts, ...prefixed('qi', ofTexts), ...prefixed('qd', { ...MetaDataCriteria, ...ofFiles }, 'Data') })

/** What the lists of each kind can be filtered and ordered by. */
export const MetaInfoCriteria = both(TextCriteria, {})
export const ImageInfoCriteria = both(CaptionCriteria, ImageDataCriteria)
export const AudioInfoCriteria = both(CaptionCriteria, AudioDataCriteria)
export const VideoInfoCriteria = both(CaptionCriteria, VideoDataCriteria)

/** The path parameters of a text. */
export const MetaInfoPath = Type.Object({ metaInfoId: Id('Identifier of the text') })
