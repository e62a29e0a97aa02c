/** Persons: everyone the service knows by name, users among them. */
import { Type, type Static } from 'typebox'
import { like, personal } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { Id, LinkById, Text, Version, edited, listOf, model } from './language/vocabulary.ts'

const self = 'HR/Person/{Id}'

export const Person = model(
  'Person',
  self,
  {
    Id: Id('Person identifier; a user and the person behind it share it'),
    Address: Type.Optional(Text('Postal address')),
    EMail: Type.Optional(Text('E-mail address')),
    FirstName: Type.Optional(Text('First name')),
    FullName: Type.Optional(Text('First and last name')),
    LastName: Type.Optional(Text('Last name')),
    PhoneNumber: Type.Optional(Text('Telephone number')),
    Version: Version()
  },
  { MetaDataIcon: `${self}/MetaData/Icon` },
  { onRequest: ['Version'], version: 'Version' }
)

const written = (description: string) => Type.Optional(Text(description, { maxLength: 255, clearable: true }))

/** Bodies of a new person, and of a changed one. */
export const NewPerson = Object.assign(
  model('Person', null, {
    FirstName: written('First name'),
    LastName: written('Last name'),
    EMail: written('E-mail address'),
    Address: written('Postal address'),
    PhoneNumber: written('Telephone number, unique among persons')
  }),
  { minProperties: 1 }
)
export const EditedPerson = edited(NewPerson)

/** A person's picture. It has the identifier of the person. */
export const PersonIcon = model('PersonIcon', null, {
  Id: Id('Person identifier'),
  MetaData: LinkById('Archive/MetaData/{MetaData}', 'The picture'),
  Person: LinkById('HR/Person/{Person}', 'Whose picture it is')
})

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

/** The path parameters of a person and the picture that the person gets. */
export const PersonIconPath = Type.Object({ ...PersonPath.properties, metaDataId: Id('Identifier of the picture') })
