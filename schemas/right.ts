/** Rights: what a user may do, and their types. */
import { Type, type Static } from 'typebox'
import { like } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { Id, LinkById, Text, listOf, model } from './language/vocabulary.ts'

const self = 'Security/Right/{Id}'

export const Right = model('Right', self, {
  Id: Id('Right identifier'),
  Description: Type.Optional(Text('What the right allows', { maxLength: 255 })),
  Name: Text('Name', { maxLength: 150 }),
  Type: LinkById('Security/RightType/{Type}', 'What kind of right it is')
})

export const RightList = listOf('RightList', Right, self, PageAttributes)

/** What lists of rights can be filtered and ordered by. */
export const RightCriteria = { name: like('Name', 'Name') }

export const RightPath = Type.Object({ rightId: Id('Right identifier') })

export type RightRow = Static<typeof Right>
