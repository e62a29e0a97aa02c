/** Users (spec 2.5). */
import { Type, type Static } from 'typebox'
import { PageAttributes } from './paging.ts'
import { Flag, Id, LinkByKey, Moment, Text, listOf, model } from './vocabulary.ts'

const self = 'HR/User/{Id}'

export const User = model('User', self, {
  Id: Id('User identifier'),
  Active: Flag('Whether the user may log in'),
  EMail: Type.Optional(Text('E-mail address')),
  FirstName: Type.Optional(Text('First name')),
  FullName: Type.Optional(Text('First and last name')),
  LastName: Type.Optional(Text('Last name')),
  Name: Text('Login name'),
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
})

export const UserList = listOf('UserList', User, self, PageAttributes)

export const UserPath = Type.Object({ userId: Id('User identifier') })

export type UserRow = Static<typeof User>
