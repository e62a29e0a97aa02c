/** Users (spec 2.5). */
import { Type, type Static } from 'typebox'
import { flag, like, moment, personal } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { Credentials } from './login.ts'
import { PersonCriteria } from './person.ts'
import { Flag, Id, LinkByKey, Moment, Text, listOf, model } from './language/vocabulary.ts'

const self = 'HR/User/{Id}'

export const User = model('User', self, {
  Id: Id('User identifier'),
  Active: Flag('Whether the user may log in'),
  Address: Type.Optional(Text('Postal address')),
  EMail: Type.Optional(Text('E-mail address')),
  FirstName: Type.Optional(Text('First name')),
  FullName: Type.Optional(Text('First and last name')),
  LastName: Type.Optional(Text('Last name')),
  Name: Text('Login name'),
  PhoneNumber: Type.Optional(Text('Telephone number')),
  CreatedOn: Moment('When the account was made'),
  Type: LinkByKey('HR/UserType/{Type}', 'What kind of user it is')
}, {
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
}, { onRequest: ['Address', 'PhoneNumber'] })

/** What the operator says of a new user. */
export const NewAccount = Type.Object({
  Name: Credentials.properties.UserName,
  FirstName: Text('First name', { maxLength: 255 }),
  LastName: Text('Last name', { maxLength: 255 }),
  EMail: Text('E-mail address', { maxLength: 255 })
})

export const UserList = listOf('UserList', User, self, PageAttributes)

/** What lists of users can be filtered and ordered by. */
export const UserCriteria = {
  ...PersonCriteria,
  name: like('Login name', 'Name'),
  all: personal(like('Login name, names, e-mail or telephone', ['Name', 'FirstName', 'LastName', 'EMail', 'PhoneNumber'], false)),
  createdOn: moment('When the account was made', 'CreatedOn'),
  inactive: flag('Whether the user is not active; lists leave such users out unless this asks for them', 'Inactive')
}

export const UserPath = Type.Object({ userId: Id('User identifier') })

export type UserRow = Static<typeof User>
