/** Meta data: what the archive knows of a stored file. */
import { Type, type Static } from 'typebox'
import { PageAttributes } from './paging.ts'
import { Count, FileLink, Id, LinkById, Moment, Text, listOf, model } from './vocabulary.ts'

const self = 'Archive/MetaData/{Id}'

export const MetaData = model('MetaData', self, {
  Id: Id('Identifier of the stored file'),
  SizeInBytes: Count('Size of the file'),
  Name: Text('File name'),
  Type: Text('Kind of file: image, audio, video or other'),
  CreatedOn: Moment('When the file was stored'),
  Content: FileLink('The file'),
  Thumbnail: FileLink('A small picture of it'),
  Creator: Type.Optional(LinkById('HR/User/{Creator}', 'Who stored it'))
})

export const MetaDataList = listOf('MetaDataList', MetaData, self, PageAttributes)

export const MetaDataPath = Type.Object({ metaDataId: Id('Identifier of the stored file') })

export type MetaDataRow = Static<typeof MetaData>
