/**
 * Meta infos: texts about stored files, one for each language. Those about images, recordings and videos have a
 * caption.
 */
import { Type, type TProperties } from 'typebox'
import { expression, prefixed, type Criteria } from './language/criteria.ts'
import { AudioDataCriteria, ImageDataCriteria, MetaDataCriteria, VideoDataCriteria } from './meta-data.ts'
import { family } from './language/family.ts'
import { Clearable, Id, LinkById, Text, Version } from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const text = (description: string) => Type.Optional(Text(description, { maxLength: 255 }))
const editableText = (description: string) => Type.Optional(Clearable(Text(description, { maxLength: 255 })))

const Language = LinkById('Localization/Language/{Language}', 'Language of the text')
const editableTexts = {
  Language,
  Title: editableText('Title'),
  Keywords: editableText('Search terms'),
  Description: editableText('Description')
}

/**
 * Returns the schemas of the texts about a kind of file.
 * @param caption the caption in documents, and in bodies
 * @param criteria criteria of the texts, and of their files
 */
const textsAbout = <C extends TProperties, E extends TProperties>(
  kind: string,
  fileDescription: string,
  [caption, editableCaption]: readonly [C, E],
  [ofTexts, ofFiles]: readonly [Criteria, Criteria]
) => {
  const name = kind.replace('Data', 'Info')
  const MetaData = LinkById(`Archive/${kind}/{MetaData}`, fileDescription)
  const item = model(name, `Archive/${name}/{Id}`, {
    Id: Id('Identifier of the text'),
    ...caption,
    Description: text('Description'),
    Keywords: text('Search terms'),
    Title: text('Title'),
    Version,
    Language,
    MetaData
  })
  const criteria: Criteria = {
    ...ofTexts,
    ...prefixed('qi', ofTexts),
    ...prefixed('qd', { ...MetaDataCriteria, ...ofFiles }, 'Data')
  }
  return family(item, {
    criteria,
    creation: model(name, null, { MetaData, ...editableTexts, ...editableCaption }),
    changes: edited(model(name, null, { ...editableTexts, ...editableCaption }))
  })
}

export const TextCriteria = {
  title: expression('Title'),
  keywords: expression('Search terms'),
  description: expression('Description')
}
export const CaptionCriteria = { ...TextCriteria, caption: expression('Caption') }

const captions = [{ Caption: text('Caption') }, { Caption: editableText('Caption') }] as const

export const MetaInfos = textsAbout('MetaData', 'The file', [{}, {}], [TextCriteria, {}])
export const ImageInfos = textsAbout('ImageData', 'The image', captions, [CaptionCriteria, ImageDataCriteria])
export const AudioInfos = textsAbout('AudioData', 'The recording', captions, [CaptionCriteria, AudioDataCriteria])
export const VideoInfos = textsAbout('VideoData', 'The video', captions, [CaptionCriteria, VideoDataCriteria])
