/** Users (spec 2.5). */
import { Type, type Static } from 'typebox'
import { flag, like, moment, personal } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { NewPassword } from './login.ts'
import { NewPerson, PersonCriteria } from './person.ts'
import { RightPath } from './right.ts'
import { RolePath } from './role.ts'
import { FilledText, Flag, Id, LinkByKey, Moment, Text, Version, edited, listOf, model } from './language/vocabulary.ts'

const self = 'HR/User/{Id}'

export const User = model(
  'User',
  self,
  {
    Id: Id('User identifier'),
    Active: Flag('Whether the user may log in'),
    Address: Type.Optional(Text('Postal address')),
    EMail: Type.Optional(Text('E-mail address')),
    FirstName: Type.Optional(Text('First name')),
    FullName: Type.Optional(Text('First and last name')),
    LastName: Type.Optional(Text('Last name')),
    Name: Text('Login name'),
    PhoneNumber: Type.Optional(Text('Telephone number')),
    Version: Version(),
    CreatedOn: Moment('When the account was made'),
    Type: LinkByKey('HR/UserType/{Type}', 'User type')
  },
  {
    Role: `${self}/Role/`,
    Right: `${self}/Right/`,
    Blog: `${self}/Blog/`,
    BlogLive: `${self}/Blog/Live`,
    Action: `${self}/Action/`,
    Post: `${self}/Post/`,
    PostPublished: `${self}/Post/Published`,
    PostUnpublished: `${self}/Post/Unpublished`,
    Collaborator: `${self}/Collaborator/`,
    MetaDataIcon: 'HR/Person/{Id}/MetaData/Icon'
  },
  { onRequest: ['Address', 'PhoneNumber', 'Version'], version: 'Version' }
)

const account = {
  ...NewPerson.properties,
  Name: FilledText('Login name', { maxLength: 150 }),
  Type: Type.Optional(LinkByKey('HR/UserType/{Type}', 'User type; default standard'))
}

/** Bodies of a new user, and of a changed one. */
export const NewUser = model('User', null, { ...account, Password: NewPassword })
export const EditedUser = edited(
  model('User', null, {
    ...account,
    Active: Flag('Whether the user may log in')
  })
)

/** Body that sets a password. */
export const PasswordChange = model('Password', null, {
  OldPassword: Type.Optional(Text('Current password; required when users set their own')),
  NewPassword
})

export const UserList = listOf('UserList', User, self, PageAttributes)

/** What lists of users can be filtered and ordered by. */
export const UserCriteria = {
  ...PersonCriteria,
  name: like('Login name', 'Name'),
  all: personal(
    like('Login name, names, e-mail or telephone', ['Name', 'FirstName', 'LastName', 'EMail', 'PhoneNumber'], false)
  ),
  createdOn: moment('When the account was made', 'CreatedOn'),
  inactive: flag('Whether the user is not active; lists leave such users out unless this asks for them', 'Inactive')
}

export const UserPath = Type.Object({ userId: Id('User identifier') })

/** The path parameters of a role and of a right of a user. */
export const UserRolePath = Type.Object({ ...UserPath.properties, ...RolePath.properties })
export const UserRightPath = Type.Object({ ...UserPath.properties, ...RightPath.properties })

export type UserRow = Static<typeof User>
