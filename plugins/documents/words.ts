/** The names of operations: what an address does, in words made from its segments. */
import { isList } from '../resources/representation/plan.ts'
import { isResource, type Operation } from './collect.ts'

/** The families, as their tags explain them. */
export const tags: Readonly<Record<string, string>> = {
  Index: 'Where every client starts',
  Admin: 'The running service: components, plugins, requests, texts',
  Archive: 'Stored files and what is known of them',
  Data: 'Posts seen without their blog, and what describes them',
  Filter: 'What a gateway asks before it lets a request through',
  GUI: 'Actions of user interfaces',
  Gateway: 'Access rules in force',
  HR: 'Users and persons',
  Localization: 'Languages',
  RBAC: 'Roles and the rights they hold',
  Security: 'Logging in and out; rights',
  Tool: 'Tools for editors',
  Service: 'Outside the resources: health, explanations, schemas'
}

/** The family of an operation: the first segment of its address below `/resources`. */
export const tagOf = (operation: Operation): string =>
  isResource(operation) ? segmentsOf(operation)[0] ?? 'Index' : 'Service'

/** A name no other operation has: `getDeskBlogByBlogIdPost`. */
export const operationId = (operation: Operation): string => {
  const segments = isResource(operation) ? segmentsOf(operation) : operation.path.split('/')
  const words = segments.map((segment) =>
    (isWord(segment) ? '' : 'By') + segment.split(/[^A-Za-z0-9]+/).map(capital).join(''))
  return operation.method.toLowerCase() + (words.join('') || 'Resources')
}

/** What an operation does, in a line. */
export const summary = (operation: Operation): string => {
  const { path, method } = operation
  if (!isResource(operation)) return service[path] ?? serviceFile(path)
  const segments = segmentsOf(operation)
  const known = writing[`${method} ${segments.slice(1).map((segment) => isWord(segment) ? segment : '*').join('/')}`]
  if (known !== undefined) return known
  const [document] = Object.values(operation.documents).flat()
  const owners = segments.filter((_segment, index) =>
    segments[index + 1]?.startsWith('{') === true && index + 2 < segments.length)
  const model = document !== undefined && isList(document) ? document.listWire.child.model : document
  const name = model?.wire.name ?? segments.findLast(isWord) ?? ''
  const last = segments.at(-1) ?? ''
  const which = [
    ...last !== '' && isWord(last) && last !== name ? [` ${last}`] : [],
    ...owners.length > 0 ? [` of a ${owners.toReversed().join(' of a ')}`] : []
  ].join('')
  if (method !== 'GET') return `${verbs[method] ?? method} ${name}${which}`
  if (document === undefined) return `Reads ${name}${which}`
  return isList(document) ? `Lists ${name}${which}` : `Shows ${name}${which}`
}

const verbs: Readonly<Record<string, string>> = { POST: 'Inserts', PUT: 'Changes', PATCH: 'Changes', DELETE: 'Deletes' }

/** Operations that do more than their verb says, by their method and address without family; `*` is a parameter. */
const writing: Readonly<Record<string, string>> = {
  'POST Login': 'Logs in',
  'DELETE Login': 'Logs out',
  'POST User/*/MetaData/Upload': 'Stores a picture, sound or video',
  'POST Blog': 'Opens a blog',
  'PUT Blog/*/PutLive': 'Takes a blog live, or back',
  'PUT Blog/*/Hide': 'Hides a blog from lists',
  'PUT Blog/*/Unhide': 'Shows a hidden blog in lists again',
  'POST Blog/*/Source': 'Gives a blog a source',
  'DELETE Blog/*/Source/*': 'Takes a source from a blog',
  'PUT BlogMedia/*/BlogMedia/*/Exchange': 'Lets two pictures of a blog exchange their ranks',
  'PUT BlogType/*/Post/*/Post/*/Reorder': 'Moves a template post to another one',
  'PUT BlogCollaboratorGroup/*/Collaborator/*': 'Takes a member of a blog into a group',
  'DELETE BlogCollaboratorGroup/*/Collaborator/*': 'Takes a member out of a group',
  'DELETE User/*': 'Closes an account and ends its sessions',
  'PUT User/*/Password': 'Sets a password and ends the sessions of the user',
  'PUT User/*/Role/*': 'Gives a user a role',
  'DELETE User/*/Role/*': 'Takes a role from a user',
  'PUT User/*/Right/*': 'Gives a user a right',
  'DELETE User/*/Right/*': 'Takes a right from a user',
  'POST Person/*/MetaData/*/PersonIcon': 'Gives a person a picture',
  'DELETE PersonIcon/*': 'Takes the picture of a person away',
  'PUT Role/*/Right/*': 'Gives a role a right',
  'DELETE Role/*/Right/*': 'Takes a right from a role',
  'PUT ToRole/*/Role/*': 'Puts a role below another one',
  'DELETE ToRole/*/Role/*': 'Takes a role out of the one above it',
  'PUT Blog/*/Collaborator/*/Add': 'Makes a collaborator a member of a blog',
  'PUT Blog/*/Collaborator/*/Type/*': 'Makes a collaborator a member of this type',
  'DELETE Blog/*/Collaborator/*/Remove': 'Ends a membership',
  'PUT Blog/*/Post/*': 'Corrects a post',
  'POST Blog/*/Post/*/Publish': 'Publishes a draft',
  'POST Blog/*/Post/*/Unpublish': 'Withdraws a post',
  'POST Blog/*/Post/*/Hide': 'Puts a draft away',
  'POST Blog/*/Post/*/Unhide': 'Takes a hidden draft back',
  'PUT Blog/*/Post/*/Post/*/Reorder': 'Moves a post to another one',
  'POST Blog/*/Comment/Post': 'Sends a reader’s comment to the editors',
  'POST Blog/*/Post': 'Inserts a draft',
  'POST Blog/*/Post/Publish': 'Inserts a post and publishes it',
  'POST Blog/*/Post/Published': 'Inserts a post and publishes it'
}

const service: Readonly<Record<string, string>> = {
  '/health/live': 'Says that the process lives',
  '/health/ready': 'Says whether the service can answer',
  '/content/cache/locale/{catalogue}.json': 'An empty catalogue of texts, for existing embeds',
  '/schema.xsd': 'The XML Schema of every XML document',
  '/problem.xsd': 'The XML Schema of problem documents',
  '/openapi.json': 'This document'
}

const serviceFile = (path: string) => {
  if (path.startsWith('/problems/')) return `Explains ${path.slice('/problems/'.length)}`
  return path.startsWith('/content/') ? 'A stored file' : path
}

const segmentsOf = ({ path }: Operation) => path.split('/').slice(2)
const isWord = (segment: string) => !segment.startsWith('{')
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
