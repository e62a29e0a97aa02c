/** Messages: the service's own texts, which could be translated, and the files they belong to. */
import { Type, type Static } from 'typebox'
import { ComponentLink, ComponentPath } from './component.ts'
import { equal, like, moment, prefixed } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { PluginLink, PluginPath } from './plugin.ts'
import { Count, Id, LinkById, Moment, Text, Texts, listOf, model } from './language/vocabulary.ts'

const fileSelf = 'Admin/File/{Id}'
const sourceSelf = 'Admin/Source/{Id}'
const messageSelf = 'Admin/Message/{Id}'

const fileFields = {
  Id: Id('File identifier'),
  Path: Text('Path of the file, relative to the service’s folder', { maxLength: 190 }),
  LastModified: Type.Optional(Moment('When the file was last changed')),
  Component: Type.Optional(ComponentLink('The package it belongs to')),
  Plugin: Type.Optional(PluginLink('The plugin whose texts it holds'))
}
const { Id: fileId, Path, ...otherFields } = fileFields

/** A file with texts of the service. */
export const TextFile = model('File', fileSelf, fileFields)

export const TextFileList = listOf('FileList', TextFile, fileSelf, PageAttributes)

/** A file with texts of the service, as a source of messages. */
export const TextSource = model(
  'Source',
  sourceSelf,
  {
    Id: fileId,
    Path,
    Type: Text('Language the file is written in: python, javascript or html'),
    ...otherFields
  },
  { Message: `${sourceSelf}/Message/` }
)

export const TextSourceList = listOf('SourceList', TextSource, sourceSelf, PageAttributes)

export const Message = model('Message', messageSelf, {
  Id: Id('Message identifier'),
  LineNumber: Type.Optional(Count('Line of the file; absent here')),
  Comments: Type.Optional(Text('Note for translators')),
  Context: Type.Optional(Text('The property or parameter it describes')),
  Singular: Text('The text'),
  Plural: Type.Optional(Texts('Its plural forms')),
  Source: LinkById('Admin/Source/{Source}', 'The file it belongs to')
})

export const MessageList = listOf('MessageList', Message, messageSelf, PageAttributes)

/** Criteria of lists of files. */
export const TextFileCriteria = {
  component: like('The package it belongs to', 'Component'),
  plugin: like('The plugin whose texts it holds', 'Plugin'),
  path: like('Path of the file', 'Path'),
  lastModified: moment('When the file was last changed', 'LastModified')
}

/** Criteria of lists of sources. */
export const TextSourceCriteria = { ...TextFileCriteria, type: equal('Language the file is written in', 'Type') }

/** Criteria of lists of messages: their own properties, and those of their source. */
export const MessageCriteria = {
  ...prefixed('qm', {
    singular: like('The text', 'Singular'),
    context: like('The property or parameter it describes', 'Context')
  }),
  ...prefixed('qs', TextSourceCriteria, 'Source')
}

export const TextFilePath = Type.Object({ fileId: Id('File identifier') })
export const TextSourcePath = Type.Object({ sourceId: Id('File identifier') })
export const MessagePath = Type.Object({ messageId: Id('Message identifier') })

const locale = {
  locale: Type.String({
    pattern: '^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$',
    maxLength: 35,
    examples: ['en'],
    description: 'Language tag, such as en or de-AT'
  })
}

/** The path parameters of a catalogue of texts: all, a component's, a plugin's. */
export const LocalePath = Type.Object(locale)
export const ComponentLocalePath = Type.Object({ ...ComponentPath.properties, ...locale })
export const PluginLocalePath = Type.Object({ ...PluginPath.properties, ...locale })

/** Embeds add their own version to the address of a catalogue. */
export const PluginLocaleQuery = Type.Object({
  version: Type.Optional(Type.String({ maxLength: 100, description: 'Version of the embed; ignored' }))
})

export type TextSourceRow = Static<typeof TextSource>
export type MessageRow = Static<typeof Message>
