/** Template posts: what the blogs of a type offer to start from. */
import { Type, type Static } from 'typebox'
import { PageAttributes } from './language/paging.ts'
import { BlogPostCriteria, MAX_CONTENT, NewPost } from './post.ts'
import {
  Decimal,
  FilledText,
  Flag,
  Id,
  Key,
  LinkById,
  LinkByKey,
  Moment,
  Text,
  Version,
  edited,
  listOf,
  model
} from './language/vocabulary.ts'

const self = '{Module}/BlogType/{BlogType}/Post/{Id}'

/** A template post. */
export const TemplatePost = model(
  'Post',
  self,
  {
    Id: Id('Template post identifier'),
    IsModified: Flag('Whether it was changed after it was inserted'),
    IsPublished: Flag('False: a template is never published itself'),
    Order: Decimal('Place among the templates; lists show the highest first'),
    Content: Text('Body; markup is text', { maxLength: MAX_CONTENT }),
    Meta: Text('A JSON object as text', { maxLength: MAX_CONTENT }),
    Name: Text('Name of the template', { maxLength: 190 }),
    Version: Version(),
    CreatedOn: Moment('When it was inserted'),
    UpdatedOn: Type.Optional(Moment('When it was last changed')),
    BlogType: LinkById('{Module}/BlogType/{BlogType}', 'The type of blog it is for'),
    Creator: Type.Optional(LinkById('HR/User/{Creator}', 'Who inserted it; absent for those the service brings along')),
    Type: LinkByKey('Data/PostType/{Type}', 'What kind of post it makes')
  },
  {},
  { onRequest: ['UpdatedOn', 'Version'], version: 'Version' }
)

const { Content, Meta, Type: PostType } = NewPost.properties
const written = { Name: FilledText('Name of the template', { maxLength: 190 }), Content, Meta, Type: PostType }

/** Bodies of a new template post, and of a changed one. */
export const NewTemplatePost = model('Post', null, written)
export const EditedTemplatePost = edited(NewTemplatePost)

/** The template posts of a blog type, the highest order first. */
export const TemplatePostList = listOf('PostList', TemplatePost, self, PageAttributes)

/** What lists of template posts can be filtered and ordered by: the same as lists of posts. */
export const TemplatePostCriteria = BlogPostCriteria

/** The path parameters of a template post. */
export const TemplatePostPath = Type.Object({
  blogTypeId: Id('Blog type identifier'),
  templatePostId: Id('Template post identifier')
})

/** The path parameters of a template post that is moved to another one. */
export const TemplatePostMovePath = Type.Object({
  ...TemplatePostPath.properties,
  referenceId: Id('Template post that it is moved to')
})

/** The path parameters of a blog type's template posts of one post type. */
export const TemplatePostsOfTypePath = Type.Object({
  blogTypeId: Id('Blog type identifier'),
  key: Key('Key of the post type')
})

export type TemplatePostKey = Pick<Static<typeof TemplatePost>, 'BlogType' | 'Id'>
