/** The properties of a blog that can change while its page is open. */
import type { Row } from '../../../schemas/language/rows.ts'
import type { DeskBlog } from './state.ts'

/** Returns the properties in the document of a blog. */
export const headIn = ({
  Title,
  IsLive,
  ClosedOn,
  Version
}: Row): Pick<DeskBlog, 'Title' | 'IsLive' | 'IsClosed' | 'version'> => ({
  Title: String(Title),
  IsLive: IsLive === true,
  IsClosed: ClosedOn !== undefined,
  version: Number(Version)
})
