/** Sources: where posts come from. */
import { Type, type Static } from 'typebox'
import { PageAttributes } from './paging.ts'
import { Flag, Id, LinkByKey, Text, listOf, model } from './vocabulary.ts'

const self = 'Data/Source/{Id}'

export const Source = model('Source', self, {
  Id: Id('Source identifier'),
  IsModifiable: Flag('Whether posts from this source may be changed'),
  Name: Text('Name', { maxLength: 255 }),
  Type: LinkByKey('Data/SourceType/{Type}', 'What kind of source it is')
}, {
  Post: `${self}/Post/`,
  PostUnpublished: `${self}/Post/Unpublished`,
  PostPublished: `${self}/Post/Published`,
  Collaborator: `${self}/Collaborator/`
})

export const SourceList = listOf('SourceList', Source, self, PageAttributes)

export const SourcePath = Type.Object({ sourceId: Id('Source identifier') })

export type SourceRow = Static<typeof Source>
