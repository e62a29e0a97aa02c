/** The options of a frame of another site: the parameters in the address `/live/{id}/embed` (docs/embed.md). */
import { Type, type Static } from 'typebox'
import { MAX_INTEGER } from '../../schemas/language/vocabulary.ts'
import { refuseParameter } from '../refusals.ts'

/** Maximum number of posts that a frame begins with: as many as an archive page has. */
const MAX_POSTS = 20

export const EmbedOptions = Type.Object({
  posts: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_POSTS })),
  order: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
  show: Type.Optional(Type.Literal('key-points')),
  post: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_INTEGER }))
})
export type EmbedOptions = Static<typeof EmbedOptions>

/** @throws HttpError 400 if options exclude each other */
export const checkOptions = ({ posts, order, show, post }: EmbedOptions): void => {
  if (post !== undefined && (posts ?? order ?? show) !== undefined) {
    refuseParameter('post', 'shows one post only, so it goes without posts, order and show')
  }
  if (show !== undefined && order === 'oldest') {
    refuseParameter('order', 'must be newest if only key points are shown')
  }
}
