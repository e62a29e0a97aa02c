/** Comments that readers send. Each becomes a draft of the blog, so the list of comments is always empty. */
import { Type } from 'typebox'
import { family } from './language/family.ts'
import { Text } from './language/vocabulary.ts'
import { model } from './language/models.ts'

/** Maximum number of characters of a reader's name. */
export const MAX_NAME = 100
/** Maximum number of characters of a comment. */
export const MAX_COMMENT = 5000

export const Comment = model('Comment', null, {
  CommentSource: Type.Optional(Text('Name of the comment form; default embed', { maxLength: 255 })),
  CommentText: Text('Text of the comment', { maxLength: 65535 }),
  UserName: Text('Name of the reader', { maxLength: 255 })
})

const writtenText = (description: string, maxLength: number, example: string) =>
  Type.String({ ...Text(description, { maxLength, examples: [example] }), minLength: 1 })

export const NewComment = model('Comment', null, {
  UserName: writtenText('Name of the reader, without markup', MAX_NAME, 'Sam Reader'),
  CommentText: writtenText('Plain text; line breaks are kept', MAX_COMMENT, 'Is ward 9 counted?'),
  CommentSource: Type.Optional(writtenText('Name of the comment form; default embed', 100, 'embed'))
})

/** The comments that have not become posts: their list is always empty. */
export const Comments = family(Comment, { creation: NewComment })
