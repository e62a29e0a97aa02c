/** The parameters of paths: the ids and keys of items. */
import { Type, type Static, type TObject } from 'typebox'
import { BlogId, Id, Key, Text } from './language/vocabulary.ts'

export const Path = Type.Object({
  authenticatedId: Id('Identifier of the user who requests access'),
  blogId: BlogId(),
  blogMediaId: Id('Identifier of the blog’s picture'),
  blogThemeId: Id('Theme identifier'),
  blogTypeId: Id('Blog type identifier'),
  changeId: Id('Identifier of the parked change'),
  collaboratorId: Id('Collaborator identifier'),
  componentId: Key('Package name'),
  deliveryId: Id('Delivery identifier'),
  entryId: Id('Identifier of the entry'),
  fileId: Id('File identifier'),
  groupId: Id('Group identifier'),
  key: Key(),
  language: Key('Language identifier or locale code, such as en_GB'),
  languageId: Id('Language identifier'),
  locale: Type.String({
    pattern: '^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$',
    maxLength: 35,
    examples: ['en'],
    description: 'Language tag, such as en or de-AT'
  }),
  messageId: Id('Message identifier'),
  metaDataId: Id('Identifier of the stored file'),
  metaInfoId: Id('Identifier of the text'),
  metaTypeId: Id('Meta type identifier'),
  methodId: Id('Method identifier'),
  name: Text('Name of the setting', { maxLength: 190 }),
  otherId: Id('Identifier of the other picture'),
  personId: Id('Person identifier'),
  pluginId: Key('Name that the plugin is registered with'),
  postId: Id('Post identifier'),
  referenceId: Id('Identifier of the post to move it next to'),
  requestId: Id('Request identifier'),
  rightId: Id('Right identifier'),
  rightType: Key('Identifier or name of the right type'),
  rightTypeId: Id('Right type identifier'),
  role: Key('Identifier or name of the role'),
  roleId: Id('Role identifier'),
  sourceId: Id('Source identifier'),
  syncId: Id('Sync identifier'),
  templatePostId: Id('Template post identifier'),
  toRoleId: Id('Identifier of the role above'),
  tokenId: Key('Identifier of the token'),
  userId: Id('User identifier'),
  webhookId: Id('Webhook identifier')
})

/** Names of the parameters in a path. */
type Names<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | Names<More>
    : Rest
  : never

/** Values of the parameters in a path. */
export type Keys<P extends string> = Pick<Static<typeof Path>, Names<P> & keyof typeof Path.properties>

/** Returns the schema of the parameters in a path. */
export const paramsOf = (path: string): TObject => {
  const properties: TObject['properties'] = Path.properties
  const schemaOf = (name: string) => {
    const { [name]: schema } = properties
    if (schema === undefined) throw new TypeError(`${path} has an unknown parameter: ${name}`)
    return [name, schema] as const
  }
  return Type.Object(Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => schemaOf(name))))
}

/** The parameters of paths of blogs and of their posts. */
export const BlogPath = Type.Pick(Path, ['blogId'])
export const PostPath = Type.Pick(Path, ['blogId', 'postId'])
