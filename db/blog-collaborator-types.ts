/** Queries for types of blog members, such as Administrator. */
import { BlogCollaboratorType } from '../schemas/blog-collaborator-type.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const blogCollaboratorTypes = (sql: Sql) =>
  collection(sql, 'blog_collaborator_types', BlogCollaboratorType, 'Name')
