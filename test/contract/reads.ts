/** Every query that reads rows for documents, run on all there is, and what its rows should be. */
import { blogCollaboratorTypes } from '../../db/blog-collaborator-types.ts'
import { blogTypes } from '../../db/blog-types.ts'
import { blogs } from '../../db/blogs.ts'
import type { Pool } from '../../db/client.ts'
import { collaborators } from '../../db/collaborators.ts'
import { dataPosts } from '../../db/data-posts.ts'
import { languages } from '../../db/languages.ts'
import { metaData } from '../../db/meta-data.ts'
import { persons } from '../../db/persons.ts'
import { postTypes } from '../../db/post-types.ts'
import { posts } from '../../db/posts.ts'
import { rightTypes } from '../../db/right-types.ts'
import { rights } from '../../db/rights.ts'
import { roles } from '../../db/roles.ts'
import { sourceTypes } from '../../db/source-types.ts'
import { sources } from '../../db/sources.ts'
import { userTypes } from '../../db/user-types.ts'
import { users } from '../../db/users.ts'
import { Blog, BlogList } from '../../schemas/blog.ts'
import { BlogCollaboratorType, BlogCollaboratorTypeList } from '../../schemas/blog-collaborator-type.ts'
import { BlogType, BlogTypeList } from '../../schemas/blog-type.ts'
import { BlogCollaborator, BlogCollaboratorList, Collaborator, CollaboratorList } from '../../schemas/collaborator.ts'
import { Language, LanguageList } from '../../schemas/language.ts'
import { MetaData, MetaDataList } from '../../schemas/meta-data.ts'
import { Person, PersonList } from '../../schemas/person.ts'
import { DataPost, DataPostList, DeletedDataPost, DeletedPost, Post, PostList } from '../../schemas/post.ts'
import { PostType, PostTypeList } from '../../schemas/post-type.ts'
import { Right, RightList } from '../../schemas/right.ts'
import { RightType, RightTypeList } from '../../schemas/right-type.ts'
import { Role, RoleList } from '../../schemas/role.ts'
import { Source, SourceList } from '../../schemas/source.ts'
import { SourceType, SourceTypeList } from '../../schemas/source-type.ts'
import { User, UserList } from '../../schemas/user.ts'
import { UserType, UserTypeList } from '../../schemas/user-type.ts'
import type { AnyList, AnyModel } from '../../schemas/vocabulary.ts'

/** The schemas of which each row fits one, and how to get the rows. */
export type Read = readonly [schemas: readonly (AnyModel | AnyList)[], rows: () => Promise<readonly unknown[]>]

const ALL = { offset: 0, limit: 1000, detailed: true }
const states = ['all', 'published', 'unpublished'] as const

/** The queries by factory and name. */
export const readsOf = (sql: Pool): Record<string, Read> => {
  const each = <I, R>(list: () => Promise<{ items: I[] }>, read: (item: I) => Promise<R>) => async () => Promise.all((await list()).items.map(read))
  const ofAll = <R>(relation: string, read: (id: number) => Promise<R>) => async () =>
    Promise.all((await sql<{ Id: number }[]>`select id from ${sql(relation)} order by id`).map(({ Id }) => read(Id)))
  const one = (read: () => Promise<unknown>) => async () => [await read()]
  return {
    'blogCollaboratorTypes.find': [[BlogCollaboratorType], each(() => blogCollaboratorTypes(sql).list(ALL), ({ Name }) => blogCollaboratorTypes(sql).find(Name))],
    'blogCollaboratorTypes.list': [[BlogCollaboratorTypeList], one(() => blogCollaboratorTypes(sql).list(ALL))],
    'blogTypes.find': [[BlogType], ofAll('blog_types', blogTypes(sql).find)],
    'blogTypes.list': [[BlogTypeList], one(() => blogTypes(sql).list(ALL))],
    'blogs.find': [[Blog], ofAll('blogs', blogs(sql).find)],
    'blogs.list': [[BlogList], async () => [await blogs(sql).list(ALL), await blogs(sql).list(ALL, { live: true })]],
    'blogs.listOfUser': [[BlogList], ofAll('users', (id) => blogs(sql).listOfUser(id, ALL))],
    'blogs.listOfLanguage': [[BlogList], ofAll('languages', (id) => blogs(sql).listOfLanguage(id, ALL))],
    'collaborators.find': [[Collaborator], ofAll('collaborators', collaborators(sql).find)],
    'collaborators.list': [[CollaboratorList], one(() => collaborators(sql).list(ALL))],
    'collaborators.listOfUser': [[CollaboratorList], ofAll('users', (id) => collaborators(sql).listOfUser(id, ALL))],
    'collaborators.listOfSource': [[CollaboratorList], ofAll('sources', (id) => collaborators(sql).listOfSource(id, ALL))],
    'collaborators.findMember': [[BlogCollaborator], each(() => collaborators(sql).listMembers(1, ALL), ({ Blog, Id }) => collaborators(sql).findMember(Blog, Id))],
    'collaborators.listMembers': [[BlogCollaboratorList], ofAll('blogs', (id) => collaborators(sql).listMembers(id, ALL))],
    'collaborators.listPotential': [[CollaboratorList], ofAll('blogs', (id) => collaborators(sql).listPotential(id, ALL))],
    'dataPosts.find': [[DataPost, DeletedDataPost], ofAll('posts', dataPosts(sql).find)],
    'dataPosts.list': [[DataPostList], async () => Promise.all(states.map((state) => dataPosts(sql).list(state, ALL)))],
    'languages.find': [[Language], ofAll('languages', languages(sql).find)],
    'languages.list': [[LanguageList], one(() => languages(sql).list(ALL))],
    'metaData.find': [[MetaData], ofAll('meta_data', metaData(sql).find)],
    'metaData.list': [[MetaDataList], one(() => metaData(sql).list(ALL))],
    'metaData.iconOf': [[MetaData], ofAll('persons', metaData(sql).iconOf)],
    'persons.find': [[Person], ofAll('persons', persons(sql).find)],
    'persons.list': [[PersonList], one(() => persons(sql).list(ALL))],
    'postTypes.find': [[PostType], each(() => postTypes(sql).list(ALL), ({ Key }) => postTypes(sql).find(Key))],
    'postTypes.list': [[PostTypeList], one(() => postTypes(sql).list(ALL))],
    'posts.find': [[Post, DeletedPost], async () => {
      const keys = await sql<{ Id: number, Blog: number }[]>`select id, blog from posts`
      return Promise.all(keys.map((key) => posts(sql).find(key.Blog, key.Id)))
    }],
    'posts.list': [[PostList], async () => Promise.all(states.flatMap((state) => [
      posts(sql).list(1, state, ALL), posts(sql).list(1, state, { ...ALL, 'cId.since': 3 }), posts(sql).list(1, state, ALL, { comments: true })
    ]))],
    'rightTypes.find': [[RightType], ofAll('right_types', rightTypes(sql).find)],
    'rightTypes.list': [[RightTypeList], one(() => rightTypes(sql).list(ALL))],
    'rights.find': [[Right], ofAll('rights', rights(sql).find)],
    'rights.list': [[RightList], one(() => rights(sql).list(ALL))],
    'rights.listOfType': [[RightList], ofAll('right_types', (id) => rights(sql).listOfType(id, ALL))],
    'rights.listOfRole': [[RightList], ofAll('roles', (id) => rights(sql).listOfRole(id, ALL))],
    'rights.listOfUser': [[RightList], ofAll('users', (id) => rights(sql).listOfUser(id, ALL))],
    'roles.find': [[Role], ofAll('roles', roles(sql).find)],
    'roles.list': [[RoleList], one(() => roles(sql).list(ALL))],
    'roles.listBelow': [[RoleList], ofAll('roles', (id) => roles(sql).listBelow(id, ALL))],
    'roles.listOfUser': [[RoleList], ofAll('users', (id) => roles(sql).listOfUser(id, ALL))],
    'sourceTypes.find': [[SourceType], each(() => sourceTypes(sql).list(ALL), ({ Key }) => sourceTypes(sql).find(Key))],
    'sourceTypes.list': [[SourceTypeList], one(() => sourceTypes(sql).list(ALL))],
    'sources.find': [[Source], ofAll('sources', sources(sql).find)],
    'sources.list': [[SourceList], one(() => sources(sql).list(ALL))],
    'sources.listOfType': [[SourceList], each(() => sourceTypes(sql).list(ALL), ({ Key }) => sources(sql).listOfType(Key, ALL))],
    'userTypes.find': [[UserType], each(() => userTypes(sql).list(ALL), ({ Key }) => userTypes(sql).find(Key))],
    'userTypes.list': [[UserTypeList], one(() => userTypes(sql).list(ALL))],
    'users.find': [[User], ofAll('users', users(sql).find)],
    'users.list': [[UserList], one(() => users(sql).list(ALL))]
  }
}
