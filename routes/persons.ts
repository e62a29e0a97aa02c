/** Persons, and their pictures. */
import { Type } from 'typebox'
import { metaData } from '../db/meta-data.ts'
import { persons as personQueries } from '../db/persons.ts'
import type { Viewer } from '../plugins/authorization.ts'
import { MetaData, ThumbnailSize } from '../schemas/meta-data.ts'
import { Listing } from '../schemas/language/paging.ts'
import { Person, PersonCriteria, PersonList, PersonPath, type PersonRow } from '../schemas/person.ts'
import { found, idsOf, type Family } from './shared/family.ts'
import { sized } from './shared/thumbnails.ts'

const persons: Family = async (app) => {
  const { find, load, list } = personQueries(app.sql)
  const { iconOf } = metaData(app.sql)

  app.follow(Person, async (references, { context: { viewer } }) => (await load(idsOf(references))).map((person) => shown(person, viewer)))
  app.get('/HR/Person', { schema: { querystring: Listing(PersonCriteria), response: { 200: PersonList } } }, ({ query }) => list(query))
  app.get('/HR/Person/:personId', { schema: { params: PersonPath, response: { 200: Person } } },
    async ({ params: { personId }, context: { viewer } }) => shown(found(await find(personId), `person ${personId}`), viewer))
  app.get('/HR/Person/:personId/MetaData/Icon', { schema: { params: PersonPath, querystring: Type.Object(ThumbnailSize), response: { 200: MetaData } } },
    async ({ params: { personId }, query }) => sized(found(await iconOf(personId), `person ${personId}`), query))
}

/** A person as far as the reader may see it. */
const shown = (person: PersonRow, { profiles }: Viewer): PersonRow => {
  const { EMail, Address, PhoneNumber, ...open } = person
  return profiles ? person : open
}

export default persons
