/** Actions of the user interface, and the Gateway with the requests that a user may send. */
import t from 'tap'
import { build, numberFrom, words } from '../../support/index.ts'

/** Actions for those who may see blogs, write posts in a blog, and publish in it. */
const VIEW = words`
  menu.livedesk menu.livedesk.submenu modules.dashboard modules.dashboard.livedesk modules.livedesk
  modules.livedesk.archive`
const POST = ['modules.livedesk.edit']
const PUBLISH = words`
  modules.livedesk.blog-edit modules.livedesk.blog-post-publish modules.livedesk.blog-publish
  modules.livedesk.configure modules.livedesk.manage-collaborators modules.livedesk.manage-feeds`
/** The actions that each right offers. Other rights offer none. */
const OFFERED: Readonly<Record<string, readonly string[]>> = {
  'Livedesk view': VIEW,
  'Livedesk edit': [...VIEW, ...POST, ...PUBLISH, 'modules.livedesk.add'],
  'IAM view': words`menu.media-archive modules.media-archive modules.media-archive.main modules.media-archive.types`,
  'IAM upload': ['modules.media-archive.add'],
  'IAM Audio view': ['modules.media-archive.types.audio'],
  'IAM Image view': ['modules.media-archive.types.image'],
  'IAM Video view': ['modules.media-archive.types.video'],
  'Users view': ['menu.user', 'modules.user', 'modules.user.list'],
  'Users update': ['modules.user.update'],
  'Requests inspection': ['menu.request', 'modules.request', 'modules.request.list']
}

t.test('actions can be listed, filtered, and read for a user', async (t) => {
  const { get, sql } = await build(t, { CACHE_MB: '0' })
  const paths = async (url: string): Promise<string[]> =>
    JSON.parse((await get(url)).body).ActionList.map(({ Path }: { Path: string }) => Path)
  const userId = (role: string) =>
    numberFrom(sql`
      select user_roles."user" as id from user_roles join roles on roles.id = user_roles.role
      where roles.name = ${role} order by 1 desc limit 1`)

  t.test('the list shows every action, ordered by path', async (t) => {
    const all = await paths('/resources/GUI/Action.json')
    t.same(all, [...all].sort())
    t.equal(all.length, 31)
  })

  t.test('actions are filtered by prefix, pattern or exact path', async (t) => {
    const shown = await paths('/resources/GUI/Action.json?path=menu.*')
    t.same(shown, words` menu.livedesk menu.media-archive menu.request menu.user`)
    const found = await paths('/resources/GUI/Action.json?path=menu.l&origPath=menu')
    t.same(found, ['menu.livedesk', 'menu.livedesk.submenu'])
    t.same(await paths('/resources/GUI/Action.json?path=%22menu%22'), ['menu'])
    t.same(await paths('/resources/GUI/Action.json?path=*.*.types&limit=1'), ['modules.media-archive.types'])
    t.equal((await get('/resources/GUI/Action?way=1')).statusCode, 400)
  })

  t.test('the actions of a user follow from the rights of the user', async (t) => {
    const admin = await paths('/resources/HR/User/1/Action.json')
    t.ok(admin.includes('modules.user.update') && admin.includes('modules.livedesk.configure'))
    t.notOk(admin.some((path) => /request|^menu$|^modules$/.test(path)))
    const collaborator = await paths(`/resources/HR/User/${await userId('Collaborator')}/Action.json`)
    t.ok(collaborator.includes('menu.livedesk'))
    t.notOk(collaborator.some((path) => /edit|publish|user/.test(path)))
    t.equal((await get('/resources/HR/User/999/Action')).statusCode, 404)
  })

  t.test('each right, and each membership of a blog, offers its actions', async (t) => {
    const Id = await numberFrom(sql`
      with person as (insert into persons (first_name) values ('Menu') returning id)
      insert into users (id, name, password_hash) select id, 'menu', '!' from person returning id`)
    const rights = await sql<{ Id: number; Name: string }[]>`select id, name from rights`
    for (const { Id: right, Name } of rights) {
      await sql`insert into user_rights ("user", "right") values (${Id}, ${right})`
      t.same(await paths(`/resources/HR/User/${Id}/Action.json`), (OFFERED[Name] ?? []).toSorted(), Name)
      await sql`delete from user_rights where "user" = ${Id}`
    }
    const unexpected = Object.keys(OFFERED).filter((name) => rights.every(({ Name }) => Name !== name))
    t.same(unexpected, [])

    const inBlog = () => paths(`/resources/HR/User/${Id}/Blog/3/Action.json`)
    t.same(await inBlog(), [], 'not a member')
    const Member = await numberFrom(sql`
      insert into collaborators ("user", source) values (${Id}, 1) returning id`)
    await sql`insert into blog_collaborators (blog, collaborator) values (3, ${Member})`
    t.same(await inBlog(), [...VIEW, ...POST].toSorted(), 'a member')
    await sql`update blog_collaborators set type = 'Administrator' where collaborator = ${Member}`
    t.same(await inBlog(), [...VIEW, ...POST, ...PUBLISH].toSorted(), 'an administrator of the blog')
  })

  t.test('the actions of a user in a blog follow from the membership', async (t) => {
    const [member] = await sql<[{ User: number; Blog: number }]>`
      select collaborators."user", blog_collaborators.blog
      from blog_collaborators join collaborators on collaborators.id = blog_collaborators.collaborator
      where type = 'Collaborator' and collaborators."user" in (
        select user_roles."user" from user_roles join roles on roles.id = user_roles.role
        where roles.name = 'Collaborator')
      limit 1`
    const inBlog = await paths(`/resources/HR/User/${member.User}/Blog/${member.Blog}/Action.json`)
    t.ok(inBlog.includes('modules.livedesk.edit'), 'a member may edit')
    t.notOk(inBlog.includes('modules.livedesk.blog-post-publish'), 'a member may not publish')
    t.ok(
      (await paths(`/resources/HR/User/1/Blog/${member.Blog}/Action.json`)).includes(
        'modules.livedesk.blog-post-publish'
      )
    )
    for (const path of ['User/1/Blog/999', 'User/999/Blog/1']) {
      t.equal((await get(`/resources/HR/${path}/Action`)).statusCode, 404, path)
    }
  })
})

interface Rule {
  Pattern: string
  Methods?: { Methods: string[] }
  Errors?: { Errors: string[] }
  Headers?: { Headers: string[] }
}

t.test('the gateway lists access rules', async (t) => {
  const { app, get } = await build(t)
  const rules: Rule[] = JSON.parse((await get('/resources/Gateway', { accept: 'text/json' })).body).GatewayList

  /** Returns the error statuses of the first rule that matches a request. */
  const errorsOf = (method: string, path: string) =>
    rules.find(
      ({ Pattern, Methods }) =>
        new RegExp(Pattern).test(path) && (Methods === undefined || Methods.Methods.includes(method))
    )?.Errors?.Errors

  t.test('the rules predict the statuses of the service', async (t) => {
    for (const [method, path] of [
      ['GET', '/resources'],
      ['GET', '/resources/Desk/Blog/1.json'],
      ['OPTIONS', '/resources/HR/User'],
      ['POST', '/resources/Security/Login'],
      ['POST', '/resources/Desk/Blog/1/Post'],
      ['POST', '/resources/Desk/Blog/1/Post/Publish/'],
      ['DELETE', '/resources/Security/Login'],
      ['PUT', '/resources/HR/User']
    ] as const) {
      const { statusCode } = await app.inject({ method, url: path, ...(method === 'POST' && { payload: {} }) })
      const errors = errorsOf(method, path.slice(1)) ?? []
      const shown = errors.includes(String(statusCode))
      t.equal(shown, [401, 404, 405].includes(statusCode), `${method} ${path}: ${statusCode}, ${errors.join()}`)
    }
  })
})
