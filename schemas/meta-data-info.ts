/** Search in the archive: files with the texts about them, and the criteria of the search. */
import { Type, type Static } from 'typebox'
import { expression, like, names, prefixed, range, type Criteria, type Criterion } from './language/criteria.ts'
import {
  AudioDataCriteria,
  ImageDataCriteria,
  MetaData,
  MetaDataCriteria,
  ThumbnailSize,
  VideoDataCriteria
} from './meta-data.ts'
import { CaptionCriteria, MetaInfos, TextCriteria } from './meta-info.ts'
import { family } from './language/family.ts'
import { Listing, MAX_LIMIT } from './language/paging.ts'
import { Text } from './language/vocabulary.ts'
import { model } from './language/models.ts'

const { Id, SizeInBytes, Name, Type: Kind, CreatedOn, Content, Thumbnail, Creator } = MetaData.properties
const { Description, Keywords, Title, Language } = MetaInfos.model.properties

/** A file with a text about it. It has no address: lists show it in full. */
const MetaDataInfo = model('MetaDataInfo', null, {
  Id,
  SizeInBytes,
  Description,
  Keywords,
  Name,
  Title,
  Type: Kind,
  CreatedOn,
  Content,
  Thumbnail,
  Creator,
  Language: Type.Optional(Language)
})

const criteriaOfKinds = { image: ImageDataCriteria, audio: AudioDataCriteria, video: VideoDataCriteria }
const kinds = ['image', 'audio', 'video', 'other']

/** Criteria of files of all kinds and of the texts about them. */
const combined: Criteria = {
  ...prefixed('qi', CaptionCriteria),
  ...prefixed('qd', { ...MetaDataCriteria, ...ImageDataCriteria, ...AudioDataCriteria, ...VideoDataCriteria }, 'Data')
}

const general: Criteria = {
  all: expression(
    'Any text about the file, or its name',
    ['Title', 'Keywords', 'Description', 'Caption', 'Name'],
    false
  ),
  type: names('Kind of file', 'Type', false),
  language: range('Identifier of the language of the text', 'Language', false)
}

/** Files with texts. The criteria in `general` exist with and without the prefix `qa`. */
export const MetaDataInfos = family(MetaDataInfo, {
  criteria: { ...general, ...prefixed('qa', general), ...combined },
  parameters: ThumbnailSize
})

/** A criterion of the search, with the properties that a search form needs. */
const QueryCriteria = model('QueryCriteria', null, {
  Key: Text('Name of the parameter'),
  Criteria: Text('Kind of criterion'),
  Name: Text('Name of the property that it compares'),
  Types: Text('Kinds of files that have the property, joined by hyphens')
})

const QueryCriteriaCriteria = {
  key: like('Name of the parameter'),
  criteria: like('Kind of criterion'),
  types: like('Kinds of files'),
  name: like('Name of the property')
}

/** Clients need all criteria, so the default limit is the maximum. */
export const QueryCriterias = family(QueryCriteria, {
  criteria: QueryCriteriaCriteria,
  listing: Listing(QueryCriteriaCriteria, MAX_LIMIT)
})

const typesOf = (key: string): string => {
  const [query, name = ''] = key.split('.')
  if (name in MetaDataCriteria || (query === 'qi' && name in TextCriteria)) return kinds.join('-')
  if (query === 'qi') return Object.keys(criteriaOfKinds).join('-')
  return Object.entries(criteriaOfKinds)
    .filter(([, criteria]) => name in criteria)
    .map(([kind]) => kind)
    .join('-')
}

/** Names of the kinds of criteria in the original service. Existing clients choose form fields by them. */
const classes: Readonly<Partial<Record<Criterion['kind'], string>>> = {
  expression: 'AsExpression',
  like: 'AsLike',
  range: 'AsRange',
  moment: 'AsDateTime',
  ids: 'AsIn',
  names: 'AsIn'
}

/** All criteria of the search, ordered by key. */
export const queryCriteria: readonly Static<typeof QueryCriteria>[] = Object.keys(combined)
  .sort()
  .map((key) => {
    const { kind, ordered }: Partial<Criterion> = { ...combined[key] }
    return {
      Key: key,
      Criteria: `${(kind && classes[kind]) ?? 'AsEqual'}${ordered ? 'Ordered' : ''}`,
      Name: key.replace(/^.*\./, ''),
      Types: typesOf(key)
    }
  })
