/** All queries that read rows for documents, with the schemas that their rows must fit. */
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
import { collaborators } from '../../db/collaborators.ts'
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
import { rights } from '../../db/rights.ts'
import { roles } from '../../db/roles.ts'
import { sources } from '../../db/sources.ts'
import { syncs } from '../../db/syncs.ts'
import { templatePosts } from '../../db/template-posts.ts'
import { tokens } from '../../db/tokens.ts'
import { users } from '../../db/users.ts'
import { webhookDeliveries, webhooks } from '../../db/webhooks.ts'
import { AuditEntries, AuditEntry } from '../../schemas/audit-entry.ts'
import { Blog, Blogs } from '../../schemas/blog.ts'
import { BlogCollaboratorGroup, BlogCollaboratorGroupMemberList } from '../../schemas/blog-collaborator-group.ts'
import {
  BlogCollaboratorType,
  BlogCollaboratorTypeList,
  BlogMediaType,
  BlogMediaTypes,
  PostType,
  PostTypes,
  UserType,
  UserTypes
} from '../../schemas/lookup.ts'
import { BlogMedia, BlogMedias } from '../../schemas/blog-media.ts'
import { BlogSource, BlogSourceList } from '../../schemas/blog-source.ts'
import { BlogTheme, BlogThemes } from '../../schemas/blog-theme.ts'
import { BlogType, BlogTypes } from '../../schemas/blog-type.ts'
import { BlogCollaborator, BlogCollaboratorList, Collaborator, Collaborators } from '../../schemas/collaborator.ts'
import { Configuration, Configurations } from '../../schemas/configuration.ts'
import { KnownLanguage, Language, Languages } from '../../schemas/language.ts'
import {
  AudioData,
  Recordings,
  ImageData,
  Images,
  MetaData,
  Files,
  VideoData,
  Videos
} from '../../schemas/meta-data.ts'
import { MetaDataInfoList } from '../../schemas/meta-data-info.ts'
import { AudioInfos, ImageInfos, MetaInfos, VideoInfos } from '../../schemas/meta-info.ts'
import { MetaType, MetaTypes } from '../../schemas/meta-type.ts'
import { ParkedChange, ParkedChanges } from '../../schemas/parked-change.ts'
import { Person, Persons } from '../../schemas/person.ts'
import { DataPost, DataPosts, DeletedDataPost } from '../../schemas/data-post.ts'
import { LeftPost, Post, PostList } from '../../schemas/post.ts'
import { Right, Rights } from '../../schemas/right.ts'
import { RightType, RightTypes } from '../../schemas/right-type.ts'
import { Role, Roles } from '../../schemas/role.ts'
import { Source, Sources } from '../../schemas/source.ts'
import { SourceType, SourceTypes } from '../../schemas/source-type.ts'
import { Sync, Syncs } from '../../schemas/sync.ts'
import { TemplatePost, TemplatePosts } from '../../schemas/template-post.ts'
import { Token, Tokens } from '../../schemas/token.ts'
import { User, Users } from '../../schemas/user.ts'
import { Webhook, WebhookDeliveries, WebhookDelivery, Webhooks } from '../../schemas/webhook.ts'
import type { AnyList, AnyModel } from '../../schemas/language/models.ts'

/**
 * A query: the schemas, one of which each row must fit; a function that runs the query on all data; the flags that the
 * query adds to the items of a list.
 */
export type Read = readonly [
  schemas: readonly (AnyModel | AnyList)[],
  rows: () => Promise<readonly unknown[]>,
  flags?: readonly string[]
]

const ALL = { offset: 0, limit: 1000, detailed: true }
const states = ['all', 'published', 'unpublished', 'submitted', 'scheduled'] as const

/** Returns the queries by `<factory>.<name>`. */
export const readsOf = (sql: Pool): Record<string, Read> => {
  const each =
    <I, R>(list: () => Promise<{ items: I[] }>, read: (item: I) => R) =>
    async () =>
      Promise.all((await list()).items.map(read))
  const idsOf = async (relation: string) =>
    (await sql<{ Id: number }[]>`select id from ${sql(relation)} order by id`).map(({ Id }) => Id)
  const keysOf = async (relation: string) =>
    (await sql<{ Key: string }[]>`select key from ${sql(relation)} order by key`).map(({ Key }) => Key)
  const ofAll =
    <R>(relation: string, read: (id: number) => Promise<R>) =>
    async () =>
      Promise.all((await idsOf(relation)).map((id) => read(id)))
  const ofAllKeys =
    <R>(relation: string, read: (key: string) => Promise<R>) =>
    async () =>
      Promise.all((await keysOf(relation)).map((key) => read(key)))
  const loadAll = (relation: string, load: (ids: number[]) => Promise<readonly unknown[]>) => async () =>
    load(await idsOf(relation))
  const asList = (read: () => Promise<unknown>) => async () => [await read()]
  const postKeys = () => sql<{ Id: number; Blog: number }[]>`select id, blog from posts order by id`
  const inBlogs =
    <K>(list: (blogId: number) => Promise<{ items: K[] }>) =>
    async () =>
      (await Promise.all((await idsOf('blogs')).map((id) => list(id)))).flatMap(({ items }) => items)
  const members = inBlogs((id) => collaborators(sql).listMembers(id, ALL))
  const settings = inBlogs((id) => configurations(sql).listOfBlog(id, ALL))
  const followed = inBlogs((id) => blogSources(sql).listOfBlog(id, ALL))
  const templates = () => sql<{ Id: number; BlogType: number }[]>`select id, blog_type from template_posts`
  /** Runs several lists of one query. */
  const lists =
    (...read: (() => Promise<unknown>)[]) =>
    async () =>
      Promise.all(read.map((list) => list()))

  return {
    'auditEntries.find': [[AuditEntry], ofAll('audit_entries', auditEntries(sql).find)],
    'auditEntries.load': [[AuditEntry], loadAll('audit_entries', auditEntries(sql).load)],
    'auditEntries.list': [[AuditEntries.list], asList(() => auditEntries(sql).list(ALL))],
    'blogCollaboratorGroups.find': [
      [BlogCollaboratorGroup],
      ofAll('blog_collaborator_groups', blogCollaboratorGroups(sql).find)
    ],
    'blogCollaboratorGroups.load': [
      [BlogCollaboratorGroup],
      loadAll('blog_collaborator_groups', blogCollaboratorGroups(sql).load)
    ],
    'blogCollaboratorGroups.listMembers': [
      [BlogCollaboratorGroupMemberList],
      ofAll('blog_collaborator_groups', (id) => blogCollaboratorGroups(sql).listMembers(id, ALL))
    ],
    'blogCollaboratorTypes.find': [
      [BlogCollaboratorType],
      each(
        () => blogCollaboratorTypes(sql).list(ALL),
        ({ Name }) => blogCollaboratorTypes(sql).find(Name)
      )
    ],
    'blogCollaboratorTypes.load': [
      [BlogCollaboratorType],
      async () =>
        blogCollaboratorTypes(sql).load((await blogCollaboratorTypes(sql).list(ALL)).items.map(({ Name }) => Name))
    ],
    'blogCollaboratorTypes.list': [[BlogCollaboratorTypeList], asList(() => blogCollaboratorTypes(sql).list(ALL))],
    'blogMedia.find': [[BlogMedia], ofAll('blog_media', blogMedia(sql).find)],
    'blogMedia.load': [[BlogMedia], loadAll('blog_media', blogMedia(sql).load)],
    'blogMedia.list': [[BlogMedias.list], lists(() => blogMedia(sql).list(ALL))],
    'blogMedia.listOf': [[BlogMedias.list], ofAll('blogs', (id) => blogMedia(sql).listOf({ Blog: id }, ALL))],
    'blogMediaTypes.find': [[BlogMediaType], ofAllKeys('blog_media_types', blogMediaTypes(sql).find)],
    'blogMediaTypes.load': [[BlogMediaType], async () => blogMediaTypes(sql).load(await keysOf('blog_media_types'))],
    'blogMediaTypes.list': [[BlogMediaTypes.list], asList(() => blogMediaTypes(sql).list(ALL))],
    'blogSources.find': [
      [BlogSource],
      async () => Promise.all((await followed()).map(({ Blog, Id }) => blogSources(sql).find(Blog, Id)))
    ],
    'blogSources.load': [[BlogSource], async () => blogSources(sql).load(await followed())],
    'blogSources.listOfBlog': [[BlogSourceList], ofAll('blogs', (id) => blogSources(sql).listOfBlog(id, ALL))],
    'blogThemes.find': [[BlogTheme], ofAll('blog_themes', blogThemes(sql).find)],
    'blogThemes.load': [[BlogTheme], loadAll('blog_themes', blogThemes(sql).load)],
    'blogThemes.list': [[BlogThemes.list], asList(() => blogThemes(sql).list(ALL))],
    'blogTypes.find': [[BlogType], ofAll('blog_types', blogTypes(sql).find)],
    'blogTypes.load': [[BlogType], loadAll('blog_types', blogTypes(sql).load)],
    'blogTypes.list': [[BlogTypes.list], asList(() => blogTypes(sql).list(ALL))],
    'blogs.find': [[Blog], ofAll('blogs', blogs(sql).find)],
    'blogs.load': [[Blog], loadAll('blogs', blogs(sql).load)],
    'blogs.list': [
      [Blogs.list],
      lists(
        () => blogs(sql).list(ALL),
        () => blogs(sql).list(ALL, { live: true })
      )
    ],
    'blogs.listOfUser': [[Blogs.list], ofAll('users', (id) => blogs(sql).listOfUser(id, ALL))],
    'blogs.listOfLanguage': [[Blogs.list], ofAll('languages', (id) => blogs(sql).listOfLanguage(id, ALL))],
    'collaborators.find': [[Collaborator], ofAll('collaborators', collaborators(sql).find)],
    'collaborators.load': [[Collaborator], loadAll('collaborators', collaborators(sql).load)],
    'collaborators.list': [[Collaborators.list], asList(() => collaborators(sql).list(ALL))],
    'collaborators.listOfUser': [[Collaborators.list], ofAll('users', (id) => collaborators(sql).listOfUser(id, ALL))],
    'collaborators.listOfSource': [
      [Collaborators.list],
      ofAll('sources', (id) => collaborators(sql).listOfSource(id, ALL))
    ],
    'collaborators.findMember': [
      [BlogCollaborator],
      async () => Promise.all((await members()).map(({ Blog, Id }) => collaborators(sql).findMember(Blog, Id)))
    ],
    'collaborators.loadMembers': [[BlogCollaborator], async () => collaborators(sql).loadMembers(await members())],
    'collaborators.listMembers': [
      [BlogCollaboratorList],
      ofAll('blogs', (id) => collaborators(sql).listMembers(id, ALL))
    ],
    'collaborators.listPotential': [
      [Collaborators.list],
      ofAll('blogs', (id) => collaborators(sql).listPotential(id, ALL))
    ],
    'configurations.load': [[Configuration], async () => configurations(sql).load(await settings())],
    'configurations.listOfBlog': [
      [Configurations.list],
      ofAll('blogs', (id) => configurations(sql).listOfBlog(id, ALL))
    ],
    'dataPosts.find': [[DataPost, DeletedDataPost], ofAll('posts', dataPosts(sql).find)],
    'dataPosts.load': [[DataPost], loadAll('posts', (ids) => dataPosts(sql).load(ids, 'all'))],
    'dataPosts.list': [
      [DataPosts.list],
      async () => Promise.all(states.map((state) => dataPosts(sql).list(state, ALL)))
    ],
    'languages.find': [[Language], ofAll('languages', (id) => languages(sql).find(id))],
    'languages.load': [[Language], loadAll('languages', (ids) => languages(sql).load(ids, 'de'))],
    'languages.list': [[Languages.list], asList(() => languages(sql).list(ALL))],
    'languages.findKnown': [[KnownLanguage], async () => knownCodes().map((code) => languages(sql).findKnown(code))],
    'metaDataInfos.list': [[MetaDataInfoList], asList(() => metaDataInfos(sql).list(ALL))],
    'metaData.find': [[MetaData], ofAll('meta_data', metaData(sql).find)],
    'metaData.load': [[MetaData], loadAll('meta_data', metaData(sql).load)],
    'metaData.list': [[Files.list], asList(() => metaData(sql).list(ALL))],
    'metaData.listOfType': [[Files.list], ofAll('meta_types', (id) => metaData(sql).listOfType(id, ALL))],
    'imageData.find': [[ImageData], ofAll('image_data', imageData(sql).find)],
    'imageData.load': [[ImageData], loadAll('image_data', imageData(sql).load)],
    'imageData.list': [[Images.list], asList(() => imageData(sql).list(ALL))],
    'imageData.listOfType': [[Images.list], ofAll('meta_types', (id) => imageData(sql).listOfType(id, ALL))],
    'audioData.find': [[AudioData], ofAll('audio_data', audioData(sql).find)],
    'audioData.load': [[AudioData], loadAll('audio_data', audioData(sql).load)],
    'audioData.list': [[Recordings.list], asList(() => audioData(sql).list(ALL))],
    'audioData.listOfType': [[Recordings.list], ofAll('meta_types', (id) => audioData(sql).listOfType(id, ALL))],
    'videoData.find': [[VideoData], ofAll('video_data', videoData(sql).find)],
    'videoData.load': [[VideoData], loadAll('video_data', videoData(sql).load)],
    'videoData.list': [[Videos.list], asList(() => videoData(sql).list(ALL))],
    'videoData.listOfType': [[Videos.list], ofAll('meta_types', (id) => videoData(sql).listOfType(id, ALL))],
    'metaData.iconOf': [[MetaData], ofAll('persons', metaData(sql).iconOf)],
    'metaInfos.find': [[MetaInfos.model], ofAll('meta_infos', metaInfos(sql).find)],
    'metaInfos.load': [[MetaInfos.model], loadAll('meta_infos', metaInfos(sql).load)],
    'metaInfos.list': [
      [MetaInfos.list],
      lists(
        () => metaInfos(sql).list(ALL),
        () => metaInfos(sql).listOf({ Language: 1 }, ALL)
      )
    ],
    'imageInfos.find': [[ImageInfos.model], ofAll('image_info_rows', imageInfos(sql).find)],
    'imageInfos.load': [[ImageInfos.model], loadAll('image_info_rows', imageInfos(sql).load)],
    'imageInfos.list': [
      [ImageInfos.list],
      lists(
        () => imageInfos(sql).list(ALL),
        () => imageInfos(sql).listOf({ Language: 1 }, ALL)
      )
    ],
    'audioInfos.find': [[AudioInfos.model], ofAll('audio_info_rows', audioInfos(sql).find)],
    'audioInfos.load': [[AudioInfos.model], loadAll('audio_info_rows', audioInfos(sql).load)],
    'audioInfos.list': [
      [AudioInfos.list],
      lists(
        () => audioInfos(sql).list(ALL),
        () => audioInfos(sql).listOf({ Language: 1 }, ALL)
      )
    ],
    'videoInfos.find': [[VideoInfos.model], ofAll('video_info_rows', videoInfos(sql).find)],
    'videoInfos.load': [[VideoInfos.model], loadAll('video_info_rows', videoInfos(sql).load)],
    'videoInfos.list': [
      [VideoInfos.list],
      lists(
        () => videoInfos(sql).list(ALL),
        () => videoInfos(sql).listOf({ Language: 1 }, ALL)
      )
    ],
    'metaTypes.find': [[MetaType], ofAll('meta_types', metaTypes(sql).find)],
    'metaTypes.load': [[MetaType], loadAll('meta_types', metaTypes(sql).load)],
    'metaTypes.list': [[MetaTypes.list], asList(() => metaTypes(sql).list(ALL))],
    'parkedChanges.find': [[ParkedChange], ofAll('parked_changes', parkedChanges(sql).find)],
    'parkedChanges.load': [[ParkedChange], loadAll('parked_changes', parkedChanges(sql).load)],
    'parkedChanges.listOfSync': [[ParkedChanges.list], ofAll('syncs', (id) => parkedChanges(sql).listOfSync(id, ALL))],
    'persons.find': [[Person], ofAll('persons', persons(sql).find)],
    'persons.load': [[Person], loadAll('persons', persons(sql).load)],
    'persons.list': [[Persons.list], asList(() => persons(sql).list(ALL))],
    'postTypes.find': [[PostType], ofAllKeys('post_types', postTypes(sql).find)],
    'postTypes.load': [[PostType], async () => postTypes(sql).load(await keysOf('post_types'))],
    'postTypes.list': [[PostTypes.list], asList(() => postTypes(sql).list(ALL))],
    'postEdits.find': [
      [Post],
      async () => Promise.all((await postKeys()).map(({ Blog, Id }) => postEdits(sql).find(Blog, Id)))
    ],
    'posts.find': [
      [Post, LeftPost],
      async () => Promise.all((await postKeys()).map(({ Blog, Id }) => posts(sql).find(Blog, Id)))
    ],
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
      async () =>
        Promise.all(
          states.flatMap((state) => [
            posts(sql).list(1, state, ALL),
            posts(sql).list(1, state, { ...ALL, 'cId.since': 3 }),
            posts(sql).list(1, state, ALL, { comments: true })
          ])
        ),
      ['Trimmed']
    ],
    'posts.listChanges': [
      [Post, LeftPost],
      async () =>
        (
          await Promise.all(
            (await idsOf('blogs')).flatMap((id) => states.map((state) => posts(sql).listChanges(id, state, 0, 1000)))
          )
        ).flatMap((page) => page?.rows ?? [])
    ],
    'rightTypes.find': [[RightType], ofAll('right_types', rightTypes(sql).find)],
    'rightTypes.load': [[RightType], loadAll('right_types', rightTypes(sql).load)],
    'rightTypes.list': [[RightTypes.list], asList(() => rightTypes(sql).list(ALL))],
    'rights.find': [[Right], ofAll('rights', rights(sql).find)],
    'rights.load': [[Right], loadAll('rights', rights(sql).load)],
    'rights.list': [[Rights.list], asList(() => rights(sql).list(ALL))],
    'rights.listOf': [[Rights.list], ofAll('right_types', (id) => rights(sql).listOf({ Type: id }, ALL))],
    'rights.listOfRole': [[Rights.list], ofAll('roles', (id) => rights(sql).listOfRole(id, ALL))],
    'rights.listOfUser': [[Rights.list], ofAll('users', (id) => rights(sql).listOfUser(id, ALL))],
    'roles.find': [[Role], ofAll('roles', roles(sql).find)],
    'roles.load': [[Role], loadAll('roles', roles(sql).load)],
    'roles.list': [[Roles.list], asList(() => roles(sql).list(ALL))],
    'roles.listBelow': [[Roles.list], ofAll('roles', (id) => roles(sql).listBelow(id, ALL))],
    'roles.listOfUser': [[Roles.list], ofAll('users', (id) => roles(sql).listOfUser(id, ALL))],
    'sourceTypes.find': [[SourceType], ofAllKeys('source_types', sourceTypes(sql).find)],
    'sourceTypes.load': [[SourceType], async () => sourceTypes(sql).load(await keysOf('source_types'))],
    'sourceTypes.list': [[SourceTypes.list], asList(() => sourceTypes(sql).list(ALL))],
    'sources.find': [[Source], ofAll('sources', sources(sql).find)],
    'sources.load': [[Source], loadAll('sources', sources(sql).load)],
    'sources.list': [[Sources.list], asList(() => sources(sql).list(ALL))],
    'sources.listOf': [[Sources.list], ofAllKeys('source_types', (key) => sources(sql).listOf({ Type: key }, ALL))],
    'syncs.find': [[Sync], ofAll('syncs', syncs(sql).find)],
    'syncs.load': [[Sync], loadAll('syncs', syncs(sql).load)],
    'syncs.list': [[Syncs.list], asList(() => syncs(sql).list(ALL))],
    'syncs.listOf': [[Syncs.list], ofAll('blogs', (id) => syncs(sql).listOf({ Blog: id }, ALL))],
    'templatePosts.find': [
      [TemplatePost],
      async () => Promise.all((await templates()).map(({ BlogType, Id }) => templatePosts(sql).find(BlogType, Id)))
    ],
    'templatePosts.load': [[TemplatePost], loadAll('template_posts', templatePosts(sql).load)],
    'templatePosts.listOfBlogType': [
      [TemplatePosts.list],
      ofAll('blog_types', (id) => templatePosts(sql).listOfBlogType(id, ALL))
    ],
    'userTypes.find': [[UserType], ofAllKeys('user_types', userTypes(sql).find)],
    'userTypes.load': [[UserType], async () => userTypes(sql).load(await keysOf('user_types'))],
    'userTypes.list': [[UserTypes.list], asList(() => userTypes(sql).list(ALL))],
    'tokens.load': [[Token], async () => tokens(sql).load((await tokens(sql).overview()).map(({ Id }) => Id))],
    'tokens.list': [[Tokens.list], asList(() => tokens(sql).list(ALL))],
    'tokens.listOfUser': [[Tokens.list], ofAll('users', (id) => tokens(sql).listOfUser(id, ALL))],
    'users.find': [[User], ofAll('users', users(sql).find)],
    'users.load': [[User], loadAll('users', users(sql).load)],
    'users.list': [
      [Users.list],
      lists(
        () => users(sql).list(ALL),
        () => users(sql).list({ ...ALL, inactive: true })
      )
    ],
    'webhookDeliveries.find': [[WebhookDelivery], ofAll('webhook_deliveries', webhookDeliveries(sql).find)],
    'webhookDeliveries.load': [[WebhookDelivery], loadAll('webhook_deliveries', webhookDeliveries(sql).load)],
    'webhookDeliveries.listOfWebhook': [
      [WebhookDeliveries.list],
      ofAll('webhooks', (id) => webhookDeliveries(sql).listOfWebhook(id, ALL))
    ],
    'webhooks.find': [[Webhook], ofAll('webhooks', webhooks(sql).find)],
    'webhooks.load': [[Webhook], loadAll('webhooks', webhooks(sql).load)],
    'webhooks.list': [[Webhooks.list], asList(() => webhooks(sql).list(ALL))],
    'webhooks.listOf': [[Webhooks.list], ofAll('blogs', (id) => webhooks(sql).listOf({ Blog: id }, ALL))]
  }
}
