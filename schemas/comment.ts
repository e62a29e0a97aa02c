/** Comments as readers send them. Each becomes a draft of the blog, so none is ever listed here. */
import { Type } from 'typebox'
import { PageAttributes } from './language/paging.ts'
import { Text, listOf, model } from './language/vocabulary.ts'

/** A reader's comment. */
export const Comment = model('Comment', null, {
  CommentSource: Type.Optional(Text('Place of the comment form; default embed', { maxLength: 255 })),
  CommentText: Text('Text of the comment', { maxLength: 65535 }),
  UserName: Text('Name of the reader', { maxLength: 255 })
})

const written = (description: string, maxLength: number, example: string) =>
  Type.String({ ...Text(description, { maxLength, examples: [example] }), minLength: 1 })

/** Body of a reader's comment. */
export const NewComment = model('Comment', null, {
  UserName: written('Name of the reader, without markup', 100, 'Sam Reader'),
  CommentText: written('Plain text; line breaks are kept', 5000, 'Is ward 9 counted?'),
  CommentSource: Type.Optional(written('Place of the comment form; default embed', 100, 'embed'))
})

/** Comments that have not become posts. */
export const CommentList = listOf('CommentList', Comment, null, PageAttributes)
