/** A newsroom in which nothing moves: it has something of everything, and its times are the same in each run. */
import type { Test } from 'tap'
import { build } from '../support/app.ts'
import { UUIDS } from '../support/golden.ts'
import { BROWSER } from '../support/html.ts'
import { prepareRows } from './writes.ts'

/** A text with everything that posts contain. */
const CONTENT = `<h2>Count</h2>
  <p>A <b>bold</b> <a href="https://a.example/?a=1&amp;b=2">link</a> &amp; a <i>word</i>.</p>
  <ul><li>one</li></ul><blockquote>said</blockquote>
  <figure><img src="/content/files/a-640x360_B.jpg" alt="A bridge"><figcaption>By Mio</figcaption></figure>
  <p><a href="https://www.youtube.com/watch?v=abcdefghijk">Film</a></p>`

const EMBED = {
  UserComments: true,
  TimeZone: 'Europe/Lisbon',
  Lead: { url: 'https://p.example/lead.jpg', alt: 'A pier', credit: 'Mio', width: 1600, height: 900 },
  Style: {
    ...{ logo: 'https://p.example/logo.png', logoText: 'Tidewater', font: 'serif', size: 'large' },
    ...{ background: '#ffffff', text: '#102030', accent: '#a3231c' },
    dark: { background: '#101010', text: '#f0f0f0', accent: '#ffb0a0' }
  }
}

const MOMENT = '2025-11-20T10:00:00Z'
const LATER = '2100-01-01T10:00:00Z'

/**
 * Builds the service. Blog 900 is live and has a row of each kind, blog 901 is announced.
 * @returns also the headers of a browser with the session of a user; without a session for an empty name
 */
export const buildStill = async (t: Test) => {
  const built = await build(t, { CACHE_MB: '0', WEBHOOKS_PRIVATE: 'true' })
  const { sql, tokenOf } = built
  await prepareRows(sql)
  await sql`update posts set content = ${CONTENT} where id = 901`
  await sql`update blogs set live_on = now(), embed_config = ${JSON.stringify(EMBED)} where id = 900`
  await sql`update blogs set starts_on = ${LATER} where id = 901`
  const tokens = new Map<string, string>()
  for (const name of ['admin', 'aurelie', 'mira', 'orysia', 'spare']) tokens.set(name, await tokenOf(name))
  const columns = await sql<{ Table: string; Column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name <> 'sessions'
      and table_name in (select tablename from pg_tables where schemaname = 'public')`
  await sql.begin(async (transaction) => {
    // Without the triggers, which would write the current time.
    await transaction`set local session_replication_role = replica`
    for (const { Table, Column } of columns) {
      const column = transaction(Column)
      const moment = transaction`case when ${column} > now() then ${LATER}::timestamptz else ${MOMENT}::timestamptz end`
      await transaction`
        update ${transaction(Table)} set ${column} = ${moment}
        where ${column} > now() - interval '1 hour'`
    }
  })
  // Tokens of programs have no end. A session that nobody uses ends by itself.
  await sql`
    update sessions set created_on = ${MOMENT},
      expires_on = case when expires_on is not null then ${LATER}::timestamptz end,
      accessed_on = case when expires_on is null then ${MOMENT}::timestamptz else accessed_on end`
  const headersOf = (user: string): Record<string, string> => ({
    ...BROWSER,
    ...(user !== '' && { cookie: `desk_session=${tokens.get(user)}` })
  })
  return { ...built, headersOf, tokens }
}

/** Returns a page with a tag in each line, without the parts that differ between runs. */
export const stable = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/(\/(?:pages|content)\/[\w.-]+-)[0-9a-f]{10}\b/g, '$1HASH')
      .replace(/msg_[\da-f]{32}/g, 'msg_HASH')
      .replace(UUIDS, 'UUID')
      // Pages of the newsroom name a year that is not the present one. Most posts of the demo are of 2026.
      .replace(/( UTC">\d+ \w+) 2026, /g, '$1, ')
      .replaceAll('><', '>\n<')
  )
