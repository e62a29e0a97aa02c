/** Actions: the entries of the newsroom's user interface, as a tree of dotted paths. */
import { Type } from 'typebox'
import { family } from './language/family.ts'
import { Listing, MAX_LIMIT } from './language/paging.ts'
import { Count, FileLink, Key, Text } from './language/vocabulary.ts'
import { model } from './language/models.ts'

// Actions have no address: lists show them in full.
export const Action = model('Action', null, {
  Path: Key('Path in the tree, such as menu.livedesk'),
  ChildrenCount: Count('Number of actions below this one'),
  Label: Type.Optional(Text('Label shown to the user')),
  NavBar: Type.Optional(Text('Address within the user interface')),
  Script: Type.Optional(FileLink('Script that implements the action'))
})

const path = { format: 'xml-text', maxLength: 255 }

/** Query parameters of a list of actions. The default limit is the maximum, because clients need the whole tree. */
const listing = Listing({}, MAX_LIMIT, {
  path: Type.Optional(
    Type.String({
      ...path,
      description:
        'Start of the path. With *, which stands for a segment: pattern of the path. In double quotes: the exact path'
    })
  ),
  origPath: Type.Optional(Type.String({ ...path, description: 'Path that the user comes from; ignored' }))
})

export const Actions = family(Action, { listing })
