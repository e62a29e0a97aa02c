/** Right types: groups of rights. */
import { Type, type Static } from 'typebox'
import { PageAttributes } from './paging.ts'
import { Id, Text, listOf, model } from './vocabulary.ts'

const self = 'Security/RightType/{Id}'

export const RightType = model('RightType', self, {
  Id: Id('Right type identifier'),
  Description: Type.Optional(Text('What the rights of this type are about', { maxLength: 255 })),
  Name: Text('Name', { maxLength: 100 })
}, { Right: `${self}/Right/` })

export const RightTypeList = listOf('RightTypeList', RightType, self, PageAttributes)

export const RightTypePath = Type.Object({ rightTypeId: Id('Right type identifier') })

export type RightTypeRow = Static<typeof RightType>
