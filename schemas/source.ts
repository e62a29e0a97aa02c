/** Sources: origins of posts, such as another blog. */
import { Type } from 'typebox'
import { family } from './language/family.ts'
import { equal, flag, like } from './language/criteria.ts'
import { Listing, PAGE } from './language/paging.ts'
import {
  Clearable,
  FilledText,
  Flag,
  Id,
  LinkByKey,
  Text,
  Unfilled,
  Version,
  WebAddress,
  WebLink
} from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const self = 'Data/Source/{Id}'

export const Source = model(
  'Source',
  self,
  {
    Id: Id('Source identifier'),
    IsModifiable: Flag('Whether posts of this source may be changed'),
    Name: Text('Name', { maxLength: 255 }),
    OriginName: Type.Optional(
      Text('Name of the original source, if this source republishes another', { maxLength: 255 })
    ),
    OriginURI: Type.Optional(
      Text('Address of the original source, if this source republishes another', { maxLength: 255 })
    ),
    Version,
    Type: LinkByKey('Data/SourceType/{Type}', 'Source type'),
    URI: Type.Optional(WebLink('Address of the source')),
    PostSourceUnpublished: Unfilled('Posts that were copied as drafts')
  },
  {
    Post: `${self}/Post/`,
    PostUnpublished: `${self}/Post/Unpublished`,
    PostPublished: `${self}/Post/Published`,
    Collaborator: `${self}/Collaborator/`
  }
)

export const NewSource = model('Source', null, {
  Name: FilledText('Name', { maxLength: 255, examples: ['Harbour Herald'] }),
  Type: LinkByKey('Data/SourceType/{Type}', 'Source type', { examples: ['blog provider'] }),
  URI: Type.Optional(Clearable(WebAddress('Address of the source', 255))),
  IsModifiable: Type.Optional(Flag('Whether posts of this source may be changed; default false')),
  OriginName: Type.Optional(
    Clearable(Text('Name of the original source, if this source republishes another', { maxLength: 255 }))
  ),
  OriginURI: Type.Optional(
    Clearable(WebAddress('Address of the original source, if this source republishes another', 255))
  )
})

export const SourceCriteria = {
  name: like('Name'),
  uri: like('Address', 'URI'),
  all: like('Name or address', ['Name', 'URI'], false),
  isModifiable: flag('Whether posts of this source may be changed'),
  type: equal('Key of the source type', 'Type', false)
}

const blogId = Type.Optional(Id('Identifier of a blog that takes posts from the source'))
export const Sources = family(Source, {
  criteria: SourceCriteria,
  listing: Listing(SourceCriteria, PAGE, { blogId, 'blogId.equal': blogId }),
  creation: NewSource,
  changes: edited(NewSource)
})
