/** Right types: groups of rights. */
import { Type } from 'typebox'
import { like } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Clearable, FilledText, Id, Key, Text, Version } from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

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

const NewRightType = model('RightType', null, {
  Name: FilledText('Name', { maxLength: 100 }),
  Description: Type.Optional(Clearable(Text('Subject of the rights of this type', { maxLength: 255 })))
})

export const RightTypePath = Type.Object({ rightTypeId: Id('Right type identifier') })

export const RightTypes = family(RightType, {
  criteria: { name: like('Name', 'Name') },
  params: Type.Object({ rightType: Key('Identifier or name of the right type') }),
  creation: NewRightType,
  changes: edited(NewRightType)
})
