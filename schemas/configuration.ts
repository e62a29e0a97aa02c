/** Configurations: settings of a blog, by name. */
import { Type } from 'typebox'
import { like } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { FilledText, Id, LinkById, Text, Version, listOf, model } from './language/vocabulary.ts'

const self = '{Module}/Blog/{Blog}/Configuration/{Name}'

/** A setting. */
export const Configuration = model(
  'Configuration',
  self,
  {
    Name: Text('Name', { maxLength: 190 }),
    Value: Text('Value', { maxLength: 1024 }),
    Version: Version(),
    Blog: LinkById('{Module}/Blog/{Blog}', 'The blog')
  },
  {},
  { onRequest: ['Blog', 'Version'], version: 'Version' }
)

const Value = Text('Value', { maxLength: 1024 })

/** Bodies of a new setting, and of a changed one. */
export const NewConfiguration = model('Configuration', null, {
  Name: Type.String({ ...FilledText('Name', { maxLength: 190 }), format: 'segment' }),
  Value
})
export const EditedConfiguration = model('Configuration', null, { Value })

/** Some settings of a blog. */
export const ConfigurationList = listOf('ConfigurationList', Configuration, self, PageAttributes)

/** What lists of settings can be filtered and ordered by. */
export const ConfigurationCriteria = { name: like('Name', 'Name') }

/** The path parameters of a setting. */
export const ConfigurationPath = Type.Object({
  blogId: Id('Blog identifier'),
  name: Text('Name of the setting', { maxLength: 190 })
})
