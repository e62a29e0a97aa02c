/** Who may do what with posts that are there: those who may publish everything, members what concerns drafts of their own. */
import t from '../../support/tap.ts'
import { build } from '../../support/app.ts'
import { expectNothingStored } from '../state.ts'

const BLOG = '/resources/Desk/Blog/3'

/** The verbs, with a body if they take one, and the states of a post in which they can be done. */
const verbs = {
  correct: ['PUT', '', { Content: 'x' }, ['draft', 'withdrawn', 'published']],
  publish: ['POST', '/Publish', undefined, ['draft', 'withdrawn']],
  withdraw: ['POST', '/Unpublish', undefined, ['published']],
  move: ['PUT', '/Post/84/Reorder', undefined, ['draft', 'withdrawn', 'published']],
  hide: ['POST', '/Hide', undefined, ['draft', 'withdrawn']],
  show: ['POST', '/Unhide', undefined, ['deleted']],
  remove: ['DELETE', '', undefined, ['draft', 'withdrawn', 'published', 'deleted']]
} as const
type Verb = keyof typeof verbs

const states = {
  draft: 'published_on = null, deleted_on = null',
  withdrawn: 'published_on = null, deleted_on = null, was_published = true',
  published: 'published_on = now(), deleted_on = null',
  deleted: 'published_on = null, deleted_on = now()'
} as const

const allVerbs: readonly Verb[] = ['correct', 'publish', 'withdraw', 'move', 'hide', 'show', 'remove']
const ofOwnDrafts: readonly Verb[] = ['correct', 'hide', 'show', 'remove']

/** Login name, id, why, and what the user may do with own drafts and with all other posts. */
const people = [
  ['bjarki', 3, 'its creator', allVerbs, allVerbs],
  ['aurelie', 5, 'a member of type Administrator', allVerbs, allVerbs],
  ['folake', 4, 'no member, but with the right to edit', allVerbs, allVerbs],
  ['mira', 2, 'a member of type Collaborator', ofOwnDrafts, []],
  ['naama', 8, 'no member, with every other right', [], []]
] as const

await t.test('rights', async (t) => {
  const built = await build(t)
  const { app, sql, tokenOf } = built
  await sql`delete from user_roles where "user" in (select id from users where name in ('bjarki', 'aurelie', 'mira'))`
  await sql`insert into user_rights ("user", "right") select 8, id from rights where name <> 'Livedesk edit'`
  const [{ Id }] = await sql<[{ Id: number }]>`
    insert into posts (blog, creator, content) values (3, 11, 'everybody tries this one') returning id`

  for (const [name, userId, why, own, others] of people) {
    await t.test(`${name}: ${why}`, async (t) => {
      const authorization = await tokenOf(name)
      for (const creator of [userId, 11]) {
        for (const [state, set] of Object.entries(states)) {
          const isOwnDraft = creator === userId && state !== 'published'
          const granted: readonly Verb[] = isOwnDraft ? own : others
          for (const verb of allVerbs) {
            const [method, end, payload, possible] = verbs[verb]
            await sql`update posts set creator = ${creator}, author = null, ${sql.unsafe(set)} where id = ${Id}`
            const request = {
              method,
              url: `${BLOG}/Post/${Id}${end}`,
              headers: { authorization },
              ...(payload && { payload })
            }
            const about = `${verb} ${creator === userId ? 'their own' : 'a colleague’s'} ${state} post`
            const isPossible = possible.some((one) => one === state)
            if (granted.includes(verb) && isPossible) {
              t.ok((await app.inject(request)).statusCode < 300, about)
              continue
            }
            await expectNothingStored(
              t,
              built,
              request,
              granted.includes(verb)
                ? { status: 409, kind: 'conflict', about }
                : { status: 403, kind: 'forbidden', places: [], about }
            )
          }
        }
      }
    })
  }

  await t.test('nobody changes posts of a closed blog', async (t) => {
    await sql`update blogs set closed_on = now() where id = 3`
    for (const [name, , why, , others] of people) {
      const authorization = await tokenOf(name)
      for (const verb of allVerbs) {
        const [method, end, payload, [state]] = verbs[verb]
        await sql`update posts set creator = 11, author = null, ${sql.unsafe(states[state])} where id = ${Id}`
        const request = {
          method,
          url: `${BLOG}/Post/${Id}${end}`,
          headers: { authorization },
          ...(payload && { payload })
        }
        await expectNothingStored(
          t,
          built,
          request,
          others.some((one) => one === verb)
            ? { status: 409, kind: 'conflict', detail: /closed/, about: `${why}: ${verb}` }
            : { status: 403, kind: 'forbidden', places: [], about: `${why}: ${verb}` }
        )
      }
    }
    await sql`update blogs set closed_on = null where id = 3`
  })

  await t.test('nobody without a session changes anything', async (t) => {
    for (const verb of allVerbs) {
      const [method, end, payload] = verbs[verb]
      for (const headers of [{}, { authorization: 'x'.repeat(43) }]) {
        await expectNothingStored(
          t,
          built,
          { method, url: `${BLOG}/Post/${Id}${end}`, headers, ...(payload && { payload }) },
          { status: 401, kind: 'unauthorized', about: verb }
        )
      }
    }
    await expectNothingStored(
      t,
      built,
      { method: 'DELETE', url: `/resources/Data/Post/${Id}` },
      { status: 401, kind: 'unauthorized' }
    )
  })
})
