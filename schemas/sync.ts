/** Syncs: blogs elsewhere that a blog follows, and how far it has followed them. */
import { Type } from 'typebox'
import { flag, moment, range } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { Count, Flag, Id, LinkById, Moment, Version, edited, listOf, model } from './language/vocabulary.ts'

const self = '{Module}/Sync/{Id}'

/** A blog that is followed. */
export const Sync = model('Sync', self, {
  Id: Id('Sync identifier'),
  Auto: Flag('Whether new posts are taken over by themselves'),
  CId: Type.Optional(Count('The last change taken over from the other side')),
  Version: Version(),
  SyncStart: Type.Optional(Moment('When following began')),
  Blog: LinkById('{Module}/Blog/{Blog}', 'The blog that follows'),
  Creator: LinkById('HR/User/{Creator}', 'In whose name posts are taken over'),
  Source: LinkById('Data/Source/{Source}', 'The blog that is followed')
}, {}, { onRequest: ['Version'], version: 'Version' })

const progress = {
  Auto: Flag('Whether new posts are taken over by themselves'),
  CId: Type.Optional(Count('The last change taken over from the other side'))
}

/** Bodies of a new sync, and of a changed one. */
export const NewSync = model('Sync', null, {
  Blog: LinkById('{Module}/Blog/{Blog}', 'The blog that follows'),
  Source: LinkById('Data/Source/{Source}', 'The blog that is followed'),
  ...progress
})
export const EditedSync = edited(model('Sync', null, progress))

/** Some blogs that are followed. */
export const SyncList = listOf('SyncList', Sync, self, PageAttributes)

/** What lists of syncs can be filtered and ordered by. */
export const SyncCriteria = {
  cId: range('The last change taken over', 'CId'),
  syncStart: moment('When following began', 'SyncStart'),
  auto: flag('Whether new posts are taken over by themselves', 'Auto')
}

/** The path parameters of a sync. */
export const SyncPath = Type.Object({ syncId: Id('Sync identifier') })
