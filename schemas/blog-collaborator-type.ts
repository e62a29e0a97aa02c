/** Collaborator types: the roles that a member can have in a blog. They have no address: lists show them in full. */
import { PageAttributes } from './language/paging.ts'
import { Text } from './language/vocabulary.ts'
import { listOf, model } from './language/models.ts'

export const BlogCollaboratorType = model('BlogCollaboratorType', null, { Name: Text('Name', { maxLength: 190 }) })

export const BlogCollaboratorTypeList = listOf('BlogCollaboratorTypeList', BlogCollaboratorType, null, PageAttributes)
