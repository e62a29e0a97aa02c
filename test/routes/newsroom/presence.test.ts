/** Editors see who else is on a blog, and who corrects which post. */
import t from 'tap'
import { build, expectProblem, numberFrom, replicaOf, wordsOf } from '../../support/index.ts'

const BLOG = '/resources/Desk/Blog/3'
const PRESENCE = `${BLOG}/Presence`
const TYPED = { accept: 'application/json', 'x-format-values': 'typed' }

interface Presence {
  readonly Name: string
  readonly Since: string
  readonly Post?: { readonly href: string; readonly Id: number }
  readonly User: { readonly href: string; readonly Id: number }
}

await t.test('people on a blog', async (t) => {
  const built = await build(t)
  const { app, sql, tokenOf } = built
  const replica = await replicaOf(t, built)

  /** Returns a program that shows the blog for a user, on one of two replicas. */
  const programOf = async (name: string, on = app) => {
    const authorization = await tokenOf(name)
    const send = (method: 'PUT' | 'DELETE', payload?: object, url = PRESENCE) =>
      on.inject({ method, url, headers: { ...TYPED, authorization }, ...(payload && { payload }) })
    const renew = async (payload?: object) => {
      const { statusCode, body } = await send('PUT', payload)
      t.equal(statusCode, 200, body)
      const { PresenceList }: { PresenceList: Presence[] } = JSON.parse(body)
      return PresenceList
    }
    return { send, renew }
  }
  const shown = (list: readonly Presence[]) => list.map(({ Name, Post }) => [Name, Post?.Id])
  const mira = await programOf('mira')
  const bjarki = await programOf('bjarki', replica)

  await t.test('see each other, also on another replica', async (t) => {
    const [own, ...others] = await mira.renew()
    t.same(others, [])
    t.match(own?.User.href, /\/resources\/HR\/User\/\d+$/)
    t.ok(Math.abs(Date.parse(own?.Since ?? '') - Date.now()) < 60_000)
    t.same(shown(await bjarki.renew({ Post: 83 })), [
      ['Mira Okafor', undefined],
      ['Bjarki Öxndal', 83]
    ])
    const [, other] = await mira.renew()
    t.match(other?.Post?.href, /\/resources\/Desk\/Blog\/3\/Post\/83$/)
  })

  await t.test('stay as long as their programs renew it, and their time begins with a post', async (t) => {
    await sql`update presences set since = since - interval '5 minutes'`
    const since = async () => (await bjarki.renew({ Post: 83 })).map(({ Since }) => Since)
    const before = await since()
    t.same(await since(), before)
    const [, moved] = (await bjarki.renew({ Post: { Id: 81 } })).map(({ Since }) => Since)
    t.ok((moved ?? '') > (before[1] ?? ''), 'another post')
    t.equal((await mira.renew()).length, 2)
    await sql`update presences set ends_on = now() where "user" = (select id from users where name = 'mira')`
    t.equal((await mira.renew()).length, 2, 'also one that has ended')
    await sql`update presences set ends_on = now() where "user" = (select id from users where name = 'bjarki')`
    t.same(shown(await mira.renew()), [['Mira Okafor', undefined]])
    const Count = await numberFrom(sql`select count(*)::integer as count from presences`)
    t.equal(Count, 1, 'the lease that has ended is removed')
    await sql`update presences set ends_on = now()`
    const [back] = await mira.renew()
    t.ok((back?.Since ?? '') > (before[0] ?? ''), 'a user who comes back has a new Since')
  })

  await t.test('cost no write while nothing is new', async (t) => {
    const lease = async () =>
      (await sql`select xmin, ends_on from presences order by "user"`).map((row) => ({ ...row }))
    await Promise.all([mira.renew(), bjarki.renew()])
    const before = await lease()
    for (const program of [mira, bjarki, mira]) t.equal((await program.renew()).length, 2)
    t.same(await lease(), before)
  })

  await t.test('leave', async (t) => {
    await bjarki.renew()
    for (const about of ['once', 'twice']) t.equal((await bjarki.send('DELETE')).statusCode, 204, about)
    t.same(shown(await mira.renew()), [['Mira Okafor', undefined]])
  })

  await t.test('change no document', async (t) => {
    const tags = async () => (await sql`select count(*) from changes`)[0]
    const [before, first] = [await tags(), await built.get(`${BLOG}/Post`)]
    await mira.renew({ Post: 83 })
    await mira.renew()
    t.same(await tags(), before)
    t.equal((await built.get(`${BLOG}/Post`)).headers.etag, first.headers.etag)
  })

  await t.test('are members of the blog, and name its posts', async (t) => {
    const stranger = await programOf('ishan')
    expectProblem(t, await stranger.send('PUT'), { kind: 'forbidden' })
    expectProblem(t, await stranger.send('DELETE'), { kind: 'forbidden' })
    expectProblem(t, await app.inject({ method: 'PUT', url: PRESENCE }), { kind: 'unauthorized' })
    expectProblem(t, await mira.send('PUT', {}, '/resources/Desk/Blog/99/Presence'), { kind: 'not-found' })
    for (const Post of [1, 2147483647]) {
      const refused = '400 The body was refused; nothing was stored\n    Post is not the id of a post of this blog'
      t.equal(wordsOf(await mira.send('PUT', { Post })), refused)
    }
    const href = (blog: number) => ({ Post: { href: `/resources/Desk/Blog/${blog}/Post/83` } })
    t.equal((await mira.renew(href(3)))[0]?.Post?.Id, 83)
    expectProblem(t, await mira.send('PUT', { Post: { href: '/resources/HR/User/1' } }), { kind: 'bad-body' })
    const { headers } = await app.inject({ method: 'GET', url: PRESENCE })
    t.equal(headers.allow, 'PUT, DELETE, OPTIONS')
  })

  await t.test('who renew at the same moment lose no lease', async (t) => {
    const programs = await Promise.all(['admin', 'bjarki', 'aurelie', 'mira', 'orysia'].map((name) => programOf(name)))
    const rounds = Array.from({ length: 8 }, (_round, at) => at)
    await sql`update presences set ends_on = now()`
    for (const round of rounds) {
      await Promise.all(programs.map(({ renew }, at) => renew(at % 2 === round % 2 ? { Post: 83 } : {})))
    }
    t.equal((await mira.renew()).length, programs.length)
  })
})
