/** Summaries of the requests of the resource tree, derived from their paths, for the OpenAPI document and for forms. */
import { isList } from '../../schemas/language/keywords.ts'
import { contentsOf, nounOf, withArticle } from '../words.ts'
import type { Description } from './description.ts'

/** Returns what a request asks for, in one line. The path is in the notation of the router or of OpenAPI. */
export const summary = ({ path, method, schemas }: Pick<Description, 'path' | 'method' | 'schemas'>): string => {
  const all = path.split('/').slice(2)
  // Without the name of the group or module, which some resources lack.
  const segments = all.slice(all.length > 1 ? 1 : 0)
  const shape = segments.map((segment) => (isWord(segment) ? segment : '*')).join('/')
  const summaryOfWrite = writeSummaries[`${method} ${shape}`]
  if (summaryOfWrite !== undefined) return summaryOfWrite
  if (shape === '') return 'Show the index of all resources'
  const lastVariable = segments.findLastIndex((segment) => !isWord(segment))
  const isItem = lastVariable === segments.length - 1
  const words = isItem ? segments.slice(lastVariable - 1, lastVariable) : segments.slice(lastVariable + 1)
  const owners = segments
    .slice(0, isItem ? lastVariable - 1 : lastVariable + 1)
    .filter(isWord)
    .toReversed()
    .map((owner) => ` of ${withArticle(nounOf(owner))}`)
    .join('')
  const [document] = schemas
  const item = withArticle(nounOf(words[0] ?? ''))
  if (method !== 'GET') return `${verbs[method] ?? method} ${item}${owners}`
  if (document === undefined) return `Read ${item}${owners}`
  return isList(document) ? `List ${contentsOf(words)}${owners}` : `Show ${item}${owners}`
}

const verbs: Readonly<Record<string, string>> = { POST: 'Insert', PUT: 'Change', PATCH: 'Change', DELETE: 'Delete' }

/**
 * Summaries of writes that "Insert", "Change" or "Delete" would not describe, by method and path. The path lacks the
 * first segment below `/resources`; `*` is a parameter.
 */
const writeSummaries: Readonly<Record<string, string>> = {
  'POST Login': 'Log in',
  'DELETE Login': 'Log out',
  'POST User/*/MetaData/Upload': 'Store a picture, sound or video',
  'POST Blog': 'Open a blog',
  'POST Blog/*/Configuration': 'Add a setting to a blog',
  'PUT Blog/*/PutLive': 'Switch a blog between live and not live',
  'PUT Blog/*/Hide': 'Hide a blog from lists',
  'PUT Blog/*/Unhide': 'Show a hidden blog in lists again',
  'POST Blog/*/Source': 'Add a source to a blog',
  'DELETE Blog/*/Source/*': 'Remove a source from a blog',
  'PUT BlogMedia/*/BlogMedia/*/Exchange': 'Swap the ranks of two pictures of a blog',
  'POST BlogType/*/Post': 'Insert a template post',
  'PUT BlogType/*/Post/*': 'Change a template post',
  'DELETE BlogType/*/Post/*': 'Delete a template post',
  'PUT BlogType/*/Post/*/Post/*/Reorder': 'Move a template post next to another one',
  'PUT BlogCollaboratorGroup/*/Collaborator/*': 'Add a member of a blog to a group',
  'DELETE BlogCollaboratorGroup/*/Collaborator/*': 'Remove a member from a group',
  'POST User/*/Token': 'Make an API token',
  'DELETE User/*/Token/*': 'Revoke an API token',
  'DELETE User/*': 'Close an account and end its sessions',
  'PUT User/*/Password': 'Change the password of a user and end their sessions',
  'PUT User/*/Role/*': 'Give a user a role',
  'DELETE User/*/Role/*': 'Remove a role from a user',
  'PUT User/*/Right/*': 'Give a user a right',
  'DELETE User/*/Right/*': 'Remove a right from a user',
  'POST Person/*/MetaData/*/PersonIcon': 'Set the picture of a person',
  'DELETE PersonIcon/*': 'Remove the picture of a person',
  'PUT Role/*/Right/*': 'Add a right to a role',
  'DELETE Role/*/Right/*': 'Remove a right from a role',
  'PUT ToRole/*/Role/*': 'Make a role part of another role',
  'DELETE ToRole/*/Role/*': 'Remove a role from the role it is part of',
  'PUT Blog/*/Collaborator/*/Add': 'Make a collaborator a member of a blog',
  'PUT Blog/*/Collaborator/*/Type/*': 'Make a collaborator a member of the given type',
  'DELETE Blog/*/Collaborator/*/Remove': 'End a membership',
  'PUT Blog/*/Post/*': 'Correct a post',
  'DELETE Blog/*/Post/*': 'Delete a post',
  'PUT Post/*': 'Correct a post',
  'POST Blog/*/Post/*/Publish': 'Publish a draft',
  'POST Blog/*/Post/*/Unpublish': 'Withdraw a post',
  'POST Blog/*/Post/*/Submit': 'Hand in a draft',
  'POST Blog/*/Post/*/Return': 'Return a draft to its author',
  'POST Blog/*/Post/*/Schedule': 'Publish a draft later',
  'POST Blog/*/Post/*/Unschedule': 'Cancel the later publication of a draft',
  'POST Blog/*/Post/*/Pin': 'Pin a post above all others',
  'POST Blog/*/Post/*/Unpin': 'Unpin a post',
  'POST Blog/*/Post/*/MarkKeyPoint': 'Make a post a key point of its blog',
  'POST Blog/*/Post/*/UnmarkKeyPoint': 'Remove a post from the key points of its blog',
  'POST Blog/*/Post/*/Hide': 'Hide a draft',
  'POST Blog/*/Post/*/Unhide': 'Show a hidden draft again',
  'PUT Blog/*/Post/*/Post/*/Reorder': 'Move a post next to another one',
  'POST Blog/*/Post/*/Block': 'Hide a comment and block its sender for a day',
  'POST Blog/*/Post/*/Unblock': 'Show a hidden comment again and unblock its sender',
  'PUT Blog/*/Presence': 'Say that you are on a blog, and who else is',
  'DELETE Blog/*/Presence': 'Say that you have left a blog',
  'POST Blog/*/Comment/Post': 'Send a reader’s comment to the editors',
  'POST Webhook': 'Insert a webhook of all blogs',
  'POST Webhook/*/Secret': 'Give a webhook a new secret',
  'POST Webhook/*/Delivery': 'Send a test message to a webhook',
  'POST Webhook/*/Delivery/*/Resend': 'Send a message to a webhook again',
  'POST Blog/*/Post': 'Insert a draft',
  'POST Blog/*/Post/Submit': 'Insert a draft and hand it in',
  'POST Blog/*/Post/Publish': 'Insert a post and publish it',
  'POST Blog/*/Post/Published': 'Insert a post and publish it'
}

const isWord = (segment: string) => !/^[{:]/.test(segment)
