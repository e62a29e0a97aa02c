/** Comments that readers send. Each becomes a draft of the blog, so the list of comments is always empty. */
import { Type } from 'typebox'
import { family } from './language/family.ts'
import { FilledText, Text } from './language/vocabulary.ts'
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

export const NewComment = model('Comment', null, {
  UserName: FilledText('Name of the reader, without markup', { maxLength: MAX_NAME, examples: ['Sam Reader'] }),
  CommentText: FilledText('Plain text; line breaks are kept', {
    maxLength: MAX_COMMENT,
    examples: ['Is ward 9 counted?']
  }),
  CommentSource: Type.Optional(
    FilledText('Name of the comment form; default embed', { maxLength: 100, examples: ['embed'] })
  )
})

/** The comments that have not become posts: their list is always empty. */
export const Comments = family(Comment, { creation: NewComment })
