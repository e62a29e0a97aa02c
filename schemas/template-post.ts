/** Template posts: templates for the posts of blogs of one type. */
import { Type } from 'typebox'
import { family } from './language/family.ts'
import { NewPost } from './post-bodies.ts'
import { ChangeCriteria, MAX_CONTENT, OrderedCriteria } from './post.ts'
import {
  Decimal,
  FilledText,
  Flag,
  Id,
  LinkById,
  LinkByKey,
  Markup,
  Moment,
  Text,
  Version
} from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const self = '{Module}/BlogType/{BlogType}/Post/{Id}'

export const TemplatePost = model(
  'Post',
  self,
  {
    Id: Id('Template post identifier'),
    IsModified: Flag('Whether the template was changed after it was inserted'),
    IsPublished: Flag('Always false: a template is not published'),
    Order: Decimal('Position among the templates; lists show the highest first'),
    Content: Markup('Body; may contain HTML as text', { maxLength: MAX_CONTENT }),
    Meta: Text('A JSON object as text', { maxLength: MAX_CONTENT }),
    Name: Text('Name of the template', { maxLength: 190 }),
    Version,
    CreatedOn: Moment('When the template was inserted'),
    UpdatedOn: Type.Optional(Moment('When the template was last changed')),
    BlogType: LinkById('{Module}/BlogType/{BlogType}', 'Type of the blogs that it is for'),
    Creator: Type.Optional(LinkById('HR/User/{Creator}', 'User who inserted the template; absent if it is built in')),
    Type: LinkByKey('Data/PostType/{Type}', 'Type of the posts that are made from the template')
  },
  {},
  { onRequest: ['UpdatedOn'] }
)

const { Content, Meta, Type: PostType, Creator } = NewPost.properties
const bodyProperties = {
  Name: FilledText('Name of the template', { maxLength: 190, examples: ['ward result'] }),
  Content,
  Meta,
  Type: PostType
}

/** Template posts of a blog type. Lists show those with the highest `Order` first. */
export const TemplatePosts = family(TemplatePost, {
  criteria: { ...OrderedCriteria, ...ChangeCriteria },
  creation: model('Post', null, { ...bodyProperties, Creator }),
  changes: edited(model('Post', null, bodyProperties))
})
