/**
 * The embed settings of a blog, a JSON object as text. The pages of the newsroom know some of its members; all others
 * are kept.
 */
import { membersIn, membersOf, type Row } from '../../schemas/language/rows.ts'
import { timeZoneIn } from '../pages/embed-config.ts'
import { textIn } from './view/items.ts'

/** Returns the embed settings of a blog; empty if they are no JSON object. */
export const configIn = (blog: Row): Row => membersIn(textIn(blog, 'EmbedConfig'))

/** Returns an object with some members changed; undefined removes one. */
export const merged = (members: unknown, changes: Row): Row =>
  Object.fromEntries(Object.entries({ ...membersOf(members), ...changes }).filter(([, value]) => value !== undefined))

/** Returns the time zone in which the newsroom sees the times of a blog; undefined if nobody has chosen one. */
export const timeZoneOf = (blog: Row): string | undefined => timeZoneIn(textIn(blog, 'EmbedConfig'))
