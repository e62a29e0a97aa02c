/** Families whose items are only a key or a name: types of users, posts, blog pictures and members. */
import { like } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Key, Text } from './language/vocabulary.ts'
import { model } from './language/models.ts'

const criteria = { key: like('Key') }

export const UserType = model('UserType', 'HR/UserType/{Key}', { Key: Key() })
export const UserTypes = family(UserType, { criteria })

/** Types of posts: normal, wrapup, link and so on. */
export const PostType = model('PostType', 'Data/PostType/{Key}', { Key: Key() })
export const PostTypes = family(PostType, { criteria })

/** Blog media types: the positions for pictures in the layout of a blog. */
export const BlogMediaType = model('BlogMediaType', '{Module}/BlogMediaType/{Key}', { Key: Key() })
export const BlogMediaTypes = family(BlogMediaType, {})

/** Collaborator types: the roles that a member can have in a blog. They have no address: lists show them in full. */
const BlogCollaboratorType = model('BlogCollaboratorType', null, { Name: Text('Name', { maxLength: 190 }) })
export const BlogCollaboratorTypes = family(BlogCollaboratorType, {})
