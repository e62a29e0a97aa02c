/** The archive searched as a whole: files with what is written about them, and the criteria that such a search knows. */
import { Type, type Static } from 'typebox'
import { expression, like, names, prefixed, range, type Criteria, type Criterion } from './language/criteria.ts'
import { AudioDataCriteria, ImageDataCriteria, MetaData, MetaDataCriteria, VideoDataCriteria } from './meta-data.ts'
import { CaptionCriteria, MetaInfo, TextCriteria } from './meta-info.ts'
import { PageAttributes } from './language/paging.ts'
import { Text, listOf, model } from './language/vocabulary.ts'

const { Id, SizeInBytes, Name, Type: Kind, CreatedOn, Content, Thumbnail, Creator } = MetaData.properties
const { Description, Keywords, Title, Language } = MetaInfo.properties

/** A file with a text about it. It has no address of its own: lists show it in full. */
export const MetaDataInfo = model('MetaDataInfo', null, {
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

/** Some files with texts about them. */
export const MetaDataInfoList = listOf('MetaDataInfoList', MetaDataInfo, null, PageAttributes)

const criteriaOfKinds = { image: ImageDataCriteria, audio: AudioDataCriteria, video: VideoDataCriteria }
const kinds = ['image', 'audio', 'video', 'other']

/** Criteria of any file and of its kind, and of the texts about it. */
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

/** What the whole archive can be filtered and ordered by; the general criteria with and without their prefix. */
export const MetaDataInfoCriteria: Criteria = { ...general, ...prefixed('qa', general), ...combined }

/** A criterion of the archive, as a form that searches it needs it. */
export const QueryCriteria = model('QueryCriteria', null, {
  Key: Text('Name of the parameter'),
  Criteria: Text('Kind of criterion'),
  Name: Text('Name of the property it looks at'),
  Types: Text('Kinds of files that have the property, joined by hyphens')
})

/** Some criteria of the archive. */
export const QueryCriteriaList = listOf('QueryCriteriaList', QueryCriteria, null, PageAttributes)

/** What lists of criteria can be filtered and ordered by. */
export const QueryCriteriaCriteria = {
  key: like('Name of the parameter', 'Key'),
  criteria: like('Kind of criterion', 'Criteria'),
  types: like('Kinds of files', 'Types'),
  name: like('Name of the property', 'Name')
}

const typesOf = (key: string): string => {
  const [query, name = ''] = key.split('.')
  if (name in MetaDataCriteria || (query === 'qi' && name in TextCriteria)) return kinds.join('-')
  if (query === 'qi') return Object.keys(criteriaOfKinds).join('-')
  return Object.entries(criteriaOfKinds)
    .filter(([, criteria]) => name in criteria)
    .map(([kind]) => kind)
    .join('-')
}

/** The names that the original service has for the kinds of criteria; forms are built by them. */
const classes: Readonly<Partial<Record<Criterion['kind'], string>>> = {
  expression: 'AsExpression',
  like: 'AsLike',
  range: 'AsRange',
  moment: 'AsDateTime',
  ids: 'AsIn',
  names: 'AsIn'
}

/** Every criterion of the archive, by key. */
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
