/** Rights: permissions of users. */
import { Type } from 'typebox'
import { like } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Clearable, FilledText, Id, LinkById, Text, Version } from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const self = 'Security/Right/{Id}'

export const Right = model('Right', self, {
  Id: Id('Right identifier'),
  Description: Type.Optional(Text('Permission that the right gives', { maxLength: 255 })),
  Name: Text('Name', { maxLength: 150 }),
  Version,
  Type: LinkById('Security/RightType/{Type}', 'Right type')
})

const NewRight = model('Right', null, {
  Name: FilledText('Name', { maxLength: 150, examples: ['Moderate comments'] }),
  Description: Type.Optional(Clearable(Text('Permission that the right gives', { maxLength: 255 }))),
  Type: LinkById('Security/RightType/{Type}', 'Right type')
})

export const Rights = family(Right, {
  criteria: { name: like('Name') },
  creation: NewRight,
  changes: edited(NewRight)
})
