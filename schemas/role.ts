/** Roles: named sets of rights. A role also has the rights of all roles below it. */
import { Type } from 'typebox'
import { like } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Clearable, FilledText, Id, Text, Version } from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const self = 'RBAC/Role/{Id}'

export const Role = model(
  'Role',
  self,
  {
    Id: Id('Role identifier'),
    Description: Type.Optional(Text('Purpose of the role', { maxLength: 255 })),
    Name: Text('Name', { maxLength: 100 }),
    Version
  },
  {
    Roles: `${self}/Roles/`,
    Right: `${self}/Right/`
  }
)

const NewRole = model('Role', null, {
  Name: FilledText('Name', { maxLength: 100, examples: ['Moderator'] }),
  Description: Type.Optional(Clearable(Text('Purpose of the role', { maxLength: 255 })))
})

export const Roles = family(Role, {
  criteria: { name: like('Name') },
  creation: NewRole,
  changes: edited(NewRole)
})
