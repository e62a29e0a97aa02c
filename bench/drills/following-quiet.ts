/**
 * Measures the processor time of two services while one follows a hundred quiet blogs of the other.
 * `npx tsx bench/drills/following-quiet.ts [syncs]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openSource, startSync } from '../following/newsrooms.ts'
import { argument, drill, timeUntil } from '../stage/drill.ts'
import { processorSeconds } from '../stage/service.ts'

const syncCount = argument('how many syncs', 100)
const SECONDS = 60

await drill(async (stage) => {
  const { claim, note, postgres } = stage
  const { sql } = postgres
  const { source, sourceSql, blog } = await openSource(stage, 28)
  const follower = await stage.serve({ FOLLOW_PRIVATE: 'true' })
  const followed = await sourceSql<{ Id: number }[]>`
    insert into blogs (type, language, creator, title, live_on)
    select type, language, creator, 'Quiet ' || n, now() from blogs, generate_series(1, ${syncCount}::integer) as n
    where blogs.id = ${blog} returning id`
  const copies = await sql<{ Id: number }[]>`
    insert into blogs (type, language, creator, title, live_on)
    select 1, 1, ${stage.user}, 'Copy ' || n, now() from generate_series(1, ${syncCount}::integer) as n returning id`
  await sourceSql`
    insert into posts (blog, creator, content, published_on)
    select id, creator, 'quiet', now() from blogs where title like 'Quiet %'`
  for (const [index, { Id }] of copies.entries()) {
    await startSync(follower, stage, Id, `${source.origin}/resources/Desk/Blog/${followed[index]?.Id}`)
  }
  const copied = async () => (await sql`select from sync_states where succeeded_on is not null`).count
  const took = await timeUntil(async () => (await copied()) === syncCount)
  claim(`${syncCount} blogs are copied after`, took / 1000, ['≤', 60, 's'])
  const { count } = await sql`select from posts where deleted_on is null`
  claim('copied posts', count, ['=', syncCount])
  // The work that the copies caused ends first. A minute has at least one poll of each sync.
  await sleep(10_000)
  const used = () => Promise.all([follower, source].map((service) => processorSeconds(service.pid())))
  const before = await used()
  await sleep(SECONDS * 1000)
  const [ours = NaN, theirs = NaN] = (await used()).map((time, index) => time - (before[index] ?? NaN))
  claim(`processor time of the follower with ${syncCount} quiet syncs`, (ours / SECONDS) * 100, ['≤', 2, '% of a core'])
  note(`that of the source: ${((theirs / SECONDS) * 100).toFixed(2)} % of a core`)
})
