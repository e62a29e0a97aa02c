/** All queries that read rows for documents, with the schemas that their rows must fit. */
import type { TProperties } from 'typebox'
import { auditEntries } from '../../db/audit-entries.ts'
import { blogCollaboratorGroups } from '../../db/blog-collaborator-groups.ts'
import {
  blogCollaboratorTypes,
  blogMediaTypes,
  blogThemes,
  blogTypes,
  metaTypes,
  postTypes,
  rightTypes,
  sourceTypes,
  userTypes
} from '../../db/lookups.ts'
import { blogMedia } from '../../db/blog-media.ts'
import { blogSources } from '../../db/blog-sources.ts'
import { blogs } from '../../db/blogs.ts'
import type { Pool } from '../../db/client.ts'
import { blogCollaborators, collaborators } from '../../db/collaborators.ts'
import { configurations } from '../../db/configurations.ts'
import { dataPosts } from '../../db/posts/data-posts.ts'
import { languages } from '../../db/languages.ts'
import { knownCodes } from '../../db/locales.ts'
import { metaDataInfos } from '../../db/meta-data-infos.ts'
import { audioData, imageData, metaData, videoData } from '../../db/meta-data.ts'
import { audioInfos, imageInfos, metaInfos, videoInfos } from '../../db/meta-infos.ts'
import { parkedChanges } from '../../db/parked-changes.ts'
import { persons } from '../../db/persons.ts'
import { posts } from '../../db/posts/blog-posts.ts'
import { postEdits } from '../../db/posts/edits.ts'
import { POST_STATES } from '../../db/posts/states.ts'
import type { Key } from '../../db/records.ts'
import { rights } from '../../db/rights.ts'
import { roles } from '../../db/roles.ts'
import { sources } from '../../db/sources.ts'
import { syncs } from '../../db/syncs.ts'
import { templatePosts } from '../../db/template-posts.ts'
import { tokens } from '../../db/tokens.ts'
import { users } from '../../db/users.ts'
import { webhookDeliveries, webhooks } from '../../db/webhooks.ts'
import { AuditEntries } from '../../schemas/audit-entry.ts'
import { Blogs } from '../../schemas/blog.ts'
import { BlogCollaboratorGroupMembers, BlogCollaboratorGroups } from '../../schemas/blog-collaborator-group.ts'
import { BlogCollaboratorTypes, BlogMediaTypes, PostTypes, UserTypes } from '../../schemas/lookup.ts'
import { BlogMedias } from '../../schemas/blog-media.ts'
import { BlogSources } from '../../schemas/blog-source.ts'
import { BlogThemes } from '../../schemas/blog-theme.ts'
import { BlogTypes } from '../../schemas/blog-type.ts'
import { BlogCollaborators, Collaborators } from '../../schemas/collaborator.ts'
import { Configurations } from '../../schemas/configuration.ts'
import { KnownLanguage, Languages } from '../../schemas/language.ts'
import { Recordings, Images, MetaData, Files, Videos } from '../../schemas/meta-data.ts'
import { MetaDataInfos } from '../../schemas/meta-data-info.ts'
import { AudioInfos, ImageInfos, MetaInfos, VideoInfos } from '../../schemas/meta-info.ts'
import { MetaTypes } from '../../schemas/meta-type.ts'
import { ParkedChanges } from '../../schemas/parked-change.ts'
import { Persons } from '../../schemas/person.ts'
import { DataPost, DataPosts, DeletedDataPost } from '../../schemas/data-post.ts'
import { LeftPost, Post, PostList } from '../../schemas/post.ts'
import { Rights } from '../../schemas/right.ts'
import { RightTypes } from '../../schemas/right-type.ts'
import { Roles } from '../../schemas/role.ts'
import { Sources } from '../../schemas/source.ts'
import { SourceTypes } from '../../schemas/source-type.ts'
import { Syncs } from '../../schemas/sync.ts'
import { TemplatePosts } from '../../schemas/template-post.ts'
import { Tokens } from '../../schemas/token.ts'
import { Users } from '../../schemas/user.ts'
import { WebhookDeliveries, Webhooks } from '../../schemas/webhook.ts'
import type { AnyList, AnyModel } from '../../schemas/language/models.ts'
import type { Row } from '../../schemas/language/rows.ts'
import { Flag, Text } from '../../schemas/language/vocabulary.ts'

/**
 * A query: the schemas, one of which each row must fit; a function that runs the query on all data; what the query
 * adds to the items of a list, and documents do not show.
 */
export type Read = readonly [
  schemas: readonly (AnyModel | AnyList)[],
  rows: () => Promise<readonly unknown[]>,
  added?: TProperties
]

const ALL = { offset: 0, limit: 1000, detailed: true }
const ListState = { State: Text('State of the posts in the list') }

/** Queries of a family, and its schemas. */
interface Queries<K> {
  readonly find: (key: K) => Promise<unknown>
  readonly load: (references: readonly Row[]) => Promise<readonly unknown[]>
  readonly list?: (query: typeof ALL) => Promise<unknown>
}
/** Queries of a family whose items are below others. */
interface QueriesBelow {
  find(key: unknown): Promise<unknown>
  load(references: readonly Row[]): Promise<readonly unknown[]>
  list(query: typeof ALL, owner: Key): Promise<{ readonly items: readonly Row[] }>
}
interface Schemas {
  readonly model: AnyModel
  readonly list?: AnyList
}

/** Returns the queries by `<factory>.<name>`. */
export const readsOf = (sql: Pool): Record<string, Read> => {
  const idsOf = async (relation: string) =>
    (await sql<{ Id: number }[]>`select id from ${sql(relation)} order by id`).map(({ Id }) => Id)
  const keysOf = async (relation: string, column = 'key') =>
    (await sql<{ Key: string }[]>`select ${sql(column)} as key from ${sql(relation)}`).map(({ Key }) => Key)
  const each =
    <K, T>(keys: () => Promise<readonly K[]>, read: (key: K) => T) =>
    async () =>
      Promise.all((await keys()).map(read))
  const ofAll = <T>(relation: string, read: (id: number) => Promise<T>) =>
    each(
      () => idsOf(relation),
      (id) => read(id)
    )
  /** Runs several lists of one query. */
  const lists =
    (...read: (() => Promise<unknown>)[]) =>
    async () =>
      Promise.all(read.map((list) => list()))
  /** Returns the queries that most families have. */
  const family = <K>(
    name: string,
    [keys, property]: readonly [() => Promise<K[]>, string],
    { find, load, list: read }: Queries<K>,
    { model, list }: Schemas
  ) => {
    const reads: Record<string, Read> = {
      [`${name}.find`]: [[model], each(keys, (key) => find(key))],
      [`${name}.load`]: [[model], async () => load((await keys()).map((key) => ({ [property]: key })))]
    }
    return list && read ? { ...reads, [`${name}.list`]: [[list], lists(() => read(ALL))] } : reads
  }
  const numbered = (name: string, relation: string, queries: Queries<number>, schemas: Schemas) =>
    family(name, [() => idsOf(relation), 'Id'], queries, schemas)
  const keyed = (name: string, relation: string, queries: Queries<string>, schemas: Schemas) =>
    family(name, [() => keysOf(relation), 'Key'], queries, schemas)
  /**
   * Returns the queries of a family whose items are below others.
   * @param above the relation of those items
   * @param properties the property that names the item above, and the one that identifies an item
   */
  const below = (
    name: string,
    above: string,
    [owner, id]: readonly [string, string],
    queries: QueriesBelow,
    { model, list }: Required<Schemas>
  ) => {
    const pages = ofAll(above, (Id) => queries.list(ALL, { [owner]: Id }))
    const references = async () => (await pages()).flatMap(({ items }) => items)
    const reads: Record<string, Read> = {
      [`${name}.find`]: [[model], each(references, (item) => queries.find(item[id]))],
      [`${name}.load`]: [[model], async () => queries.load(await references())],
      [`${name}.list`]: [[list], pages]
    }
    return reads
  }
  const postKeys = () => sql<{ Id: number; Blog: number }[]>`select id, blog from posts order by id`
  const collaboratorTypes = BlogCollaboratorTypes
  const inGerman = { ...languages(sql), load: (references: readonly Row[]) => languages(sql).load(references, 'de') }

  return {
    ...numbered('auditEntries', 'audit_entries', auditEntries(sql), AuditEntries),
    ...numbered('blogMedia', 'blog_media', blogMedia(sql), BlogMedias),
    ...numbered('blogThemes', 'blog_themes', blogThemes(sql), BlogThemes),
    ...numbered('blogTypes', 'blog_types', blogTypes(sql), BlogTypes),
    ...numbered('blogs', 'blogs', blogs(sql), Blogs),
    ...numbered('collaborators', 'collaborators', collaborators(sql), Collaborators),
    ...numbered('languages', 'languages', inGerman, Languages),
    ...numbered('metaData', 'meta_data', metaData(sql), Files),
    ...numbered('imageData', 'image_data', imageData(sql), Images),
    ...numbered('audioData', 'audio_data', audioData(sql), Recordings),
    ...numbered('videoData', 'video_data', videoData(sql), Videos),
    ...numbered('metaInfos', 'meta_infos', metaInfos(sql), MetaInfos),
    ...numbered('imageInfos', 'image_info_rows', imageInfos(sql), ImageInfos),
    ...numbered('audioInfos', 'audio_info_rows', audioInfos(sql), AudioInfos),
    ...numbered('videoInfos', 'video_info_rows', videoInfos(sql), VideoInfos),
    ...numbered('metaTypes', 'meta_types', metaTypes(sql), MetaTypes),
    ...numbered('persons', 'persons', persons(sql), Persons),
    ...numbered('rightTypes', 'right_types', rightTypes(sql), RightTypes),
    ...numbered('rights', 'rights', rights(sql), Rights),
    ...numbered('roles', 'roles', roles(sql), Roles),
    ...numbered('sources', 'sources', sources(sql), Sources),
    ...numbered('syncs', 'syncs', syncs(sql), Syncs),
    ...numbered('users', 'users', users(sql), Users),
    ...numbered('webhooks', 'webhooks', webhooks(sql), Webhooks),
    ...keyed('blogMediaTypes', 'blog_media_types', blogMediaTypes(sql), BlogMediaTypes),
    ...keyed('postTypes', 'post_types', postTypes(sql), PostTypes),
    ...keyed('sourceTypes', 'source_types', sourceTypes(sql), SourceTypes),
    ...keyed('userTypes', 'user_types', userTypes(sql), UserTypes),
    ...family(
      'blogCollaboratorTypes',
      [() => keysOf('blog_collaborator_types', 'name'), 'Name'],
      blogCollaboratorTypes(sql),
      collaboratorTypes
    ),
    ...numbered(
      'blogCollaboratorGroups',
      'blog_collaborator_groups',
      blogCollaboratorGroups(sql),
      BlogCollaboratorGroups
    ),
    ...below('blogCollaborators', 'blogs', ['Blog', 'Id'], blogCollaborators(sql), BlogCollaborators),
    ...below('blogSources', 'blogs', ['Blog', 'Id'], blogSources(sql), BlogSources),
    ...below('configurations', 'blogs', ['Blog', 'Name'], configurations(sql), Configurations),
    ...below('parkedChanges', 'syncs', ['Sync', 'Id'], parkedChanges(sql), ParkedChanges),
    ...below('templatePosts', 'blog_types', ['BlogType', 'Id'], templatePosts(sql), TemplatePosts),
    ...below('tokens', 'users', ['User', 'Id'], tokens(sql), Tokens),
    ...below('webhookDeliveries', 'webhooks', ['Webhook', 'Id'], webhookDeliveries(sql), WebhookDeliveries),
    'blogCollaboratorGroups.listMembers': [
      [BlogCollaboratorGroupMembers.list],
      ofAll('blog_collaborator_groups', (id) => blogCollaboratorGroups(sql).listMembers(id, ALL))
    ],
    'blogs.listOfUser': [[Blogs.list], ofAll('users', (id) => blogs(sql).listOfUser(id, ALL))],
    'blogs.listOfLanguage': [[Blogs.list], ofAll('languages', (id) => blogs(sql).listOfLanguage(id, ALL))],
    'collaborators.listOfUser': [[Collaborators.list], ofAll('users', (id) => collaborators(sql).listOfUser(id, ALL))],
    'collaborators.listOfSource': [
      [Collaborators.list],
      ofAll('sources', (id) => collaborators(sql).listOfSource(id, ALL))
    ],
    'collaborators.listPotential': [
      [Collaborators.list],
      ofAll('blogs', (id) => collaborators(sql).listPotential(id, ALL))
    ],
    'dataPosts.find': [[DataPost, DeletedDataPost], ofAll('posts', dataPosts(sql).find)],
    'dataPosts.load': [[DataPost], async () => dataPosts(sql).load(await postKeys(), 'all')],
    'dataPosts.list': [
      [DataPosts.list],
      lists(...POST_STATES.map((state) => () => dataPosts(sql).list(state, ALL))),
      ListState
    ],
    'languages.findKnown': [[KnownLanguage], async () => knownCodes().map((code) => languages(sql).findKnown(code))],
    'metaDataInfos.list': [[MetaDataInfos.list], lists(() => metaDataInfos(sql).list(ALL))],
    'metaData.listOfType': [[Files.list], ofAll('meta_types', (id) => metaData(sql).listOfType(id, ALL))],
    'imageData.listOfType': [[Images.list], ofAll('meta_types', (id) => imageData(sql).listOfType(id, ALL))],
    'audioData.listOfType': [[Recordings.list], ofAll('meta_types', (id) => audioData(sql).listOfType(id, ALL))],
    'videoData.listOfType': [[Videos.list], ofAll('meta_types', (id) => videoData(sql).listOfType(id, ALL))],
    'metaData.iconOf': [[MetaData], ofAll('persons', metaData(sql).iconOf)],
    'postEdits.find': [[Post], each(postKeys, ({ Blog, Id }) => postEdits(sql).find(Blog, Id))],
    'posts.find': [[Post, LeftPost], each(postKeys, ({ Blog, Id }) => posts(sql).find(Blog, Id))],
    'posts.load': [
      [Post, LeftPost],
      async () =>
        posts(sql).load(
          (await postKeys()).map(({ Id }) => ({ Id, Trimmed: Id % 3 === 0 })),
          'all'
        )
    ],
    'posts.list': [
      [PostList],
      lists(
        ...POST_STATES.flatMap((state) => [
          () => posts(sql).list(1, state, ALL),
          () => posts(sql).list(1, state, { ...ALL, 'cId.since': 3 }),
          () => posts(sql).list(1, state, ALL, { comments: true })
        ])
      ),
      { Trimmed: Flag('Whether it has left the list'), ...ListState }
    ],
    'posts.listChanges': [
      [Post, LeftPost],
      async () => {
        const changesOf = (id: number) => POST_STATES.map((state) => posts(sql).listChanges(id, state, 0, 1000))
        return (await Promise.all((await idsOf('blogs')).flatMap(changesOf))).flatMap((page) => page?.rows ?? [])
      }
    ],
    'rights.listOfRole': [[Rights.list], ofAll('roles', (id) => rights(sql).listOfRole(id, ALL))],
    'rights.listOfUser': [[Rights.list], ofAll('users', (id) => rights(sql).listOfUser(id, ALL))],
    'roles.listBelow': [[Roles.list], ofAll('roles', (id) => roles(sql).listBelow(id, ALL))],
    'roles.listOfUser': [[Roles.list], ofAll('users', (id) => roles(sql).listOfUser(id, ALL))],
    'users.list': [
      [Users.list],
      lists(
        () => users(sql).list(ALL),
        () => users(sql).list({ ...ALL, inactive: true })
      )
    ],
    'blogs.list': [
      [Blogs.list],
      lists(
        () => blogs(sql).list(ALL),
        () => blogs(sql).list(ALL, { live: true })
      )
    ]
  }
}
