/** Blog types: each has template posts for its blogs. */
import { like } from './language/criteria.ts'
import { family } from './language/family.ts'
import { FilledText, Id, Text, Version } from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const self = '{Module}/BlogType/{Id}'

export const BlogType = model(
  'BlogType',
  self,
  {
    Id: Id('Blog type identifier'),
    Name: Text('Name', { maxLength: 255 }),
    Version
  },
  { Post: `${self}/Post/` }
)

const NewBlogType = model('BlogType', null, {
  Name: FilledText('Name', { maxLength: 255, examples: ['Election night'] })
})

export const BlogTypes = family(BlogType, {
  criteria: { name: like('Name') },
  creation: NewBlogType,
  changes: edited(NewBlogType)
})
