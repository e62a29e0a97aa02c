/** Preview of a web page that an editor wants to link to. */
import { Type, type Static } from 'typebox'
import { Moment, Text, Texts, WebLink } from './language/vocabulary.ts'
import { model } from './language/models.ts'

// A request without an address returns an item without properties.
export const URLInfo = model('URLInfo', null, {
  URL: Type.Optional(Text('Address of the page')),
  ContentType: Type.Optional(Text('Media type')),
  Description: Type.Optional(Text('Description of the page, from its meta data')),
  SiteIcon: Type.Optional(WebLink('Icon of the site')),
  Title: Type.Optional(Text('Title of the page')),
  Date: Type.Optional(Moment('When the page was read')),
  Picture: Type.Optional(Texts('Addresses of pictures in the page, at most ten'))
})

export const URLInfoQuery = Type.Object({
  url: Type.Optional(
    Type.String({ format: 'xml-text', maxLength: 2000, description: 'Address of the page, http or https' })
  )
})

export type URLInfoRow = Static<typeof URLInfo>
