/** Source types: kinds of sources. */
import { like } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Key, Unfilled } from './language/vocabulary.ts'
import { model } from './language/models.ts'

const self = 'Data/SourceType/{Key}'

export const SourceType = model(
  'SourceType',
  self,
  { Key: Key(), Name: Unfilled('Name') },
  {
    Post: `${self}/Post/`,
    PostUnpublished: `${self}/Post/Unpublished`,
    PostPublished: `${self}/Post/Published`,
    Source: `${self}/Source/`
  }
)

export const SourceTypes = family(SourceType, { criteria: { key: like('Key') } })
