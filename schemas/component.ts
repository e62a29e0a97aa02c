/** Components: the npm packages that the service uses, and the service's own package. */
import { Type, type Static } from 'typebox'
import { flag, like } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Flag, Key, Text } from './language/vocabulary.ts'
import { model } from './language/models.ts'

const self = 'Admin/Component/{Id}'

/** Properties that components and plugins share, in document order. */
export const PackageFields = {
  InEgg: Type.Optional(Flag('Whether it is loaded from an archive file')),
  Loaded: Flag('Whether it is installed and in use'),
  Description: Type.Optional(Text('Purpose')),
  Group: Type.Optional(Text('Scope of a package, or kind of a plugin')),
  Locale: Text('Language of its messages'),
  Name: Text('Name'),
  Path: Type.Optional(Text('Path relative to the service’s folder')),
  Version: Type.Optional(Text('Version'))
}

export const Component = model(
  'Component',
  self,
  { Id: Key('Package name'), ...PackageFields },
  { Message: `${self}/Message/` }
)

export const ComponentCriteria = {
  name: like('Name'),
  group: like('Scope of a package, or kind of a plugin'),
  version: like('Version'),
  locale: like('Language of its messages'),
  path: like('Path relative to the service’s folder'),
  loaded: flag('Whether it is installed and in use'),
  inEgg: flag('Whether it is loaded from an archive file')
}

export const ComponentLink = (description: string) =>
  Type.String({ lexical: 'text', link: 'Admin/Component/{Component}', key: 'Id', description })

export const Components = family(Component, { criteria: ComponentCriteria })

export type ComponentRow = Static<typeof Component>
