/** Configurations: settings of a blog, by name. */
import { Type } from 'typebox'
import { like } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { Id, LinkById, Text, listOf, model } from './language/vocabulary.ts'

const self = '{Module}/Blog/{Blog}/Configuration/{Name}'

/** A setting. */
export const Configuration = model('Configuration', self, {
  Name: Text('Name', { maxLength: 190 }),
  Value: Text('Value', { maxLength: 1024 }),
  Blog: LinkById('{Module}/Blog/{Blog}', 'The blog')
}, {}, { onRequest: ['Blog'] })

/** Some settings of a blog. */
export const ConfigurationList = listOf('ConfigurationList', Configuration, self, PageAttributes)

/** What lists of settings can be filtered and ordered by. */
export const ConfigurationCriteria = { name: like('Name', 'Name') }

/** The path parameters of a setting. */
export const ConfigurationPath = Type.Object({
  blogId: Id('Blog identifier'), name: Text('Name of the setting', { maxLength: 190 })
})
