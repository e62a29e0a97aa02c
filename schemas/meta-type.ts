/** Meta types: the kinds of files in the archive. */
import { like } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Id, Text } from './language/vocabulary.ts'
import { model } from './language/models.ts'

const self = 'Archive/MetaType/{Id}'

export const MetaType = model(
  'MetaType',
  self,
  {
    Id: Id('Meta type identifier'),
    Type: Text('Name: image, audio, video or other', { maxLength: 50 })
  },
  {
    MetaData: `${self}/MetaData/`,
    ImageData: `${self}/ImageData/`,
    AudioData: `${self}/AudioData/`,
    VideoData: `${self}/VideoData/`
  }
)

export const MetaTypes = family(MetaType, { criteria: { type: like('Name') } })
