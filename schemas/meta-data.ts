/** Meta data: what the archive knows of a stored file, and what else it knows of images, recordings and videos. */
import { Type, type Static, type TProperties } from 'typebox'
import { expression, ids, like, moment, range } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { Count, FileLink, Id, LinkById, Moment, Text, listOf, model } from './language/vocabulary.ts'

const self = 'Archive/MetaData/{Id}'
const imageSelf = 'Archive/ImageData/{Id}'
const audioSelf = 'Archive/AudioData/{Id}'
const videoSelf = 'Archive/VideoData/{Id}'

/** The fields of every stored file around those of its kind, in the order of documents: numbers, texts, moments, links. */
const fields = <N extends TProperties, T extends TProperties, M extends TProperties>(
  numbers: N,
  texts: T,
  moments: M
) => ({
  Id: Id('Identifier of the stored file'),
  SizeInBytes: Count('Size of the file'),
  ...numbers,
  Name: Text('File name'),
  Type: Text('Kind of file: image, audio, video or other'),
  ...texts,
  CreatedOn: Moment('When the file was stored'),
  ...moments,
  Content: FileLink('The file'),
  Thumbnail: FileLink('A small picture of it'),
  Creator: Type.Optional(LinkById('HR/User/{Creator}', 'Who stored it'))
})

const number = (description: string) => Type.Optional(Count(description))
const text = (description: string) => Type.Optional(Text(description, { maxLength: 255 }))
const length = number('Length in seconds')
const width = number('Width in pixels')
const height = number('Height in pixels')
const sound = { SampleRate: number('Samples a second'), AudioBitrate: number('Bits a second of the sound') }
const encoding = { AudioEncoding: text('Encoding of the sound'), Channels: text('Channels of the sound') }

/** A stored file of any kind. */
export const MetaData = model('MetaData', self, fields({}, {}, {}))

/** A stored image. */
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

/** A stored recording. */
export const AudioData = model(
  'AudioData',
  audioSelf,
  fields(
    {
      Length: length,
      ...sound,
      Track: number('Number of the track'),
      Tcmp: number('1 when it is part of a compilation'),
      Year: number('Year'),
      Disk: number('Number of the disk'),
      Tbpm: number('Beats a minute')
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

/** A stored video. */
export const VideoData = model(
  'VideoData',
  videoSelf,
  fields(
    {
      Length: length,
      Width: width,
      Height: height,
      VideoBitrate: number('Bits a second of the picture'),
      Fps: number('Frames a second'),
      ...sound
    },
    { VideoEncoding: text('Encoding of the picture'), ...encoding },
    {}
  ),
  { VideoInfo: `${videoSelf}/VideoInfo/`, MetaInfo: `${self}/MetaInfo/` }
)

/** Some stored files of any kind, some images, some recordings, some videos. */
export const MetaDataList = listOf('MetaDataList', MetaData, self, PageAttributes)
export const ImageDataList = listOf('ImageDataList', ImageData, imageSelf, PageAttributes)
export const AudioDataList = listOf('AudioDataList', AudioData, audioSelf, PageAttributes)
export const VideoDataList = listOf('VideoDataList', VideoData, videoSelf, PageAttributes)

/** What lists of stored files can be filtered and ordered by. */
export const MetaDataCriteria = {
  name: expression('File name', 'Name'),
  sizeInBytes: range('Size of the file', 'SizeInBytes'),
  creator: ids('Who stored it', 'Creator'),
  createdOn: moment('When the file was stored', 'CreatedOn')
}

const soundCriteria = {
  length: range('Length in seconds', 'Length'),
  sampleRate: range('Samples a second', 'SampleRate'),
  audioBitrate: range('Bits a second of the sound', 'AudioBitrate'),
  audioEncoding: like('Encoding of the sound', 'AudioEncoding'),
  channels: like('Channels of the sound', 'Channels')
}
const sizeCriteria = { width: range('Width in pixels', 'Width'), height: range('Height in pixels', 'Height') }

/** What the lists of each kind can be filtered and ordered by beside that. */
export const ImageDataCriteria = {
  ...sizeCriteria,
  creationDate: moment('When the picture was taken', 'CreationDate'),
  cameraMake: like('Maker of the camera', 'CameraMake'),
  cameraModel: like('Model of the camera', 'CameraModel')
}
export const AudioDataCriteria = {
  ...soundCriteria,
  track: range('Number of the track', 'Track'),
  tcmp: range('1 when it is part of a compilation', 'Tcmp'),
  year: range('Year', 'Year'),
  disk: range('Number of the disk', 'Disk'),
  tbpm: range('Beats a minute', 'Tbpm'),
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
  videoBitrate: range('Bits a second of the picture', 'VideoBitrate'),
  fps: range('Frames a second', 'Fps'),
  videoEncoding: like('Encoding of the picture', 'VideoEncoding')
}

/** The sizes of small pictures: what a client calls them, and their height in pixels. */
export const thumbSizes = { tiny: 16, small: 32, medium: 100, large: 128, huge: 256 } as const

/** The parameter that asks for one of them. @param picture property that holds the picture */
export const thumbSize = (picture: string) => ({
  thumbSize: Type.Optional(
    Type.Enum(Object.keys(thumbSizes), {
      type: 'string',
      description: `Height of ${picture}: tiny 16, small 32, medium 100, large 128, huge 256 pixels; its own when absent`
    })
  )
})
export const ThumbnailSize = thumbSize('Thumbnail')

/** The path parameters of a stored file. */
export const MetaDataPath = Type.Object({ metaDataId: Id('Identifier of the stored file') })

export type MetaDataRow = Static<typeof MetaData>
