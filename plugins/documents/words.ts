/** Names, tags and summaries of operations, derived from their paths. */
import { isList } from '../../schemas/language/keywords.ts'
import { capital, contentsOf, nounOf, withArticle } from '../words.ts'
import { isResource, type Operation } from './collect.ts'

/** Descriptions of the OpenAPI tags: one for each first segment below `/resources`, and one for the service itself. */
export const tags: Readonly<Record<string, string>> = {
  Index: 'Start of every client',
  Admin: 'The running service: components, plugins, requests, texts',
  Archive: 'Stored files and their metadata',
  Data: 'Posts of all blogs, post types, sources and collaborators',
  Filter: 'Access checks for gateways',
  GUI: 'Actions of user interfaces',
  Gateway: 'Access rules in force',
  HR: 'Users and persons',
  Localization: 'Languages',
  RBAC: 'Roles and the rights they hold',
  Security: 'Login, logout and rights',
  Tool: 'Tools for editors',
  Service: 'Health, problem explanations and schemas'
}

/** Returns the tag of an operation: the first segment below `/resources`. */
export const tagOf = (operation: Operation): string =>
  isResource(operation) ? (segmentsOf(operation)[0] ?? 'Index') : 'Service'

/** Returns the unique operationId, such as `getDeskBlogByBlogIdPost`. */
export const operationId = (operation: Operation): string => {
  const segments = isResource(operation) ? segmentsOf(operation) : operation.path.split('/')
  const words = segments.map(
    (segment) =>
      (isWord(segment) ? '' : 'By') +
      segment
        .split(/[^A-Za-z0-9]+/)
        .map(capital)
        .join('')
  )
  return operation.method.toLowerCase() + (words.join('') || 'Resources')
}

/** Returns the summary of an operation, in one line: what the one who sends it asks for. */
export const summary = (operation: Operation): string => {
  const { path, method, schemas } = operation
  if (!isResource(operation)) return serviceSummaries[path] ?? fileSummary(path)
  // Without the name of the group or module, which some resources lack.
  const segments = segmentsOf(operation).slice(segmentsOf(operation).length > 1 ? 1 : 0)
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
  'POST Blog/*/Post/*/Hide': 'Hide a draft',
  'POST Blog/*/Post/*/Unhide': 'Show a hidden draft again',
  'PUT Blog/*/Post/*/Post/*/Reorder': 'Move a post next to another one',
  'POST Blog/*/Comment/Post': 'Send a reader’s comment to the editors',
  'POST Blog/*/Post': 'Insert a draft',
  'POST Blog/*/Post/Publish': 'Insert a post and publish it',
  'POST Blog/*/Post/Published': 'Insert a post and publish it'
}

const serviceSummaries: Readonly<Record<string, string>> = {
  '/health/live': 'Respond as long as the process runs',
  '/health/ready': 'Report whether the service is ready for requests',
  '/content/cache/locale/{catalogue}.json': 'Return an empty catalogue of texts, for existing embeds',
  '/live/{blogId}/atom': 'Return the Atom feed of a blog',
  '/live/{blogId}/feed.json': 'Return the JSON feed of a blog',
  '/embed.js': 'Return the script that shows live blogs in pages of other sites',
  '/oembed': 'Tell other sites how to show the address of a live blog, as in oEmbed 1.0',
  '/schema.xsd': 'Return the XML Schema of all XML documents',
  '/problem.xsd': 'Return the XML Schema of problem documents',
  '/openapi.json': 'Return this document'
}

const fileSummary = (path: string) => {
  if (path.startsWith('/problems/')) return `Explain ${path.slice('/problems/'.length)}`
  return path.startsWith('/content/') ? 'Return a stored file' : path
}

const segmentsOf = ({ path }: Operation) => path.split('/').slice(2)
const isWord = (segment: string) => !segment.startsWith('{')
