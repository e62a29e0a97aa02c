/** Names, tags and summaries of operations, derived from their paths. */
import { isList } from '../../schemas/language/keywords.ts'
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

/** Returns the summary of an operation, in one line. */
export const summary = (operation: Operation): string => {
  const { path, method } = operation
  if (!isResource(operation)) return serviceSummaries[path] ?? fileSummary(path)
  const segments = segmentsOf(operation)
  const summaryOfWrite =
    writeSummaries[
      `${method} ${segments
        .slice(1)
        .map((segment) => (isWord(segment) ? segment : '*'))
        .join('/')}`
    ]
  if (summaryOfWrite !== undefined) return summaryOfWrite
  const [document] = Object.values(operation.documents).flat()
  const owners = segments.filter(
    (_segment, index) => segments[index + 1]?.startsWith('{') === true && index + 2 < segments.length
  )
  const model = document !== undefined && isList(document) ? document.listWire.child.model : document
  const name = model?.wire.name ?? segments.findLast(isWord) ?? ''
  const last = segments.at(-1) ?? ''
  const which = [
    ...(last !== '' && isWord(last) && last !== name ? [` ${last}`] : []),
    ...(owners.length > 0 ? [` of a ${owners.toReversed().join(' of a ')}`] : [])
  ].join('')
  if (method !== 'GET') return `${verbs[method] ?? method} ${name}${which}`
  if (document === undefined) return `Reads ${name}${which}`
  return isList(document) ? `Lists ${name}${which}` : `Shows ${name}${which}`
}

const verbs: Readonly<Record<string, string>> = { POST: 'Inserts', PUT: 'Changes', PATCH: 'Changes', DELETE: 'Deletes' }

/**
 * Summaries of writes that "Inserts", "Changes" or "Deletes" would not describe, by method and path. The path lacks the
 * first segment below `/resources`; `*` is a parameter.
 */
const writeSummaries: Readonly<Record<string, string>> = {
  'POST Login': 'Logs in',
  'DELETE Login': 'Logs out',
  'POST User/*/MetaData/Upload': 'Stores a picture, sound or video',
  'POST Blog': 'Opens a blog',
  'PUT Blog/*/PutLive': 'Switches a blog between live and not live',
  'PUT Blog/*/Hide': 'Hides a blog from lists',
  'PUT Blog/*/Unhide': 'Shows a hidden blog in lists again',
  'POST Blog/*/Source': 'Adds a source to a blog',
  'DELETE Blog/*/Source/*': 'Removes a source from a blog',
  'PUT BlogMedia/*/BlogMedia/*/Exchange': 'Swaps the ranks of two pictures of a blog',
  'PUT BlogType/*/Post/*/Post/*/Reorder': 'Moves a template post next to another one',
  'PUT BlogCollaboratorGroup/*/Collaborator/*': 'Adds a member of a blog to a group',
  'DELETE BlogCollaboratorGroup/*/Collaborator/*': 'Removes a member from a group',
  'DELETE User/*': 'Closes an account and ends its sessions',
  'PUT User/*/Password': 'Sets a password and ends the sessions of the user',
  'PUT User/*/Role/*': 'Gives a user a role',
  'DELETE User/*/Role/*': 'Removes a role from a user',
  'PUT User/*/Right/*': 'Gives a user a right',
  'DELETE User/*/Right/*': 'Removes a right from a user',
  'POST Person/*/MetaData/*/PersonIcon': 'Sets the picture of a person',
  'DELETE PersonIcon/*': 'Removes the picture of a person',
  'PUT Role/*/Right/*': 'Adds a right to a role',
  'DELETE Role/*/Right/*': 'Removes a right from a role',
  'PUT ToRole/*/Role/*': 'Makes a role part of another role',
  'DELETE ToRole/*/Role/*': 'Removes a role from the role it is part of',
  'PUT Blog/*/Collaborator/*/Add': 'Makes a collaborator a member of a blog',
  'PUT Blog/*/Collaborator/*/Type/*': 'Makes a collaborator a member of the given type',
  'DELETE Blog/*/Collaborator/*/Remove': 'Ends a membership',
  'PUT Blog/*/Post/*': 'Corrects a post',
  'POST Blog/*/Post/*/Publish': 'Publishes a draft',
  'POST Blog/*/Post/*/Unpublish': 'Withdraws a post',
  'POST Blog/*/Post/*/Hide': 'Hides a draft',
  'POST Blog/*/Post/*/Unhide': 'Shows a hidden draft again',
  'PUT Blog/*/Post/*/Post/*/Reorder': 'Moves a post next to another one',
  'POST Blog/*/Comment/Post': 'Sends a reader’s comment to the editors',
  'POST Blog/*/Post': 'Inserts a draft',
  'POST Blog/*/Post/Publish': 'Inserts a post and publishes it',
  'POST Blog/*/Post/Published': 'Inserts a post and publishes it'
}

const serviceSummaries: Readonly<Record<string, string>> = {
  '/health/live': 'Responds as long as the process runs',
  '/health/ready': 'Reports whether the service is ready for requests',
  '/content/cache/locale/{catalogue}.json': 'Returns an empty catalogue of texts, for existing embeds',
  '/live/{blogId}/atom': 'Returns the Atom feed of a blog',
  '/live/{blogId}/feed.json': 'Returns the JSON feed of a blog',
  '/embed.js': 'Returns the script that shows live blogs in pages of other sites',
  '/oembed': 'Tells other sites how to show the address of a live blog, as in oEmbed 1.0',
  '/schema.xsd': 'Returns the XML Schema of all XML documents',
  '/problem.xsd': 'Returns the XML Schema of problem documents',
  '/openapi.json': 'Returns this document'
}

const fileSummary = (path: string) => {
  if (path.startsWith('/problems/')) return `Explains ${path.slice('/problems/'.length)}`
  return path.startsWith('/content/') ? 'Returns a stored file' : path
}

const segmentsOf = ({ path }: Operation) => path.split('/').slice(2)
const isWord = (segment: string) => !segment.startsWith('{')
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
