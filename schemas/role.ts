/** Roles: bundles of rights; a role holds the rights of every role below it too. */
import { Type } from 'typebox'
import { like } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { RightPath } from './right.ts'
import { FilledText, Id, Key, Text, Version, edited, listOf, model } from './language/vocabulary.ts'

const self = 'RBAC/Role/{Id}'

export const Role = model(
  'Role',
  self,
  {
    Id: Id('Role identifier'),
    Description: Type.Optional(Text('Purpose of the role', { maxLength: 255 })),
    Name: Text('Name', { maxLength: 100 }),
    Version: Version()
  },
  {
    Roles: `${self}/Roles/`,
    Right: `${self}/Right/`
  },
  { onRequest: ['Version'], version: 'Version' }
)

export const RoleList = listOf('RoleList', Role, self, PageAttributes)

/** Bodies of a new role, and of a changed one. */
export const NewRole = model('Role', null, {
  Name: FilledText('Name', { maxLength: 100 }),
  Description: Type.Optional(Text('Purpose of the role', { maxLength: 255, clearable: true }))
})
export const EditedRole = edited(NewRole)

/** What lists of roles can be filtered and ordered by. */
export const RoleCriteria = { name: like('Name', 'Name') }

/** The path parameter of a role under its id or its name. */
export const RoleKeyPath = Type.Object({ role: Key('Role identifier, or its name') })

export const RolePath = Type.Object({ roleId: Id('Role identifier') })

/** The path parameters of a right of a role, and of a role below another one. */
export const RoleRightPath = Type.Object({ ...RolePath.properties, ...RightPath.properties })
export const RoleBelowPath = Type.Object({ toRoleId: Id('Role above'), ...RolePath.properties })
