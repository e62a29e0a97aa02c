/** Syncs: copying of posts from another service into a blog, with its progress. */
import { Type } from 'typebox'
import { flag, moment, range } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Clearable, Count, Flag, Id, LinkById, Moment, SentMoment, Version } from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const self = '{Module}/Sync/{Id}'

export const Sync = model(
  'Sync',
  self,
  {
    Id: Id('Sync identifier'),
    Auto: Flag('Whether new posts are copied automatically'),
    CId: Type.Optional(Count('Change number of the last copied change')),
    Version: Version(),
    SyncStart: Type.Optional(Moment('When copying began')),
    Blog: LinkById('{Module}/Blog/{Blog}', 'Blog that receives the posts'),
    Creator: LinkById('HR/User/{Creator}', 'User who is the creator of the copied posts'),
    Source: LinkById('Data/Source/{Source}', 'Source to copy posts from')
  },
  {},
  { onRequest: ['Version'], version: 'Version' }
)

const progress = {
  Auto: Flag('Whether new posts are copied automatically'),
  CId: Type.Optional(Clearable(Count('Change number of the last copied change')))
}

const start = {
  Creator: Type.Optional(
    LinkById(
      'HR/User/{Creator}',
      'User who is the creator of the copied posts; default: the user who sends the request'
    )
  ),
  SyncStart: Type.Optional(Clearable(SentMoment('When copying began; default: when Auto becomes true')))
}

const NewSync = model('Sync', null, {
  Blog: LinkById('{Module}/Blog/{Blog}', 'Blog that receives the posts'),
  Source: LinkById('Data/Source/{Source}', 'Source to copy posts from'),
  ...progress,
  ...start
})

export const Syncs = family(Sync, {
  criteria: {
    cId: range('Change number of the last copied change', 'CId'),
    syncStart: moment('When copying began', 'SyncStart'),
    auto: flag('Whether new posts are copied automatically', 'Auto')
  },
  params: Type.Object({ syncId: Id('Sync identifier') }),
  creation: NewSync,
  changes: edited(model('Sync', null, { ...progress, ...start }))
})
