/** Documents with very long posts, or very many: while they are made, other requests go on. */
import t from 'tap'
import { build, until } from '../../support/index.ts'

const { get, sql } = await build(t, { CACHE_MB: '0' })

/** Returns the milliseconds that a task takes, and the longest time in which nothing else ran. */
const costOf = async (task: () => Promise<unknown>) => {
  const began = performance.now()
  let last = began
  let longest = 0
  const look = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  const timer = setInterval(look, 1)
  await task()
  look()
  clearInterval(timer)
  return { duration: performance.now() - began, longest }
}

const [{ Id }] = await sql<[{ Id: number }]>`
  insert into blogs (type, language, creator, title, live_on) values (1, 1, 1, 'Long', now()) returning id`
// The test changes long posts again and again, and searches for nothing.
await sql`drop index posts_markup_words_idx`
const content = '<b>a</b> '.repeat(7200)
for (let post = 0; post < 60; post += 1) {
  await sql`insert into posts (blog, creator, content, published_on) values (${Id}, 1, ${content + post}, now())`
}

const [{ Id: many }] = await sql<[{ Id: number }]>`
  insert into blogs (type, language, creator, title, live_on) values (1, 1, 1, 'Many', now()) returning id`
await sql`
  insert into posts (blog, creator, content, published_on)
  select ${many}, 1, repeat('<img src="https://news.example/' || number || '.jpg">', 20), now()
  from generate_series(1, 1000) as number`

for (let blog = 0; blog < 20; blog += 1) {
  await sql`
    insert into blogs (type, language, creator, title, description)
    values (1, 1, 1, ${`Long ${blog}`}, ${content + blog})`
}

// With the milliseconds, or the part of the duration, for which others may wait. A long post takes a tenth of a second.
for (const [path, time, part] of [
  ['/news-sitemap.xml', 150, 1 / 2],
  [`/live/${Id}`, 150, 1 / 2],
  [`/live/${Id}/embed?posts=20`, 150, 1 / 2],
  [`/live/${Id}/atom/1-60`, 150, 1 / 2],
  [`/resources/Desk/Blog/${Id}/Post/Published.html?limit=20`, 150, 1 / 2],
  [`/resources/Desk/Blog/${many}/Post/Published.html?limit=300`, 40, 1 / 3],
  [`/resources/Desk/Blog/${many}/Post/Published.json?limit=1000&X-Filter=*`, 40, 1 / 3],
  ['/resources/Desk/Blog.html', 150, 1 / 2]
] as const) {
  await t.test(`others wait for a part of ${path} only`, async (t) => {
    // The first request also loads modules, which does not count.
    await get(path.replace(`/${Id}`, '/1'))
    const made = async () => {
      // Contents that have not changed come from a cache.
      await sql`update posts set content = content || '.' where blog = ${Id}`
      await sql`update blogs set description = description || '.' where title like 'Long %'`
      let status = 0
      const cost = await costOf(async () => {
        ;({ statusCode: status } = await get(path))
      })
      return { ...cost, status }
    }
    // Another program can hold the processor for a while, so that this waits or is refused, but not each time.
    t.ok(
      await until(made, ({ status, duration, longest }) => status === 200 && longest < Math.max(time, duration * part))
    )
  })
}

await t.test('a page of more posts than a page can show is refused, with what to ask for', async (t) => {
  const long = 'a'.repeat(65_000)
  for (let post = 0; post < 70; post += 1) {
    await sql`insert into posts (blog, creator, content, published_on) values (1, 1, ${`<p>${long}</p>${post}`}, now())`
  }
  const path = '/resources/Desk/Blog/1/Post/Published.html?limit='
  const { statusCode, body } = await get(`${path}70`)
  t.equal(statusCode, 400)
  t.match(body, /limit must be less than 6[45]: the items have more than 4194304 characters/)
  t.equal((await get(`${path}60`)).statusCode, 200)
})
