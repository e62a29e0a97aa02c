/** Actions: what the newsroom's user interface offers, as a tree of dotted paths. */
import { Type } from 'typebox'
import { Listing, MAX_LIMIT, PageAttributes } from './language/paging.ts'
import { Count, FileLink, Id, Key, Text, listOf, model } from './language/vocabulary.ts'

// Actions have no address of their own: lists show them in full.
export const Action = model('Action', null, {
  Path: Key('Place in the tree, such as menu.livedesk'),
  ChildrenCount: Count('How many actions lie below it'),
  Label: Type.Optional(Text('What the user reads')),
  NavBar: Type.Optional(Text('Address within the user interface')),
  Script: Type.Optional(FileLink('The program that does it'))
})

export const ActionList = listOf('ActionList', Action, null, PageAttributes)

const path = { format: 'xml-text', maxLength: 255 }

/** The parameters of a list of actions. A tree only makes sense as a whole, so one answer holds it all unless less is asked for. */
export const ActionListing = Listing({}, MAX_LIMIT, {
  path: Type.Optional(
    Type.String({
      ...path,
      description:
        'What the place begins with; with * for one segment, the places of that form; in double quotes, exactly that place'
    })
  ),
  origPath: Type.Optional(Type.String({ ...path, description: 'Where the user comes from; changes nothing' }))
})

export const UserBlogPath = Type.Object({ userId: Id('User identifier'), blogId: Id('Blog identifier') })
