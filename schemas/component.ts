/** Components: the packages this service runs on, and the service's own. */
import { Type, type Static } from 'typebox'
import { flag, like } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { Flag, Key, Text, listOf, model } from './language/vocabulary.ts'

const self = 'Admin/Component/{Id}'

/** What components and plugins have in common, in document order. */
export const PackageFields = {
  InEgg: Type.Optional(Flag('Whether it is read from an archive')),
  Loaded: Flag('Whether it is installed and in use'),
  Description: Type.Optional(Text('What it is for')),
  Group: Type.Optional(Text('What it belongs to: the scope of a package, the kind of a plugin')),
  Locale: Text('Language of its own texts'),
  Name: Text('Name'),
  Path: Type.Optional(Text('Where it lies, below the service’s folder')),
  Version: Type.Optional(Text('Version'))
}

export const Component = model(
  'Component',
  self,
  { Id: Key('Package name'), ...PackageFields },
  { Message: `${self}/Message/` }
)

export const ComponentList = listOf('ComponentList', Component, self, PageAttributes)

/** What lists of components can be filtered and ordered by. */
export const ComponentCriteria = {
  name: like('Name', 'Name'),
  group: like('What it belongs to', 'Group'),
  version: like('Version', 'Version'),
  locale: like('Language of its own texts', 'Locale'),
  path: like('Where it lies', 'Path'),
  loaded: flag('Whether it is installed and in use', 'Loaded'),
  inEgg: flag('Whether it is read from an archive', 'InEgg')
}

/** A link to a component. */
export const ComponentLink = (description: string) =>
  Type.String({ lexical: 'text', link: 'Admin/Component/{Component}', key: 'Id', description })

export const ComponentPath = Type.Object({ componentId: Key('Package name') })

export type ComponentRow = Static<typeof Component>
