/** Persons: everyone the service knows by name, users among them. */
import { Type, type Static } from 'typebox'
import { like, personal } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { Id, Text, listOf, model } from './language/vocabulary.ts'

const self = 'HR/Person/{Id}'

export const Person = model('Person', self, {
  Id: Id('Person identifier; a user and the person behind it share it'),
  Address: Type.Optional(Text('Postal address')),
  EMail: Type.Optional(Text('E-mail address')),
  FirstName: Type.Optional(Text('First name')),
  FullName: Type.Optional(Text('First and last name')),
  LastName: Type.Optional(Text('Last name')),
  PhoneNumber: Type.Optional(Text('Telephone number'))
}, { MetaDataIcon: `${self}/MetaData/Icon` })

export const PersonList = listOf('PersonList', Person, self, PageAttributes)

/** What lists of persons can be filtered and ordered by. */
export const PersonCriteria = {
  firstName: like('First name', 'FirstName'),
  lastName: like('Last name', 'LastName'),
  email: personal(like('E-mail address', 'EMail')),
  phoneNumber: personal(like('Telephone number', 'PhoneNumber'))
}

export const PersonPath = Type.Object({ personId: Id('Person identifier') })

export type PersonRow = Static<typeof Person>
