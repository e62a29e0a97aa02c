/** Plugins: the Fastify plugins of the service, by the names that they are registered with. */
import { Type, type Static } from 'typebox'
import { ComponentCriteria, ComponentLink, PackageFields } from './component.ts'
import { family } from './language/family.ts'
import { Key } from './language/vocabulary.ts'
import { model } from './language/models.ts'

const self = 'Admin/Plugin/{Id}'

export const Plugin = model(
  'Plugin',
  self,
  {
    Id: Key('Name that the plugin is registered with'),
    ...PackageFields,
    Component: Type.Optional(ComponentLink('Package that contains the plugin'))
  },
  { Message: `${self}/Message/` }
)

export const PluginLink = (description: string) =>
  Type.String({ lexical: 'text', link: 'Admin/Plugin/{Plugin}', key: 'Id', description })

export const Plugins = family(Plugin, { criteria: ComponentCriteria })

export type PluginRow = Static<typeof Plugin>
