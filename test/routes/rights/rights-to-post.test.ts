/** Rights to post and to publish in a blog: creator, members, administrators and editors (docs/rights.md). */
import t from 'tap'
import { build } from '../../support/app.ts'
import { expectNothingStored, insertAddresses, insertAt } from '../state.ts'

await t.test('posting and publishing need a right', async (t) => {
  const built = await build(t)
  const { app, sql, tokenOf } = built
  // Each user has exactly one reason for their rights.
  await sql`delete from user_roles where "user" in (select id from users where name in ('bjarki', 'aurelie', 'mira'))`
  await sql`insert into user_rights ("user", "right") select 9, id from rights where name = 'Livedesk edit'`
  await sql`insert into user_rights ("user", "right") select 8, id from rights where name <> 'Livedesk edit'`

  /** Login name, role in blog 3, and whether the user may post and publish there. */
  const people = [
    ['bjarki', 'the creator of the blog', true, true],
    ['aurelie', 'a member of type Administrator', true, true],
    ['mira', 'a member of type Collaborator', true, false],
    ['orysia', 'a member of type Collaborator with the role of that name', true, false],
    ['folake', 'no member, but with the right to edit by the role Editor', true, true],
    ['admin', 'no member, but with the right to edit by the role Administrator', true, true],
    ['salma', 'no member, but with the right to edit itself', true, true],
    ['naama', 'no member, with every other right', false, false],
    ['ishan', 'a member of other blogs', false, false]
  ] as const

  for (const [name, role, mayPost, mayPublish] of people) {
    await t.test(
      `${name}, ${role}, ${mayPublish ? 'may publish' : mayPost ? 'may post' : 'may not post'}`,
      async (t) => {
        const authorization = await tokenOf(name)
        for (const url of insertAddresses(3)) {
          if (url.endsWith('/Post') ? mayPost : mayPublish) t.equal(await insertAt(app, url, authorization), 201, url)
          else {
            await expectNothingStored(
              t,
              built,
              { url, headers: { authorization }, payload: { Content: 'x' } },
              {
                status: 403,
                kind: 'forbidden',
                detail: url.endsWith('/Post') ? /members/ : /administrators/,
                places: [],
                about: url
              }
            )
          }
        }
      }
    )
  }

  await t.test('a change of roles and memberships takes effect at once', async (t) => {
    const authorization = await tokenOf('ishan')
    const url = '/resources/Desk/Blog/3/Post/Publish'
    for (const [change, status] of [
      [() => sql`insert into blog_collaborators (blog, collaborator) values (3, 22)`, 403],
      [() => sql`update blog_collaborators set type = 'Administrator' where blog = 3 and collaborator = 22`, 201],
      [() => sql`delete from blog_collaborators where blog = 3 and collaborator = 22`, 403],
      [() => sql`update blogs set creator = 11 where id = 3`, 201],
      [() => sql`update blogs set creator = 3 where id = 3`, 403],
      [() => sql`insert into user_roles ("user", role) select 11, id from roles where name = 'Editor'`, 201],
      [() => sql`delete from role_rights where role = (select id from roles where name = 'Editor')`, 403]
    ] as const) {
      await change()
      t.equal(await insertAt(app, url, authorization), status)
    }
  })

  await t.test('a closed blog refuses the posts of every user', async (t) => {
    for (const name of ['aurelie', 'bjarki', 'mio', 'admin', 'salma']) {
      const authorization = await tokenOf(name)
      for (const url of insertAddresses(2)) {
        const mayPublish = ['aurelie', 'bjarki', 'admin', 'salma'].includes(name)
        await expectNothingStored(
          t,
          built,
          { url, headers: { authorization }, payload: { Content: 'x' } },
          mayPublish || url.endsWith('/Post')
            ? { status: 409, kind: 'conflict', detail: /closed/, places: [], about: `${name} ${url}` }
            : { status: 403, kind: 'forbidden', about: `${name} ${url}` }
        )
      }
    }
    await sql`update blogs set closed_on = null where id = 2`
    t.equal(
      await insertAt(app, '/resources/Desk/Blog/2/Post', await tokenOf('mio')),
      201,
      'a reopened blog accepts posts'
    )
  })

  await t.test('an insert into a blog that does not exist is 404', async (t) => {
    for (const url of insertAddresses(99)) {
      await expectNothingStored(
        t,
        built,
        { url, headers: { authorization: await tokenOf('admin') }, payload: { Content: 'x' } },
        {
          status: 404,
          kind: 'not-found',
          detail: /blog 99/
        }
      )
    }
  })
})
