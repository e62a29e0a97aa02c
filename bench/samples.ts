/** Rows of the sizes that matter, as the database gives them. */
import type { PostRow } from '../schemas/post.ts'
import type { LinkPage } from './dom.ts'

/** A published list of fifty links, out of sixty posts. */
export const postPage: LinkPage & { readonly items: readonly Pick<PostRow, 'Blog' | 'Id'>[] } = {
  attributes: { offsetMore: 60, total: 60, limit: 50, lastCId: 66, offset: 0 },
  items: Array.from({ length: 50 }, (_, index) => ({ Blog: 1, Id: 66 - index }))
}

/** A post with every field, and with the amount of markup that posts have. */
export const post: PostRow = {
  Id: 7,
  IsModified: true,
  IsPublished: true,
  CId: 9,
  Order: '7.5',
  AuthorName: 'Mira Okafor',
  Content: '<p><b>Good morning, Ullenmouth.</b> Polling stations open at seven and close at eight tonight. ' +
    '312,480 people may vote for a mayor and for the 61 seats of the city council.</p>' +
    '<p>We will be here until it is over. Last time that was ten past eleven. Bring a flask.</p>',
  Meta: '{}',
  CreatedOn: new Date('2026-11-12T09:14:05Z'),
  PublishedOn: new Date('2026-11-15T06:31:00Z'),
  Author: 13,
  AuthorPerson: 2,
  Blog: 1,
  Creator: 2,
  Type: 'normal'
}
