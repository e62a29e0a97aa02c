/** Persons and their pictures. */
import { Type } from 'typebox'
import { imageData, metaData } from '../db/meta-data.ts'
import { persons as personQueries } from '../db/persons.ts'
import { records } from '../db/records.ts'
import type { Viewer } from '../plugins/authorization/index.ts'
import type { Row } from '../schemas/language/rows.ts'
import { MetaData, ThumbnailSize } from '../schemas/meta-data.ts'
import { Path } from '../schemas/paths.ts'
import { PersonIcon, Persons } from '../schemas/person.ts'
import { attemptOf } from './shared/writes.ts'
import { readAndEdit } from './shared/editable.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { withThumbnailSize } from './shared/thumbnails.ts'

const PersonPath = Type.Pick(Path, ['personId'])
const IconPath = Type.Pick(Path, ['personId', 'metaDataId'])

const persons: Family = async (app) => {
  const { exists } = personQueries(app.sql)
  const { setIcon, removeIcon } = personQueries(app.writes)
  const { iconOf } = metaData(app.sql)
  const images = imageData(app.sql)
  const access = { who: 'self' } as const

  readAndEdit(app, {
    ...Persons,
    itemName: 'person',
    path: '/HR/Person/:personId',
    queries: personQueries(app.sql),
    show: (person, { context: { viewer } }) => forViewer(person, viewer),
    writes: records(app.writes, 'persons'),
    access,
    creationAccess: { who: 'staff' },
    removalAccess: { who: 'staff' }
  })
  app.get(
    '/HR/Person/:personId/MetaData/Icon',
    {
      config: { sees: 'drafts' },
      schema: { params: PersonPath, querystring: Type.Object(ThumbnailSize), response: { 200: MetaData } }
    },
    async ({ params: { personId }, query }) =>
      withThumbnailSize(orNotFound(await iconOf(personId), `person ${personId}`), query)
  )

  app.post(
    '/HR/Person/:personId/MetaData/:metaDataId/PersonIcon',
    {
      config: access,
      schema: { summary: 'Set the picture of a person', params: IconPath, response: { 201: PersonIcon } }
    },
    async (request) => {
      const { personId, metaDataId } = request.params
      orNotFound(await exists(personId), `person ${personId}`)
      orNotFound(await images.exists(metaDataId), `image ${metaDataId}`)
      await setIcon(attemptOf(request), personId, metaDataId)
      return { Id: personId, MetaData: metaDataId, Person: personId }
    }
  )
  app.delete(
    '/HR/PersonIcon/:personId',
    { config: access, schema: { summary: 'Remove the picture of a person', params: PersonPath } },
    async ({ params: { personId } }) => {
      orNotFound(await removeIcon(personId), `picture of person ${personId}`)
    }
  )
}

/** Returns a person without the properties that the viewer may not see. */
const forViewer = (person: Row, { profiles }: Viewer): Row => {
  const { EMail, Address, PhoneNumber, ...publicPart } = person
  return profiles ? person : publicPart
}

export default persons
