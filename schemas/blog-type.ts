/** Blog types: what a blog starts from. */
import { Type, type Static } from 'typebox'
import { like } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { Id, Text, listOf, model } from './language/vocabulary.ts'

const self = '{Module}/BlogType/{Id}'

export const BlogType = model('BlogType', self, {
  Id: Id('Blog type identifier'),
  Name: Text('Name', { maxLength: 255 })
}, { Post: `${self}/Post/` })

export const BlogTypeList = listOf('BlogTypeList', BlogType, self, PageAttributes)

/** What lists of blog types can be filtered and ordered by. */
export const BlogTypeCriteria = { name: like('Name', 'Name') }

export const BlogTypePath = Type.Object({ blogTypeId: Id('Blog type identifier') })

export type BlogTypeRow = Static<typeof BlogType>
