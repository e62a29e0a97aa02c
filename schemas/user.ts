/** Users (docs/spec.md, section 2.5). */
import { Type } from 'typebox'
import { flag, like, moment, personal } from './language/criteria.ts'
import { family } from './language/family.ts'
import { NewPassword, PASSWORD_LENGTH } from './login.ts'
import { NewPerson, PersonCriteria } from './person.ts'
import { Clearable, FilledText, Flag, Id, LinkByKey, Moment, Text, Version } from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const self = 'HR/User/{Id}'

export const User = model(
  'User',
  self,
  {
    Id: Id('User identifier'),
    Active: Type.Optional(Flag('Whether the user may log in')),
    Address: Type.Optional(Text('Postal address')),
    EMail: Type.Optional(Text('E-mail address')),
    FirstName: Type.Optional(Text('First name')),
    FullName: Type.Optional(Text('First and last name')),
    LastName: Type.Optional(Text('Last name')),
    Name: Type.Optional(Text('Login name')),
    PhoneNumber: Type.Optional(Text('Telephone number')),
    Version,
    CreatedOn: Moment('When the account was created'),
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
  { onRequest: ['Address', 'PhoneNumber'] }
)

const account = {
  ...NewPerson.properties,
  Name: FilledText('Login name', { maxLength: 150, examples: ['mio'] }),
  Type: Type.Optional(LinkByKey('HR/UserType/{Type}', 'User type; default: standard'))
}

export const NewUser = model('User', null, { ...account, Password: NewPassword })

export const PasswordChange = model('Password', null, {
  OldPassword: Type.Optional(
    Clearable(
      FilledText('Current password; required if users set their own password', { maxLength: PASSWORD_LENGTH.maxLength })
    )
  ),
  NewPassword
})

export const UserCriteria = {
  ...PersonCriteria,
  name: personal(like('Login name')),
  all: personal(
    like(
      'Login name, first name, last name, e-mail address or telephone number',
      ['Name', 'FirstName', 'LastName', 'EMail', 'PhoneNumber'],
      false
    )
  ),
  createdOn: moment('When the account was created'),
  inactive: personal(flag('Whether the user is not active; without this parameter, lists leave out such users'))
}

export const Users = family(User, {
  criteria: UserCriteria,
  creation: NewUser,
  changes: edited(model('User', null, { ...account, Active: Flag('Whether the user may log in') }))
})
