/** Messages: the texts of the service that translators can translate, and the files that contain them. */
import { Type, type Static } from 'typebox'
import { ComponentLink } from './component.ts'
import { equal, like, moment, prefixed } from './language/criteria.ts'
import { family } from './language/family.ts'
import { PluginLink } from './plugin.ts'
import { Count, Id, LinkById, Moment, Text, Texts } from './language/vocabulary.ts'
import { model } from './language/models.ts'

const fileSelf = 'Admin/File/{Id}'
const sourceSelf = 'Admin/Source/{Id}'
const messageSelf = 'Admin/Message/{Id}'

const fileFields = {
  Id: Id('File identifier'),
  Path: Text('Path of the file, relative to the service’s folder', { maxLength: 190 }),
  LastModified: Type.Optional(Moment('When the file was last changed')),
  Component: Type.Optional(ComponentLink('Package of the file')),
  Plugin: Type.Optional(PluginLink('Plugin whose texts the file contains'))
}
const { Id: fileId, Path, ...otherFields } = fileFields

const TextFile = model('File', fileSelf, fileFields)

/** A text file as a source of messages: with its programming language and a link to its messages. */
const TextSource = model(
  'Source',
  sourceSelf,
  {
    Id: fileId,
    Path,
    Type: Text('Programming language of the file: python, javascript or html'),
    ...otherFields
  },
  { Message: `${sourceSelf}/Message/` }
)

const Message = model('Message', messageSelf, {
  Id: Id('Message identifier'),
  LineNumber: Type.Optional(Count('Line in the file; always absent')),
  Comments: Type.Optional(Text('Note for translators; always absent')),
  Context: Type.Optional(Text('Property or parameter that the text describes')),
  Singular: Text('The text in the singular'),
  Plural: Type.Optional(Texts('Plural forms of the text')),
  Source: LinkById('Admin/Source/{Source}', 'File that contains the text')
})

const TextFileCriteria = {
  component: like('Package of the file'),
  plugin: like('Plugin whose texts the file contains'),
  path: like('Path of the file'),
  lastModified: moment('When the file was last changed')
}

const TextSourceCriteria = { ...TextFileCriteria, type: equal('Programming language of the file') }

const textCriteria = {
  singular: like('The text in the singular'),
  context: like('Property or parameter that the text describes')
}

/** Criteria of lists of messages: properties of the message, with and without their prefix, and of its source. */
const MessageCriteria = {
  ...textCriteria,
  ...prefixed('qm', textCriteria),
  ...prefixed('qs', TextSourceCriteria, 'Source')
}

export const TextFiles = family(TextFile, { criteria: TextFileCriteria })
export const TextSources = family(TextSource, { criteria: TextSourceCriteria })
export const Messages = family(Message, { criteria: MessageCriteria })

/** Query of a plugin's catalogue. Embeds add their version to the address. */
export const PluginLocaleQuery = Type.Object({
  version: Type.Optional(Type.String({ maxLength: 100, description: 'Version of the embed; ignored' }))
})

export type TextSourceRow = Static<typeof TextSource>
export type MessageRow = Static<typeof Message>
