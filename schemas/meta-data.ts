/** Meta data: properties of stored files, and further properties of images, recordings and videos. */
import { Type, type Static, type TProperties } from 'typebox'
import { expression, ids, like, moment, range, type Criteria } from './language/criteria.ts'
import { family } from './language/family.ts'
import { keywordsOf } from './language/keywords.ts'
import { Count, FileLink, Id, LinkById, Moment, Text } from './language/vocabulary.ts'
import { model, type AnyModel } from './language/models.ts'

const self = 'Archive/MetaData/{Id}'
const imageSelf = 'Archive/ImageData/{Id}'
const audioSelf = 'Archive/AudioData/{Id}'
const videoSelf = 'Archive/VideoData/{Id}'

/** Returns the properties of a kind of file in document order: numbers, texts, timestamps, links. */
const fields = <N extends TProperties, T extends TProperties, M extends TProperties>(
  numbers: N,
  texts: T,
  moments: M
) => ({
  Id: Id('Identifier of the stored file'),
  SizeInBytes: Count('Size of the file in bytes'),
  ...numbers,
  Name: Text('File name'),
  Type: Text('Kind of file: image, audio, video or other'),
  ...texts,
  CreatedOn: Moment('When the file was stored'),
  ...moments,
  Content: FileLink('The file'),
  Thumbnail: FileLink('Thumbnail of the file'),
  Creator: Type.Optional(LinkById('HR/User/{Creator}', 'User who stored the file'))
})

const number = (description: string) => Type.Optional(Count(description))
const text = (description: string) => Type.Optional(Text(description, { maxLength: 255 }))
const size = { Width: number('Width in pixels'), Height: number('Height in pixels') }
const length = { Length: number('Length in seconds') }
const sound = { SampleRate: number('Samples per second'), AudioBitrate: number('Bits per second of the sound') }
const encoding = { AudioEncoding: text('Encoding of the sound'), Channels: text('Channels of the sound') }
const creationDate = { CreationDate: Type.Optional(Moment('When the picture was taken')) }
const camera = { CameraMake: text('Maker of the camera'), CameraModel: text('Model of the camera') }
const track = {
  Track: number('Number of the track'),
  Tcmp: number('1 if it is part of a compilation'),
  Year: number('Year'),
  Disk: number('Number of the disk'),
  Tbpm: number('Beats per minute')
}
const titles = {
  Title: text('Title'),
  Artist: text('Artist'),
  Album: text('Album'),
  Genre: text('Genre'),
  AlbumArtist: text('Artist of the album'),
  Composer: text('Composer')
}
const film = { VideoBitrate: number('Bits per second of the picture'), Fps: number('Frames per second') }
const filmEncoding = { VideoEncoding: text('Encoding of the picture') }

export const MetaData = model('MetaData', self, fields({}, {}, {}))

export const ImageData = model('ImageData', imageSelf, fields(size, camera, creationDate), {
  ImageInfo: `${imageSelf}/ImageInfo/`,
  MetaInfo: `${self}/MetaInfo/`
})

export const AudioData = model(
  'AudioData',
  audioSelf,
  fields({ ...length, ...sound, ...track }, { ...encoding, ...titles }, {}),
  { AudioInfo: `${audioSelf}/AudioInfo/`, MetaInfo: `${self}/MetaInfo/` }
)

export const VideoData = model(
  'VideoData',
  videoSelf,
  fields({ ...length, ...size, ...film, ...sound }, { ...filmEncoding, ...encoding }, {}),
  { VideoInfo: `${videoSelf}/VideoInfo/`, MetaInfo: `${self}/MetaInfo/` }
)

/** Returns a criterion for each property: numbers and times are compared with bounds, texts with patterns. */
const criteriaOf = (properties: TProperties): Criteria =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const { lexical = 'text', description = '' } = keywordsOf(property)
      const compare = lexical === 'text' ? like : lexical === 'moment' ? moment : range
      return [name.charAt(0).toLowerCase() + name.slice(1), compare(description, name)]
    })
  )

export const MetaDataCriteria = {
  name: expression('File name'),
  sizeInBytes: range('Size of the file in bytes'),
  creator: ids('User who stored the file'),
  createdOn: moment('When the file was stored')
}

/** Criteria of images, recordings and videos, in addition to those of all files. */
export const ImageDataCriteria = criteriaOf({ ...size, ...creationDate, ...camera })
export const AudioDataCriteria = criteriaOf({ ...length, ...sound, ...encoding, ...track, ...titles })
export const VideoDataCriteria = criteriaOf({
  ...length,
  ...sound,
  ...encoding,
  ...size,
  ...film,
  ...filmEncoding
})

/** Sizes of thumbnails: height in pixels by name. */
export const thumbSizes = { tiny: 16, small: 32, medium: 100, large: 128, huge: 256 } as const

/**
 * Returns the query parameter that selects the size of a thumbnail.
 * @param picture property with the link to the thumbnail
 */
export const thumbSize = (picture: string) => ({
  thumbSize: Type.Optional(
    Type.Enum(Object.keys(thumbSizes), {
      type: 'string',
      description: `Height of ${picture} in pixels: tiny 16, small 32, medium 100, large 128, huge 256; else as stored`
    })
  )
})
export const ThumbnailSize = thumbSize('Thumbnail')

const filesOf = <M extends AnyModel>(model: M, criteria: Criteria) =>
  family(model, { criteria: { ...MetaDataCriteria, ...criteria }, parameters: ThumbnailSize })

export const Files = filesOf(MetaData, {})
export const Images = filesOf(ImageData, ImageDataCriteria)
export const Recordings = filesOf(AudioData, AudioDataCriteria)
export const Videos = filesOf(VideoData, VideoDataCriteria)

export type MetaDataRow = Static<typeof MetaData>
