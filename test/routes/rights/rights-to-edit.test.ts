/** Rights on existing posts: users who may publish may change every post, and members only their own drafts. */
import t from 'tap'
import { golden } from '../../support/golden.ts'
import { build, expectNothingStored, expectRefusal, numberFrom, stateOf } from '../../support/index.ts'

const BLOG = '/resources/Desk/Blog/3'

/** Changes of a post: method, end of the address, body, and the states of a post in which the change is possible. */
const changes = {
  correct: ['PUT', '', { Content: 'x' }, ['draft', 'submitted', 'withdrawn', 'published']],
  publish: ['POST', '/Publish', undefined, ['draft', 'submitted', 'withdrawn']],
  withdraw: ['POST', '/Unpublish', undefined, ['published']],
  handIn: ['POST', '/Submit', undefined, ['draft', 'withdrawn']],
  return: ['POST', '/Return', { Note: 'x' }, ['submitted']],
  pin: ['POST', '/Pin', undefined, ['published']],
  mark: ['POST', '/MarkKeyPoint', undefined, ['draft', 'submitted', 'withdrawn', 'published']],
  move: ['PUT', '/Post/84/Reorder', undefined, ['draft', 'submitted', 'withdrawn', 'published']],
  hide: ['POST', '/Hide', undefined, ['draft', 'submitted', 'withdrawn']],
  show: ['POST', '/Unhide', undefined, ['deleted']],
  remove: ['DELETE', '', undefined, ['draft', 'submitted', 'withdrawn', 'published', 'deleted']]
} as const
type Change = keyof typeof changes

/** SQL assignments that put a post into each state. */
const states = {
  draft: 'published_on = null, deleted_on = null, submitted_on = null',
  submitted: 'published_on = null, deleted_on = null, submitted_on = now()',
  withdrawn: 'published_on = null, deleted_on = null, submitted_on = null, published_c_id = c_id',
  published: 'published_on = now(), deleted_on = null, pinned_on = null',
  deleted: 'published_on = null, deleted_on = now(), submitted_on = null'
} as const
const stateNames = ['draft', 'submitted', 'withdrawn', 'published', 'deleted'] as const

const allChanges: readonly Change[] = [
  ...(['correct', 'publish', 'withdraw', 'handIn', 'return'] as const),
  ...(['pin', 'mark', 'move', 'hide', 'show', 'remove'] as const)
]
/** The changes that a member may make to their own drafts. */
const changesOfOwnDrafts: readonly Change[] = ['correct', 'handIn', 'return', 'hide', 'show', 'remove']

/** Login name, id, role in blog 3, and the changes that the user may make to own drafts and to all other posts. */
const people = [
  ['bjarki', 3, 'the creator of the blog', allChanges, allChanges],
  ['aurelie', 5, 'a member of type Administrator', allChanges, allChanges],
  ['folake', 4, 'no member, but with the right to edit', allChanges, allChanges],
  ['mira', 2, 'a member of type Collaborator', changesOfOwnDrafts, []],
  ['naama', 8, 'no member, with every other right', [], []]
] as const

await t.test('every change of a post needs a right', async (t) => {
  const built = await build(t)
  const { app, sql, tokenOf } = built
  /** The refusal of each change. */
  const refusals = new Set<string>()
  await sql`delete from user_roles where "user" in (select id from users where name in ('bjarki', 'aurelie', 'mira'))`
  await sql`insert into user_rights ("user", "right") select 8, id from rights where name <> 'Livedesk edit'`
  const Id = await numberFrom(sql`
    insert into posts (blog, creator, content) values (3, 11, 'every user tries to change this post') returning id`)

  /** Puts the post into a state, as the work of a user. */
  const set = (state: keyof typeof states, creator: number) => sql`
    update posts set creator = ${creator}, author = null, is_key_point = false, ${sql.unsafe(states[state])}
    where id = ${Id}`
  const requestOf = (change: Change, authorization: string) => {
    const [method, end, payload] = changes[change]
    return { method, url: `${BLOG}/Post/${Id}${end}`, headers: { authorization }, ...(payload && { payload }) }
  }

  for (const [name, userId, role, own, others] of people) {
    await t.test(`${name}, ${role}, may make exactly the allowed changes`, async (t) => {
      const authorization = await tokenOf(name)
      for (const creator of [userId, 11]) {
        for (const state of stateNames) {
          const granted: readonly Change[] = creator === userId && state !== 'published' ? own : others
          const isPossible = (change: Change) => changes[change][3].some((possible) => possible === state)
          const isAllowed = (change: Change) => granted.includes(change) && isPossible(change)
          const about = `${creator === userId ? 'their own' : 'a colleague’s'} ${state} post`
          await set(state, creator)
          const before = await stateOf(sql)
          for (const change of allChanges.filter((each) => !isAllowed(each))) {
            const kind = granted.includes(change) ? 'conflict' : 'forbidden'
            const refusal = { kind, about: `${change} ${about}` }
            const words = await expectRefusal(t, app, requestOf(change, authorization), refusal)
            refusals.add(`${change}${kind === 'conflict' ? ` of a ${state} post` : ''}: ${words}\n`)
          }
          t.same(await stateOf(sql), before, `what was refused has changed nothing of ${about}`)
          for (const change of allChanges.filter(isAllowed)) {
            await set(state, creator)
            const { statusCode } = await app.inject(requestOf(change, authorization))
            t.ok(statusCode < 300, `${change} ${about}`)
          }
        }
      }
    })
  }

  await t.test('posts of a closed blog cannot be changed', async (t) => {
    await sql`update blogs set closed_on = now() where id = 3`
    for (const [name, , role, , others] of people) {
      const authorization = await tokenOf(name)
      for (const change of allChanges) {
        await set(changes[change][3][0], 11)
        const isAllowed = others.some((allowed) => allowed === change)
        const refusal = { kind: isAllowed ? 'conflict' : 'forbidden', about: `${role}: ${change}` }
        const words = await expectNothingStored(t, built, requestOf(change, authorization), refusal)
        refusals.add(`${change}${isAllowed ? ' in a closed blog' : ''}: ${words}\n`)
      }
    }
    await sql`update blogs set closed_on = null where id = 3`
  })
  await golden(t, 'refused-changes.txt', Buffer.from([...refusals].sort().join('')))
})
