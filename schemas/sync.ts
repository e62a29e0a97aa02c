/** Syncs: blogs elsewhere that a blog follows, and how far it has followed them. */
import { Type } from 'typebox'
import { flag, moment, range } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { Count, Flag, Id, LinkById, Moment, Version, edited, listOf, model } from './language/vocabulary.ts'

const self = '{Module}/Sync/{Id}'

/** A blog that is followed. */
export const Sync = model(
  'Sync',
  self,
  {
    Id: Id('Sync identifier'),
    Auto: Flag('Whether new posts are copied automatically'),
    CId: Type.Optional(Count('Change number of the last copied change')),
    Version: Version(),
    SyncStart: Type.Optional(Moment('When following began')),
    Blog: LinkById('{Module}/Blog/{Blog}', 'The blog that follows'),
    Creator: LinkById('HR/User/{Creator}', 'In whose name posts are taken over'),
    Source: LinkById('Data/Source/{Source}', 'Source that the blog follows')
  },
  {},
  { onRequest: ['Version'], version: 'Version' }
)

const progress = {
  Auto: Flag('Whether new posts are copied automatically'),
  CId: Type.Optional(Count('Change number of the last copied change'))
}

/** Bodies of a new sync, and of a changed one. */
export const NewSync = model('Sync', null, {
  Blog: LinkById('{Module}/Blog/{Blog}', 'The blog that follows'),
  Source: LinkById('Data/Source/{Source}', 'Source that the blog follows'),
  ...progress
})
export const EditedSync = edited(model('Sync', null, progress))

/** Some blogs that are followed. */
export const SyncList = listOf('SyncList', Sync, self, PageAttributes)

/** What lists of syncs can be filtered and ordered by. */
export const SyncCriteria = {
  cId: range('Change number of the last copied change', 'CId'),
  syncStart: moment('When following began', 'SyncStart'),
  auto: flag('Whether new posts are copied automatically', 'Auto')
}

/** The path parameters of a sync. */
export const SyncPath = Type.Object({ syncId: Id('Sync identifier') })
