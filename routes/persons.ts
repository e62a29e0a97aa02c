/** Persons and their pictures. */
import { Type } from 'typebox'
import { imageData, metaData } from '../db/meta-data.ts'
import { persons as personQueries } from '../db/persons.ts'
import { records } from '../db/records.ts'
import type { Viewer } from '../plugins/authorization/index.ts'
import { MetaData, ThumbnailSize } from '../schemas/meta-data.ts'
import { Listing } from '../schemas/language/paging.ts'
import {
  EditedPerson,
  NewPerson,
  Person,
  PersonCriteria,
  PersonIcon,
  PersonIconPath,
  PersonList,
  PersonPath,
  type PersonRow
} from '../schemas/person.ts'
import { attemptOf } from './shared/writes.ts'
import { edit } from './shared/editable.ts'
import { orNotFound, idsOf, type Family } from './shared/family.ts'
import { withThumbnailSize } from './shared/thumbnails.ts'

const persons: Family = async (app) => {
  const { find, findBy, load, list } = personQueries(app.sql)
  const { setIcon, removeIcon } = personQueries(app.writes)
  const { iconOf } = metaData(app.sql)
  const images = imageData(app.sql)
  const access = { who: 'self' } as const

  app.follow(Person, async (references, { context: { viewer } }) =>
    (await load(idsOf(references))).map((person) => forViewer(person, viewer))
  )
  app.get(
    '/HR/Person',
    { schema: { querystring: Listing(PersonCriteria), response: { 200: PersonList } } },
    ({ query }) => list(query)
  )
  app.get(
    '/HR/Person/:personId',
    { schema: { params: PersonPath, response: { 200: Person } } },
    async ({ params: { personId }, context: { viewer } }) =>
      forViewer(orNotFound(await find(personId), `person ${personId}`), viewer)
  )
  app.get(
    '/HR/Person/:personId/MetaData/Icon',
    {
      config: { sees: 'drafts' },
      schema: { params: PersonPath, querystring: Type.Object(ThumbnailSize), response: { 200: MetaData } }
    },
    async ({ params: { personId }, query }) =>
      withThumbnailSize(orNotFound(await iconOf(personId), `person ${personId}`), query)
  )

  edit(app, {
    itemName: 'person',
    writes: records(app.writes, 'persons'),
    model: Person,
    find: findBy,
    creation: { path: '/HR/Person', body: NewPerson, access: { who: 'staff' } },
    changes: EditedPerson,
    item: { path: '/HR/Person/:personId', params: PersonPath, access, removal: { who: 'staff' } }
  })
  app.post(
    '/HR/Person/:personId/MetaData/:metaDataId/PersonIcon',
    { config: access, schema: { params: PersonIconPath, response: { 201: PersonIcon } } },
    async (request) => {
      const { personId, metaDataId } = request.params
      orNotFound(await find(personId), `person ${personId}`)
      orNotFound(await images.find(metaDataId), `image ${metaDataId}`)
      await setIcon(attemptOf(request), personId, metaDataId)
      return { Id: personId, MetaData: metaDataId, Person: personId }
    }
  )
  app.delete(
    '/HR/PersonIcon/:personId',
    { config: access, schema: { params: PersonPath } },
    async ({ params: { personId } }) => {
      orNotFound((await removeIcon(personId)) || undefined, `picture of person ${personId}`)
    }
  )
}

/** Returns a person without the properties that the viewer may not see. */
const forViewer = (person: PersonRow, { profiles }: Viewer): PersonRow => {
  const { EMail, Address, PhoneNumber, ...publicPart } = person
  return profiles ? person : publicPart
}

export default persons
