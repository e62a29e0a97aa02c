/** Parked changes: changes of another service that a sync has not carried out, and why. */
import { Type } from 'typebox'
import { equal } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Id, LinkById, Markup, Moment, Text } from './language/vocabulary.ts'
import { model } from './language/models.ts'

const self = '{Module}/Sync/{Sync}/ParkedChange/{Id}'

export const ParkedChange = model(
  'ParkedChange',
  self,
  {
    Id: Id('Identifier'),
    AuthorName: Type.Optional(Text('Display name of the author at the source')),
    Content: Type.Optional(Markup('Body of the post at the source; may contain HTML as text')),
    Kind: Text(
      'refused: the change cannot be applied; offered: the post was corrected here; partial: a part of the post is ' +
        'not copied'
    ),
    Reason: Text('Why the change was not applied'),
    State: Text('State of the post at the source: published, withdrawn or deleted'),
    ParkedOn: Moment('When the change arrived'),
    Post: Type.Optional(LinkById('{Module}/Blog/{Blog}/Post/{Post}', 'The copy, if there is one')),
    Blog: LinkById('{Module}/Blog/{Blog}', 'Blog of the sync'),
    Sync: LinkById('{Module}/Sync/{Sync}', 'The sync')
  },
  {},
  { cacheAs: 'live' }
)

export const ParkedChanges = family(ParkedChange, {
  criteria: { kind: equal('refused, offered or partial') }
})
