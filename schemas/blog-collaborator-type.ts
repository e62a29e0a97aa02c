/** What the members of a blog may do there. These have no address of their own: lists show them in full. */
import { PageAttributes } from './language/paging.ts'
import { Text, listOf, model } from './language/vocabulary.ts'

export const BlogCollaboratorType = model('BlogCollaboratorType', null, { Name: Text('Name', { maxLength: 190 }) })

export const BlogCollaboratorTypeList = listOf('BlogCollaboratorTypeList', BlogCollaboratorType, null, PageAttributes)
