/** Plugins: the parts this service is put together from, by the names they are registered under. */
import { Type, type Static } from 'typebox'
import { ComponentCriteria, ComponentLink, PackageFields } from './component.ts'
import { PageAttributes } from './language/paging.ts'
import { Key, listOf, model } from './language/vocabulary.ts'

const self = 'Admin/Plugin/{Id}'

export const Plugin = model(
  'Plugin',
  self,
  {
    Id: Key('Name it is registered under'),
    ...PackageFields,
    Component: Type.Optional(ComponentLink('The package it comes from'))
  },
  { Message: `${self}/Message/` }
)

export const PluginList = listOf('PluginList', Plugin, self, PageAttributes)

/** What lists of plugins can be filtered and ordered by. */
export const PluginCriteria = ComponentCriteria

/** A link to a plugin. */
export const PluginLink = (description: string) =>
  Type.String({ lexical: 'text', link: 'Admin/Plugin/{Plugin}', key: 'Id', description })

export const PluginPath = Type.Object({ pluginId: Key('Name it is registered under') })

export type PluginRow = Static<typeof Plugin>
