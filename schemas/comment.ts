/** Comments as readers send them. Each becomes a post of the blog, so none is ever listed here. */
import { Type } from 'typebox'
import { PageAttributes } from './language/paging.ts'
import { Text, listOf, model } from './language/vocabulary.ts'

/** A reader's comment. */
export const Comment = model('Comment', null, {
  CommentSource: Type.Optional(Text('Where it was written; embed when absent', { maxLength: 255 })),
  CommentText: Text('What the reader says', { maxLength: 65535 }),
  UserName: Text('What the reader wants to be called', { maxLength: 255 })
})

/** Comments that have not become posts. */
export const CommentList = listOf('CommentList', Comment, null, PageAttributes)
