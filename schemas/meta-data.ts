/** Meta data: properties of stored files, and further properties of images, recordings and videos. */
import { Type, type Static, type TProperties } from 'typebox'
import { expression, ids, like, moment, range, type Criteria } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Count, FileLink, Id, LinkById, Moment, Text, model, type AnyModel } from './language/vocabulary.ts'

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
const length = number('Length in seconds')
const width = number('Width in pixels')
const height = number('Height in pixels')
const sound = { SampleRate: number('Samples per second'), AudioBitrate: number('Bits per second of the sound') }
const encoding = { AudioEncoding: text('Encoding of the sound'), Channels: text('Channels of the sound') }

export const MetaData = model('MetaData', self, fields({}, {}, {}))

export const ImageData = model(
  'ImageData',
  imageSelf,
  fields(
    { Width: width, Height: height },
    { CameraMake: text('Maker of the camera'), CameraModel: text('Model of the camera') },
    { CreationDate: Type.Optional(Moment('When the picture was taken')) }
  ),
  { ImageInfo: `${imageSelf}/ImageInfo/`, MetaInfo: `${self}/MetaInfo/` }
)

export const AudioData = model(
  'AudioData',
  audioSelf,
  fields(
    {
      Length: length,
      ...sound,
      Track: number('Number of the track'),
      Tcmp: number('1 if it is part of a compilation'),
      Year: number('Year'),
      Disk: number('Number of the disk'),
      Tbpm: number('Beats per minute')
    },
    {
      ...encoding,
      Title: text('Title'),
      Artist: text('Artist'),
      Album: text('Album'),
      Genre: text('Genre'),
      AlbumArtist: text('Artist of the album'),
      Composer: text('Composer')
    },
    {}
  ),
  { AudioInfo: `${audioSelf}/AudioInfo/`, MetaInfo: `${self}/MetaInfo/` }
)

export const VideoData = model(
  'VideoData',
  videoSelf,
  fields(
    {
      Length: length,
      Width: width,
      Height: height,
      VideoBitrate: number('Bits per second of the picture'),
      Fps: number('Frames per second'),
      ...sound
    },
    { VideoEncoding: text('Encoding of the picture'), ...encoding },
    {}
  ),
  { VideoInfo: `${videoSelf}/VideoInfo/`, MetaInfo: `${self}/MetaInfo/` }
)

export const MetaDataCriteria = {
  name: expression('File name', 'Name'),
  sizeInBytes: range('Size of the file in bytes', 'SizeInBytes'),
  creator: ids('User who stored the file', 'Creator'),
  createdOn: moment('When the file was stored', 'CreatedOn')
}

const soundCriteria = {
  length: range('Length in seconds', 'Length'),
  sampleRate: range('Samples per second', 'SampleRate'),
  audioBitrate: range('Bits per second of the sound', 'AudioBitrate'),
  audioEncoding: like('Encoding of the sound', 'AudioEncoding'),
  channels: like('Channels of the sound', 'Channels')
}
const sizeCriteria = { width: range('Width in pixels', 'Width'), height: range('Height in pixels', 'Height') }

/** Criteria of images, recordings and videos, in addition to those of all files. */
export const ImageDataCriteria = {
  ...sizeCriteria,
  creationDate: moment('When the picture was taken', 'CreationDate'),
  cameraMake: like('Maker of the camera', 'CameraMake'),
  cameraModel: like('Model of the camera', 'CameraModel')
}
export const AudioDataCriteria = {
  ...soundCriteria,
  track: range('Number of the track', 'Track'),
  tcmp: range('1 if it is part of a compilation', 'Tcmp'),
  year: range('Year', 'Year'),
  disk: range('Number of the disk', 'Disk'),
  tbpm: range('Beats per minute', 'Tbpm'),
  title: like('Title', 'Title'),
  artist: like('Artist', 'Artist'),
  album: like('Album', 'Album'),
  genre: like('Genre', 'Genre'),
  albumArtist: like('Artist of the album', 'AlbumArtist'),
  composer: like('Composer', 'Composer')
}
export const VideoDataCriteria = {
  ...soundCriteria,
  ...sizeCriteria,
  videoBitrate: range('Bits per second of the picture', 'VideoBitrate'),
  fps: range('Frames per second', 'Fps'),
  videoEncoding: like('Encoding of the picture', 'VideoEncoding')
}

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

export const MetaDataPath = Type.Object({ metaDataId: Id('Identifier of the stored file') })

const filesOf = <M extends AnyModel>(model: M, criteria: Criteria) =>
  family(model, {
    criteria: { ...MetaDataCriteria, ...criteria },
    parameters: ThumbnailSize,
    params: MetaDataPath
  })

export const Files = filesOf(MetaData, {})
export const Images = filesOf(ImageData, ImageDataCriteria)
export const Recordings = filesOf(AudioData, AudioDataCriteria)
export const Videos = filesOf(VideoData, VideoDataCriteria)

export type MetaDataRow = Static<typeof MetaData>
