/** Queries for families that are only rows of a table: types of users, posts, files and so on, and themes. */
import { BlogThemes } from '../schemas/blog-theme.ts'
import { BlogTypes } from '../schemas/blog-type.ts'
import { BlogCollaboratorTypes, BlogMediaTypes, PostTypes, UserTypes } from '../schemas/lookup.ts'
import { MetaTypes } from '../schemas/meta-type.ts'
import { RightTypes } from '../schemas/right-type.ts'
import { SourceTypes } from '../schemas/source-type.ts'
import { collectionOf } from './collection.ts'

export const userTypes = collectionOf('user_types', UserTypes, 'Key')
export const postTypes = collectionOf('post_types', PostTypes, 'Key')
export const sourceTypes = collectionOf('source_types', SourceTypes, 'Key')
export const metaTypes = collectionOf('meta_types', MetaTypes, 'Id')
export const rightTypes = collectionOf('right_types', RightTypes, 'Id')
export const blogTypes = collectionOf('blog_types', BlogTypes, 'Id')
export const blogThemes = collectionOf('blog_themes', BlogThemes, 'Id')
export const blogMediaTypes = collectionOf('blog_media_types', BlogMediaTypes, 'Key')
export const blogCollaboratorTypes = collectionOf('blog_collaborator_types', BlogCollaboratorTypes, 'Name')
