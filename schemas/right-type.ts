/** Right types: groups of rights. */
import { Type } from 'typebox'
import { like } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Clearable, FilledText, Id, Text, Version } from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const self = 'Security/RightType/{Id}'

export const RightType = model(
  'RightType',
  self,
  {
    Id: Id('Right type identifier'),
    Description: Type.Optional(Text('Subject of the rights of this type', { maxLength: 255 })),
    Name: Text('Name', { maxLength: 100 }),
    Version
  },
  { Right: `${self}/Right/` }
)

const NewRightType = model('RightType', null, {
  Name: FilledText('Name', { maxLength: 100, examples: ['Newsroom'] }),
  Description: Type.Optional(Clearable(Text('Subject of the rights of this type', { maxLength: 255 })))
})

export const RightTypes = family(RightType, {
  criteria: { name: like('Name') },
  creation: NewRightType,
  changes: edited(NewRightType)
})
