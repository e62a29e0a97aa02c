/** Right types: groups of rights. */
import { Type } from 'typebox'
import { like } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { FilledText, Id, Key, Text, Version, edited, listOf, model } from './language/vocabulary.ts'

const self = 'Security/RightType/{Id}'

export const RightType = model(
  'RightType',
  self,
  {
    Id: Id('Right type identifier'),
    Description: Type.Optional(Text('Subject of the rights of this type', { maxLength: 255 })),
    Name: Text('Name', { maxLength: 100 }),
    Version: Version()
  },
  { Right: `${self}/Right/` },
  { onRequest: ['Version'], version: 'Version' }
)

export const RightTypeList = listOf('RightTypeList', RightType, self, PageAttributes)

/** Bodies of a new right type, and of a changed one. */
export const NewRightType = model('RightType', null, {
  Name: FilledText('Name', { maxLength: 100 }),
  Description: Type.Optional(Text('Subject of the rights of this type', { maxLength: 255, clearable: true }))
})
export const EditedRightType = edited(NewRightType)

/** What lists of right types can be filtered and ordered by. */
export const RightTypeCriteria = { name: like('Name', 'Name') }

/** The path parameter of a right type under its id or its name. */
export const RightTypeKeyPath = Type.Object({ rightType: Key('Right type identifier, or its name') })

export const RightTypePath = Type.Object({ rightTypeId: Id('Right type identifier') })
