/** Persons: users, and people without an account. */
import { Type } from 'typebox'
import { like, personal } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Clearable, Id, LinkById, Text, Version } from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const self = 'HR/Person/{Id}'

export const Person = model(
  'Person',
  self,
  {
    Id: Id('Person identifier; a user and the user’s person have the same identifier'),
    Address: Type.Optional(Text('Postal address')),
    EMail: Type.Optional(Text('E-mail address')),
    FirstName: Type.Optional(Text('First name')),
    FullName: Type.Optional(Text('First and last name')),
    LastName: Type.Optional(Text('Last name')),
    PhoneNumber: Type.Optional(Text('Telephone number')),
    Version
  },
  { MetaDataIcon: `${self}/MetaData/Icon` }
)

const written = (description: string, options: { examples?: string[] } = {}) =>
  Type.Optional(Clearable(Text(description, { maxLength: 255, ...options })))

export const NewPerson = Object.assign(
  model('Person', null, {
    FirstName: written('First name', { examples: ['Mio'] }),
    LastName: written('Last name'),
    EMail: written('E-mail address'),
    Address: written('Postal address'),
    PhoneNumber: written('Telephone number, unique among persons')
  }),
  { minProperties: 1 }
)

/** A person's picture. Its id is the id of the person. */
export const PersonIcon = model('PersonIcon', null, {
  Id: Id('Person identifier'),
  MetaData: LinkById('Archive/MetaData/{MetaData}', 'The picture'),
  Person: LinkById('HR/Person/{Person}', 'Person that the picture belongs to')
})

export const PersonCriteria = {
  firstName: like('First name'),
  lastName: like('Last name'),
  email: personal(like('E-mail address', 'EMail')),
  phoneNumber: personal(like('Telephone number'))
}

export const Persons = family(Person, {
  criteria: PersonCriteria,
  creation: NewPerson,
  changes: edited(NewPerson)
})
