/** What is known of a web page that somebody wants to link to. */
import { Type, type Static } from 'typebox'
import { Moment, Text, Texts, WebLink, model } from './language/vocabulary.ts'

// Every property is absent as long as no address was given.
export const URLInfo = model('URLInfo', null, {
  URL: Type.Optional(Text('Address of the page')),
  ContentType: Type.Optional(Text('Media type')),
  Description: Type.Optional(Text('What the page says it is about')),
  SiteIcon: Type.Optional(WebLink('Icon of the site')),
  Title: Type.Optional(Text('Title of the page')),
  Date: Type.Optional(Moment('When the page was read')),
  Picture: Type.Optional(Texts('Addresses of pictures in the page, ten at most'))
})

/** The page's address. */
export const URLInfoQuery = Type.Object({
  url: Type.Optional(
    Type.String({ format: 'xml-text', maxLength: 2000, description: 'Address of the page, http or https' })
  )
})

export type URLInfoRow = Static<typeof URLInfo>
