/** An example request for each route that changes something. It succeeds for viewers with the needed right. */
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Built } from '../support/app.ts'

/** The body of an example request, and the path parameters that differ from `SPARE`. */
interface Example {
  readonly body?: object
  readonly params?: Readonly<Record<string, string | number>>
}

/** An example request, and the description of its route. */
export interface Write {
  /** Method and address, such as `PUT /Desk/Blog/:blogId`. */
  readonly name: string
  readonly request: InjectOptions & { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly url: string }
  readonly description: FastifyInstance['descriptions'][number]
  readonly body: object | undefined
  /** The address for each of its path parameters, with a value there that does not exist. */
  readonly unknown: readonly string[]
  /** The address of its item below another one, to which the item does not belong. */
  readonly elsewhere: readonly string[]
}

/** Default path parameters: the ids of the rows that `prepareRows` inserts. */
const SPARE: Readonly<Record<string, string | number>> = {
  blogId: 900,
  collaboratorId: 900,
  postId: 900,
  referenceId: 901,
  groupId: 900,
  blogTypeId: 900,
  templatePostId: 900,
  blogThemeId: 900,
  blogMediaId: 900,
  otherId: 901,
  sourceId: 900,
  syncId: 900,
  changeId: 900,
  webhookId: 900,
  deliveryId: 900,
  name: 'spare',
  userId: 900,
  roleId: 900,
  rightId: 900,
  personId: 901,
  metaDataId: 900,
  language: 900,
  metaInfoId: 900,
  rightType: 900,
  role: 900,
  toRoleId: 901,
  tokenId: 'ab'.repeat(6),
  type: 'Administrator'
}

/** Rows that exist, without items below them. */
const OTHERS = { blogId: 901, blogTypeId: 901, syncId: 901, webhookId: 901, userId: 902 }
const IS_BELOW = /:\w+\/(?:Configuration|Delivery|ParkedChange|Post|Token)\/:/

const inTwoHours = () => new Date(Date.now() + 2 * 60 * 60 * 1000).toISOString()

const examples: Readonly<Record<string, Example>> = {
  'POST /Desk/Blog': { body: { Title: 'Spare', Language: 1 } },
  'PUT /Desk/Blog/:blogId': { body: { Title: 'Renamed' } },
  'DELETE /Desk/Blog/:blogId': { params: { blogId: 901 } },
  'DELETE /Desk/Blog/:blogId/Collaborator/:collaboratorId/Remove': { params: { collaboratorId: 901 } },
  'POST /Desk/Blog/:blogId/Post': { body: { Content: 'x' } },
  'POST /Desk/Blog/:blogId/Post/Publish': { body: { Content: 'x' } },
  'POST /Desk/Blog/:blogId/Post/Published': { body: { Content: 'x' } },
  'POST /Desk/Blog/:blogId/Post/Submit': { body: { Content: 'x' } },
  'PUT /Desk/Blog/:blogId/Post/:postId': { body: { Content: 'y' }, params: { postId: 905 } },
  'PUT /Data/Post/:postId': { body: { Content: 'y' }, params: { postId: 905 } },
  'POST /Desk/Blog/:blogId/Post/:postId/Publish': { params: { postId: 902 } },
  'POST /Desk/Blog/:blogId/Post/:postId/Unpublish': { params: { postId: 901 } },
  'POST /Desk/Blog/:blogId/Post/:postId/Return': { body: { Note: 'Who says so?' }, params: { postId: 906 } },
  'POST /Desk/Blog/:blogId/Post/:postId/Schedule': { body: { PublishOn: inTwoHours() } },
  'POST /Desk/Blog/:blogId/Post/:postId/Unschedule': { params: { postId: 909 } },
  'POST /Desk/Blog/:blogId/Post/:postId/Pin': { params: { postId: 907 } },
  'POST /Desk/Blog/:blogId/Post/:postId/Unpin': { params: { postId: 908 } },
  'POST /Desk/Blog/:blogId/Post/:postId/UnmarkKeyPoint': { params: { postId: 908 } },
  'POST /Desk/Blog/:blogId/Post/:postId/Hide': { params: { postId: 905 } },
  'POST /Desk/Blog/:blogId/Post/:postId/Unhide': { params: { postId: 905 } },
  'DELETE /Desk/Blog/:blogId/Post/:postId': { params: { postId: 903 } },
  'DELETE /Data/Post/:postId': { params: { postId: 904 } },
  'POST /Desk/Blog/:blogId/Comment/Post': { body: { UserName: 'Ann', CommentText: 'Well said.' } },
  'POST /Desk/Blog/:blogId/Post/:postId/Block': { params: { postId: 909 } },
  'POST /Desk/Blog/:blogId/Post/:postId/Unblock': { params: { postId: 909 } },
  'POST /Desk/BlogCollaboratorGroup': { body: { Blog: 900 } },
  'DELETE /Desk/BlogCollaboratorGroup/:groupId': { params: { groupId: 901 } },
  'PUT /Desk/BlogCollaboratorGroup/:groupId/Collaborator/:collaboratorId': { params: { collaboratorId: 902 } },
  'DELETE /Desk/BlogCollaboratorGroup/:groupId/Collaborator/:collaboratorId': { params: { collaboratorId: 902 } },
  'POST /Desk/BlogType': { body: { Name: 'Match' } },
  'PUT /Desk/BlogType/:blogTypeId': { body: { Name: 'Debate' } },
  'DELETE /Desk/BlogType/:blogTypeId': { params: { blogTypeId: 901 } },
  'POST /Desk/BlogType/:blogTypeId/Post': { body: { Name: 'Kick-off', Content: 'We begin.' } },
  'PUT /Desk/BlogType/:blogTypeId/Post/:templatePostId': { body: { Content: 'We end.' } },
  'DELETE /Desk/BlogType/:blogTypeId/Post/:templatePostId': { params: { templatePostId: 902 } },
  'POST /Desk/BlogTheme': { body: { Name: 'sepia', URL: 'https://themes.example/sepia' } },
  'PUT /Desk/BlogTheme/:blogThemeId': { body: { URL: 'https://themes.example/blue' } },
  'POST /Desk/BlogMedia': { body: { Blog: 900, MetaInfo: 900, Type: 'top_banner' } },
  'PUT /Desk/BlogMedia/:blogMediaId': { body: { MetaInfo: 900 } },
  'DELETE /Desk/BlogMedia/:blogMediaId': { params: { blogMediaId: 902 } },
  'POST /Desk/Blog/:blogId/Source': { body: { Name: 'harbour radio', Type: 'xml', URI: 'https://radio.example' } },
  'POST /Desk/Sync': { body: { Blog: 900, Source: 901, Auto: true } },
  'PUT /Desk/Sync/:syncId': { body: { Auto: false } },
  'DELETE /Desk/Sync/:syncId': { params: { syncId: 901 } },
  'DELETE /Desk/Sync/:syncId/ParkedChange/:changeId': { params: { changeId: 901 } },
  'POST /Desk/Webhook': { body: { Address: 'https://spare.example/' } },
  'POST /Desk/Blog/:blogId/Webhook': { body: { Address: 'https://spare.example/' } },
  'PUT /Desk/Webhook/:webhookId': { body: { Address: 'https://other.example/' } },
  'DELETE /Desk/Webhook/:webhookId': { params: { webhookId: 901 } },
  'POST /Desk/Blog/:blogId/Configuration': { body: { Name: 'colour', Value: 'red' } },
  'PUT /Desk/Blog/:blogId/Configuration/:name': { body: { Value: 'blue' } },
  'POST /HR/User': { body: { Name: 'newcomer', Password: 'a long new password' } },
  'PUT /HR/User/:userId': { body: { FirstName: 'Spare' } },
  'DELETE /HR/User/:userId': { params: { userId: 902 } },
  'PUT /HR/User/:userId/Password': { body: { NewPassword: 'another long password' } },
  // The user is admin: nobody makes tokens for others.
  'POST /HR/User/:userId/Token': { body: { Name: 'wire', Allows: 'read' }, params: { userId: 1 } },
  'POST /HR/Person': { body: { FirstName: 'Nobody' } },
  'PUT /HR/Person/:personId': { body: { LastName: 'Spare' } },
  'DELETE /HR/Person/:personId': { params: { personId: 903 } },
  'POST /Data/Collaborator': { body: { Source: 901 } },
  'PUT /Data/Collaborator/:collaboratorId': { body: { Source: 903 }, params: { collaboratorId: 903 } },
  'DELETE /Data/Collaborator/:collaboratorId': { params: { collaboratorId: 903 } },
  'POST /Data/Source': { body: { Name: 'wire', Type: 'xml' } },
  'PUT /Data/Source/:sourceId': { body: { Name: 'renamed' } },
  'DELETE /Data/Source/:sourceId': { params: { sourceId: 903 } },
  'POST /Localization/Language': { body: { Code: 'pt' } },
  'PUT /Localization/Language/:language': { body: { Code: 'sv' } },
  'POST /Archive/MetaInfo': { body: { MetaData: 900, Language: 2, Title: 'x' } },
  'PUT /Archive/MetaInfo/:metaInfoId': { body: { Title: 'y' } },
  'DELETE /Archive/MetaInfo/:metaInfoId': { params: { metaInfoId: 901 } },
  'POST /Archive/ImageInfo': { body: { MetaData: 900, Language: 3, Caption: 'x' } },
  'PUT /Archive/ImageInfo/:metaInfoId': { body: { Caption: 'y' } },
  'DELETE /Archive/ImageInfo/:metaInfoId': { params: { metaInfoId: 902 } },
  'POST /Archive/AudioInfo': { body: { MetaData: 901, Language: 3, Caption: 'x' } },
  'PUT /Archive/AudioInfo/:metaInfoId': { body: { Caption: 'y' }, params: { metaInfoId: 903 } },
  'DELETE /Archive/AudioInfo/:metaInfoId': { params: { metaInfoId: 903 } },
  'POST /Archive/VideoInfo': { body: { MetaData: 902, Language: 3, Caption: 'x' } },
  'PUT /Archive/VideoInfo/:metaInfoId': { body: { Caption: 'y' }, params: { metaInfoId: 904 } },
  'DELETE /Archive/VideoInfo/:metaInfoId': { params: { metaInfoId: 904 } },
  'POST /Security/Right': { body: { Name: 'Fly', Type: 900 } },
  'PUT /Security/Right/:rightId': { body: { Description: 'Up and away' } },
  'DELETE /Security/Right/:rightId': { params: { rightId: 901 } },
  'POST /Security/RightType': { body: { Name: 'Wings' } },
  'PUT /Security/RightType/:rightType': { body: { Description: 'Whatever flies' } },
  'DELETE /Security/RightType/:rightType': { params: { rightType: 901 } },
  'POST /RBAC/Role': { body: { Name: 'Pilot' } },
  'PUT /RBAC/Role/:role': { body: { Description: 'Flies' } },
  'DELETE /RBAC/Role/:role': { params: { role: 902 } }
}

/** Returns the address of a route for the rows that `prepareRows` inserts. */
export const spareAddress = (path: string, values: Example['params'] = {}): string =>
  path.replace(/:(\w+)/g, (_match, parameter: string) => String(values[parameter] ?? SPARE[parameter]))

/** Returns a request for each route that changes something. Login, logout and uploads have their own tests. */
export const writesOf = ({ descriptions }: FastifyInstance): Write[] =>
  descriptions.flatMap((description) => {
    const { method, path, reads, takesFile } = description
    const name = `${method} ${path.replace('/resources', '')}`
    if (reads || takesFile || path === '/resources/Security/Login') return []
    if (method !== 'POST' && method !== 'PUT' && method !== 'DELETE') {
      throw new Error(`${name} does not have a method that writes`)
    }
    const { body, params } = examples[name] ?? {}
    const unknown = [...path.matchAll(/:(\w+)/g)].map(([, parameter = '']) =>
      spareAddress(path, { ...params, [parameter]: 8999 })
    )
    const elsewhere = IS_BELOW.test(path) ? [spareAddress(path, { ...params, ...OTHERS })] : []
    const url = spareAddress(path, params)
    return [{ name, description, body, unknown, elsewhere, request: { method, url, ...(body && { payload: body }) } }]
  })

/** Inserts the rows that the examples change. In blog 900, Mira is a collaborator and Aurélie an administrator. */
export const prepareRows = async (sql: Built['sql']): Promise<void> => {
  await sql
    .unsafe(
      `
    insert into persons (id, first_name) select id, 'Spare' from generate_series(900, 903) as spare (id);
    insert into users (id, name, password_hash) values (900, 'spare', '!'), (902, 'other', '!');
    insert into sources (id, name, type) select id, 'spare ' || id, 'xml' from generate_series(900, 903) as spare (id);
    insert into collaborators (id, "user", source)
      values (900, 900, 900), (901, 902, 900), (902, null, 902), (903, null, 900);
    insert into blog_types (id, name) values (900, 'spare'), (901, 'other');
    insert into blogs (id, type, language, creator, title)
      values (900, 900, 1, 11, 'Spare'), (901, 900, 1, 11, 'Empty');
    update blogs set embed_config = '{"UserComments":true}' where id = 900;
    insert into blog_collaborators (blog, collaborator, type)
      select blogs.id, collaborators.id, case users.name when 'aurelie' then 'Administrator' else 'Collaborator' end
      from blogs, users join collaborators on collaborators."user" = users.id
      where blogs.id in (900, 901) and users.name in ('mira', 'aurelie');
    insert into blog_collaborators (blog, collaborator) values (900, 901), (900, 902);
    insert into posts (id, blog, creator, content)
      select id, 900, 11, 'spare' from generate_series(900, 909) as spare (id);
    update posts set published_on = now() where id in (901, 907, 908);
    update posts set submitted_on = now() where id = 906;
    update posts set publish_on = now() + interval '1 hour' where id = 909;
    update posts set pinned_on = now(), is_key_point = true where id = 908;
    update posts set commentator = 'Ann', comment_source = 'embed' where id = 909;
    insert into received_comments (client, blog, request, post) values ('192.0.2.1', 900, '', 909);
    insert into blog_collaborator_groups (id, blog) values (900, 900), (901, 900);
    insert into template_posts (id, blog_type, name, content)
      select id, 900, 'spare ' || id, 'x' from generate_series(900, 902) as spare (id);
    insert into blog_themes (id, name) values (900, 'spare');
    insert into meta_data (id, name, type, size_in_bytes, content, thumbnail)
      values (900, 'a.png', 'image', 1, 'content/a.png', 'content/a.png'),
        (901, 'a.wav', 'audio', 1, 'content/a.wav', 'content/sound.svg'),
        (902, 'a.mp4', 'video', 1, 'content/a.mp4', 'content/film.svg'),
        (903, 'b.png', 'image', 1, 'content/b.png', 'content/b.png');
    insert into image_data (id) values (900), (903);
    insert into audio_data (id) values (901);
    insert into video_data (id) values (902);
    insert into meta_infos (id, meta_data, language)
      values (900, 900, 1), (901, 903, 1), (902, 903, 2), (903, 901, 1), (904, 902, 1);
    insert into blog_media (id, blog, type, meta_info)
      values (900, 900, 'top_banner', 900), (901, 900, 'top_banner', 900), (902, 900, 'top_banner', 900);
    update sources set type = 'chained blog', uri = 'https://spare.example/Blog/1' where id = 901;
    insert into blog_sources (blog, source) values (900, 900), (900, 901);
    insert into syncs (id, blog, source, creator) values (900, 900, 902, 11), (901, 900, 900, 11);
    insert into parked_changes (id, sync, foreign_id, kind, reason, change)
      values (900, 900, '7', 'refused', 'too long', '{
        "id": "7", "state": "published", "type": "normal", "content": "x", "meta": {}, "position": "1"
      }'), (901, 900, '8', 'refused', 'too long', '{}');
    insert into webhooks (id, blog, creator, address, secret)
      values (900, 900, 11, 'https://spare.example/', 'whsec_'), (901, 900, 11, 'https://spare.example/', 'whsec_');
    insert into webhook_deliveries (id, webhook, blog, since, c_id, kinds) values (900, 900, 900, 0, 1, 'published');
    insert into configurations (blog, name, value) values (900, 'spare', 'x');
    insert into languages (id, code) values (900, 'fi');
    insert into right_types (id, name) values (900, 'spare'), (901, 'other');
    insert into rights (id, type, name) values (900, 900, 'spare'), (901, 900, 'other');
    insert into roles (id, name) values (900, 'spare'), (901, 'other'), (902, 'third');
    insert into person_icons (person, meta_data) values (900, 900);
    insert into sessions (token_hash, "user", name) values (decode(repeat('ab', 32), 'hex'), 900, 'spare');
  `
    )
    .simple()
}

/** Returns a digest of each table, except those that change with every request. One statement reads all tables. */
export const tableDigests = async (sql: Built['sql']): Promise<Readonly<Record<string, string>>> => {
  const tables = await sql<{ Name: string; Digest: string }[]>`
    select tablename as name, md5(query_to_xml(
      format('select md5(string_agg(rows::text, chr(10) order by rows::text)) from %I as rows', tablename),
      false, true, ''
    )::text) as digest
    from pg_tables
    where schemaname = 'public' and tablename not in ('changes', 'sessions', 'login_failures', 'migrations')`
  return Object.fromEntries(tables.map(({ Name, Digest }) => [Name, Digest]))
}
