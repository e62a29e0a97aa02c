/** Persons, and their pictures. */
import { metaData } from '../db/meta-data.ts'
import { persons as personQueries } from '../db/persons.ts'
import { MetaData } from '../schemas/meta-data.ts'
import { Paging } from '../schemas/paging.ts'
import { Person, PersonList, PersonPath } from '../schemas/person.ts'
import { found, type Family } from './family.ts'

const persons: Family = async (app) => {
  const { find, list } = personQueries(app.sql)
  const { iconOf } = metaData(app.sql)

  app.get('/HR/Person', { schema: { querystring: Paging(), response: { 200: PersonList } } }, ({ query }) => list(query))
  app.get('/HR/Person/:personId', { schema: { params: PersonPath, response: { 200: Person } } },
    async ({ params: { personId }, viewer }) => {
      const person = found(await find(personId), `person ${personId}`)
      const { EMail, Address, PhoneNumber, ...open } = person
      return viewer.profiles ? person : open
    })
  app.get('/HR/Person/:personId/MetaData/Icon', { schema: { params: PersonPath, response: { 200: MetaData } } },
    async ({ params: { personId } }) => found(await iconOf(personId), `person ${personId}`))
}

export default persons
