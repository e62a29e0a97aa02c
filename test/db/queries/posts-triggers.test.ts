/** Triggers and constraints of posts, which also hold for changes that bypass the service. */
import t from 'tap'
import type { Pool } from '../../../db/client.ts'
import { build } from '../../support/app.ts'
import { addBlog, publishIn } from '../../support/newsroom.ts'

interface Counters {
  LastCId: number
  PublishedCId: number
  PostCount: number
  PublishedCount: number
  LastOrder: string
}
interface PostState {
  CId: number
  Order: string
  WasPublished: boolean
  IsPublished: boolean
  IsModified: boolean
}

const insertBlog = (sql: Pool) => addBlog(sql, 'Triggers')

const insertPost = (sql: Pool, blog: number | null, published = false) =>
  publishIn(sql, blog, 'x', published ? {} : { published_on: null })

const countersOf = async (sql: Pool, blog: number): Promise<Counters> => {
  const [counters] = await sql<[Counters]>`
    select last_c_id, published_c_id, post_count, published_count, last_order from blogs where id = ${blog}`
  return { ...counters }
}

const lastPostOn = async (sql: Pool, blog: number): Promise<Date | null> => {
  const [{ LastPostOn }] = await sql<[{ LastPostOn: Date | null }]>`select last_post_on from blogs where id = ${blog}`
  return LastPostOn
}

const stateOf = async (sql: Pool, post: number): Promise<PostState> => {
  const [state] = await sql<
    [PostState]
  >`select c_id, "order", was_published, is_published, is_modified from posts where id = ${post}`
  return { ...state }
}

const violates = (constraint: string) => ({ code: '23514', constraint_name: constraint })

t.test('triggers maintain the change numbers, counters and order of posts', async (t) => {
  const { sql } = await build(t)

  t.test('count_posts() counts posts that were inserted without triggers', async (t) => {
    const blog = await insertBlog(sql)
    for (const published of [true, true, false]) await insertPost(sql, blog, published)
    const deleted = await insertPost(sql, blog, true)
    await sql`update posts set deleted_on = now() where id = ${deleted}`
    const countersBefore = await countersOf(sql, blog)
    t.match(countersBefore, { PostCount: 3, PublishedCount: 2 })
    const lastPostBefore = await lastPostOn(sql, blog)
    t.ok(lastPostBefore)
    await sql`
      update blogs set post_count = 0, published_count = 0, last_c_id = 0, published_c_id = 0, last_order = 0,
        last_post_on = null
      where id = ${blog}`
    await sql`call count_posts()`
    t.same(await countersOf(sql, blog), countersBefore)
    t.same(await lastPostOn(sql, blog), lastPostBefore)
  })

  t.test('a blog knows when its latest published post was published', async (t) => {
    const blog = await insertBlog(sql)
    const year = (year: number) => new Date(Date.UTC(year, 0))
    const ids: number[] = []
    const lastPostIs = async (expected: Date | null, when: string) =>
      t.same(await lastPostOn(sql, blog), expected, when)
    await lastPostIs(null, 'without posts')
    for (const published of [year(2001), year(2003), year(2002), null]) {
      ids.push(await publishIn(sql, blog, 'x', { created_on: year(2000), published_on: published }))
    }
    const [first = 0, latest = 0, middle = 0, draft = 0] = ids
    await lastPostIs(year(2003), 'whatever the order of inserts, and drafts do not count')
    await sql`update posts set content = 'y' where id in ${sql([first, draft])}`
    await lastPostIs(year(2003), 'after corrections')
    await sql`update posts set published_on = ${year(2001)} where id = ${latest}`
    await lastPostIs(year(2002), 'after the latest one got an earlier time')
    await sql`update posts set published_on = ${year(2004)} where id = ${draft}`
    await lastPostIs(year(2004), 'after a publication')
    await sql`update posts set published_on = null where id = ${draft}`
    await lastPostIs(year(2002), 'after a withdrawal')
    await sql`update posts set deleted_on = now() where id in ${sql([first, middle])}`
    await lastPostIs(year(2001), 'after deletions')
    await sql`update posts set deleted_on = now() where id = ${latest}`
    await lastPostIs(null, 'after the deletion of the last one')
  })

  t.test('a post of a blog cannot be deleted from the table', async (t) => {
    const blog = await insertBlog(sql)
    const post = await insertPost(sql, blog, true)
    const countersBefore = await countersOf(sql, blog)
    await t.rejects(sql`delete from posts where id = ${post}`, violates('posts_kept'))
    await t.rejects(sql`delete from posts where blog = ${blog}`, violates('posts_kept'))
    await t.rejects(sql`delete from blogs where id = ${blog}`, { code: '23503' }, 'nor can its blog')
    t.same(await countersOf(sql, blog), countersBefore)

    const postWithoutBlog = await insertPost(sql, null)
    await sql`delete from posts where id = ${postWithoutBlog}`
    const shown = [...(await sql`select from posts where id = ${postWithoutBlog}`)]
    t.same(shown, [], 'a post without a blog can be deleted')
  })

  t.test('a post cannot move to another blog', async (t) => {
    const [blog, otherBlog] = [await insertBlog(sql), await insertBlog(sql)]
    const post = await insertPost(sql, blog)
    const postWithoutBlog = await insertPost(sql, null)
    const countersBefore = [await countersOf(sql, blog), await countersOf(sql, otherBlog)]
    await t.rejects(sql`update posts set blog = ${otherBlog} where id = ${post}`, violates('posts_blog_fixed'))
    await t.rejects(sql`update posts set blog = null where id = ${post}`, violates('posts_blog_fixed'))
    await t.rejects(
      sql`update posts set blog = ${blog} where id = ${postWithoutBlog}`,
      violates('posts_blog_fixed'),
      'nor can a post without a blog move to one'
    )
    t.same([await countersOf(sql, blog), await countersOf(sql, otherBlog)], countersBefore)
  })

  t.test('a post without a blog has no change number and no order', async (t) => {
    const postWithoutBlog = await insertPost(sql, null, true)
    await sql`update posts set content = 'y' where id = ${postWithoutBlog}`
    t.match(await stateOf(sql, postWithoutBlog), { CId: undefined, Order: undefined })
  })

  t.test('every kind of change gets the next change number and updates the counters', async (t) => {
    const blog = await insertBlog(sql)
    const shown = await countersOf(sql, blog)
    t.same(shown, { LastCId: 0, PublishedCId: 0, PostCount: 0, PublishedCount: 0, LastOrder: '0' })
    const draft = await insertPost(sql, blog)
    const found = await countersOf(sql, blog)
    t.same(found, { LastCId: 1, PublishedCId: 0, PostCount: 1, PublishedCount: 0, LastOrder: '1' }, 'a draft')
    const live = await insertPost(sql, blog, true)
    const result = await countersOf(sql, blog)
    t.same(result, { LastCId: 2, PublishedCId: 2, PostCount: 2, PublishedCount: 1, LastOrder: '2' }, 'a published post')

    // Name of the change, the changed post, the change, and the counters that it changes besides LastCId.
    const steps = [
      ['an edit of a draft', draft, sql`content = 'y', updated_on = now()`, {}],
      ['an edit of a published post', live, sql`content = 'y', updated_on = now()`, { PublishedCId: 4 }],
      ['an edit that changes nothing', live, sql`content = content`, { PublishedCId: 5 }],
      ['publishing', draft, sql`published_on = now()`, { PublishedCId: 6, PublishedCount: 2, LastOrder: '3' }],
      ['publishing again', draft, sql`published_on = now()`, { PublishedCId: 7 }],
      ['unpublishing', live, sql`published_on = null`, { PublishedCId: 8, PublishedCount: 1 }],
      ['an edit of a withdrawn post', live, sql`meta = '{"a":1}'`, {}],
      ['reordering a withdrawn post', live, sql`"order" = 2.5`, {}],
      ['reordering a published post to the top', draft, sql`"order" = 7.25`, { PublishedCId: 11, LastOrder: '7.25' }],
      ['deleting a withdrawn post', live, sql`deleted_on = now()`, { PublishedCId: 12, PostCount: 1 }],
      ['deleting a deleted post', live, sql`deleted_on = now()`, { PublishedCId: 13 }],
      [
        'deleting a published post',
        draft,
        sql`deleted_on = now()`,
        { PublishedCId: 14, PostCount: 0, PublishedCount: 0 }
      ],
      [
        'restoring a deleted post',
        draft,
        sql`deleted_on = null`,
        { PublishedCId: 15, PostCount: 1, PublishedCount: 1 }
      ],
      ['changing the type', draft, sql`type = 'wrapup'`, { PublishedCId: 16 }],
      ['publishing a deleted post', live, sql`published_on = now()`, { PublishedCId: 17, LastOrder: '8' }]
    ] as const
    let expected = await countersOf(sql, blog)
    for (const [name, post, change, changed] of steps) {
      await sql`update posts set ${change} where id = ${post}`
      expected = { ...expected, LastCId: expected.LastCId + 1, ...changed }
      t.same(await countersOf(sql, blog), expected, name)
      t.equal((await stateOf(sql, post)).CId, expected.LastCId, `${name}: the post has the change number`)
    }
  })

  t.test('only a change that readers can see raises the time of the last change of the blog', async (t) => {
    const blog = await insertBlog(sql)
    const [draft, live] = [await insertPost(sql, blog), await insertPost(sql, blog, true)]
    const updatedOn = async () =>
      (await sql<{ UpdatedOn?: Date }[]>`select updated_on from blogs where id = ${blog}`)[0]?.UpdatedOn
    const correct = (post: number) =>
      sql`update posts set content = 'y', updated_on = clock_timestamp() where id = ${post}`
    await correct(draft)
    t.equal(await updatedOn(), undefined, 'a draft')
    await correct(live)
    const time = await updatedOn()
    t.ok(time, 'a published post')
    await sql`update posts set published_on = null where id = ${live}`
    await correct(live)
    t.same(await updatedOn(), time, 'a withdrawn post')
  })

  t.test('a change of several posts numbers each, and a rollback releases the numbers', async (t) => {
    const blog = await insertBlog(sql)
    for (let count = 0; count < 5; count += 1) await insertPost(sql, blog, count % 2 === 0)
    await sql`update posts set content = 'y' where blog = ${blog}`
    const rolledBack = sql.begin(async (transaction) => {
      await transaction`update posts set deleted_on = now() where blog = ${blog}`
      throw new Error('rolled back')
    })
    await t.rejects(rolledBack, { message: 'rolled back' })
    t.match(await countersOf(sql, blog), { LastCId: 10, PostCount: 5, PublishedCount: 3 })
    const numbers = (await sql<{ CId: number }[]>`select c_id from posts where blog = ${blog} order by c_id`).map(
      ({ CId }) => CId
    )
    t.same(numbers, [6, 7, 8, 9, 10])
  })

  t.test('new and newly published posts get the highest order; other changes keep the order', async (t) => {
    const blog = await insertBlog(sql)
    const orderOf = async (post: number) => (await stateOf(sql, post)).Order
    const [first, second, third] = [
      await insertPost(sql, blog),
      await insertPost(sql, blog, true),
      await insertPost(sql, blog)
    ]
    const shown = { first: await orderOf(first), second: await orderOf(second), third: await orderOf(third) }
    t.same(shown, { first: '1', second: '2', third: '3' })
    await sql`update posts set published_on = now() where id = ${first}`
    t.equal(await orderOf(first), '4', 'after publishing')
    await sql`update posts set published_on = null where id = ${first}`
    await sql`update posts set content = 'y' where id = ${second}`
    const found = { first: await orderOf(first), second: await orderOf(second) }
    t.same(found, { first: '4', second: '2' }, 'after unpublishing and editing')
    await sql`update posts set "order" = 9.5 where id = ${third}`
    const fourth = await insertPost(sql, blog)
    t.equal(await orderOf(fourth), '10', 'above the post that was moved up')
    await t.rejects(
      sql`update posts set "order" = 10 where id = ${third}`,
      { code: '23505' },
      'two posts cannot have the same order'
    )
    t.equal(await orderOf(third), '9.5')
  })

  t.test('was_published stays true once a post was published', async (t) => {
    const blog = await insertBlog(sql)
    const [never, once] = [await insertPost(sql, blog), await insertPost(sql, blog, true)]
    t.match(await stateOf(sql, once), { WasPublished: true, IsPublished: true, IsModified: false })
    for (const change of [
      sql`published_on = null`,
      sql`content = 'y', updated_on = now()`,
      sql`published_c_id = null, content = 'z'`,
      sql`deleted_on = now()`
    ]) {
      await sql`update posts set ${change} where id = ${once}`
      t.match(await stateOf(sql, once), { WasPublished: true, IsPublished: false })
      await sql`update posts set ${change} where id = ${never}`
      t.match(await stateOf(sql, never), { WasPublished: false, IsPublished: false })
    }
    t.equal((await stateOf(sql, once)).IsModified, true)
  })

  t.test('change numbers cannot be set directly', async (t) => {
    const blog = await insertBlog(sql)
    const [draft, live] = [await insertPost(sql, blog), await insertPost(sql, blog, true)]
    await sql`update posts set c_id = 1000 where id = ${draft}`
    t.match(await stateOf(sql, draft), { CId: 3 })
    await sql`update posts set published_c_id = null where id = ${live}`
    t.match(await stateOf(sql, live), { CId: 4, WasPublished: true })
    await sql`update posts set created_on = now() - interval '1 day' where id = ${draft}`
    t.match(await stateOf(sql, draft), { CId: 5 }, 'a change of any column gets a change number')
    t.match(await countersOf(sql, blog), { LastCId: 5, PublishedCId: 4 })
  })

  t.test('the author of a post is a member of the blog, its creator, a source, or the user who posts', async (t) => {
    const blog = await insertBlog(sql)
    const [{ NonMember, Own, Sms }] = await sql<[{ NonMember: number; Own: number; Sms: number }]>`
      select (select min(id) from collaborators where "user" > 1) as non_member,
        (select min(id) from collaborators where "user" = 1) as own,
        (select collaborators.id from collaborators join sources on sources.id = source where name = 'sms') as sms`
    const insert = (author: number) =>
      sql`insert into posts (blog, creator, author, content) values (${blog}, 1, ${author}, 'x')`
    await t.rejects(insert(NonMember), violates('posts_author_of_blog'))
    await t.resolves(
      sql`
      insert into posts (blog, creator, author, content)
      select ${blog}, "user", id, 'x' from collaborators where id = ${NonMember}`,
      'the user who posts'
    )
    await t.resolves(insert(Own), 'the creator of the blog')
    await t.resolves(insert(Sms), 'a source')
    await sql`insert into blog_collaborators (blog, collaborator) values (${blog}, ${NonMember})`
    await t.resolves(insert(NonMember), 'a member')
  })
})
