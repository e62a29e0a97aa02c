/** Syncs: copying of posts from another service into a blog, with its progress and its state. */
import { Type } from 'typebox'
import { flag, moment, range } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Clearable, Count, Flag, Id, LinkById, Moment, SentMoment, Text, Version } from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const self = '{Module}/Sync/{Id}'

const AUTO = 'Whether copied posts are published at once; otherwise they wait for an editor'

export const Sync = model(
  'Sync',
  self,
  {
    Id: Id('Sync identifier'),
    Auto: Flag(AUTO),
    IsPaused: Flag('Whether copying is switched off for now'),
    CId: Type.Optional(Count('Change number of the last copied change')),
    Version,
    SyncStart: Type.Optional(Moment('When copying began')),
    Blog: LinkById('{Module}/Blog/{Blog}', 'Blog that receives the posts'),
    Creator: LinkById('HR/User/{Creator}', 'User who is the creator of the copied posts'),
    Source: LinkById('Data/Source/{Source}', 'Source to copy posts from')
  },
  {},
  { onRequest: ['IsPaused'], cacheAs: 'live' }
)

/** The state of a sync. It changes with each poll, so it is not part of the sync. */
export const SyncState = model('SyncState', null, {
  IsFollowed: Flag('Whether a process of this service follows the source now'),
  IsPaused: Flag('Whether copying is switched off for now'),
  CId: Type.Optional(Count('Change number of the last copied change')),
  NewestCId: Type.Optional(Count('Newest change number of the source, as far as known')),
  Lag: Count('Change numbers between the last copied change and the newest one'),
  Parked: Count('Number of parked changes'),
  IsFailing: Flag('Whether copying has failed since it last succeeded'),
  Error: Type.Optional(Text('Why copying last failed; it stays when copying works again')),
  ComparedOn: Type.Optional(Moment('When all posts were last compared with the source')),
  FailedOn: Type.Optional(Moment('When copying last failed')),
  SucceededOn: Type.Optional(Moment('When everything of the source had last been copied')),
  Sync: LinkById('{Module}/Sync/{Sync}', 'The sync')
})

const progress = {
  Auto: Flag(AUTO),
  IsPaused: Type.Optional(Flag('Whether copying is switched off for now; default false')),
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
    cId: range('Change number of the last copied change'),
    syncStart: moment('When copying began'),
    auto: flag(AUTO)
  },
  creation: NewSync,
  changes: edited(model('Sync', null, { ...progress, ...start }))
})
