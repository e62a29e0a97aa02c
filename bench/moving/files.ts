/**
 * Measures `desk import` and `desk export`: posts a second and the peak of memory, for a small and a large file of the
 * formats that are read as they arrive. `npx tsx bench/moving/files.ts [posts]`
 */
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { measuredDesk } from '../stage/command.ts'
import { atEnd, finish, temporaryFolder } from '../stage/ending.ts'
import { ownPostgres } from '../stage/postgres.ts'

const posts = Number(process.argv[2] ?? 100_000)
const began = Date.UTC(2026, 0, 1)
const content = `<p>${'Results come in from the districts of the harbour, and the count goes on. '.repeat(6)}</p>`

type Write = (count: number) => Iterable<string>

const writers: Readonly<Record<string, Write>> = {
  *desk(count) {
    const id = `https://bench.example/${count}`
    yield `${JSON.stringify({ kind: 'desk-blog', version: 1, id, title: 'Bench', language: 'en' })}\n`
    for (let n = 1; n <= count; n++) {
      const createdOn = new Date(began + n * 1000).toISOString()
      const moments = { createdOn, publishedOn: createdOn }
      const body = { type: 'normal', content: `${content}${n}`, meta: {}, author: 'Ann Lee', position: String(n) }
      yield `${JSON.stringify({ kind: 'post', id: String(n), state: 'published', ...body, ...moments })}\n`
    }
    yield `${JSON.stringify({ kind: 'end', posts: count })}\n`
  },
  // Every tenth entry is corrected later in the file.
  *wxr(count) {
    yield '<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Bench</title><language>en</language>'
    yield `<item><title>Live</title><guid>https://bench.example/?p=${count}</guid>`
    for (let n = 1; n <= count; n++) yield entry(n, n, '')
    for (let n = 10; n <= count; n += 10) {
      yield entry(
        count + n,
        n,
        `<wp:commentmeta><wp:meta_key>liveblog_replaces</wp:meta_key>
        <wp:meta_value>${n}</wp:meta_value></wp:commentmeta>`
      )
    }
    yield '</item></channel></rss>'
  }
}

const entry = (id: number, second: number, meta: string) => {
  const date = new Date(began + second * 1000).toISOString().replace('T', ' ').slice(0, 19)
  return `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>Ann Lee</wp:comment_author>
    <wp:comment_date_gmt>${date}</wp:comment_date_gmt><wp:comment_approved>liveblog</wp:comment_approved>
    <wp:comment_content><![CDATA[${content}${id}]]></wp:comment_content>
    <wp:comment_type>liveblog</wp:comment_type>${meta}</wp:comment>`
}

const run = async () => {
  const { url } = await ownPostgres(atEnd)
  const folder = await temporaryFolder(atEnd)
  const env = { DATABASE_URL: url, DATA_DIR: folder, DEMO: 'false' }
  await measuredDesk({ ...env, ADMIN_PASSWORD: 'measured with care' }, 'demo')
  for (const [format, write] of Object.entries(writers)) {
    for (const count of [posts / 10, posts]) {
      const file = join(folder, `${format}-${count}`)
      await pipeline(Readable.from(write(count)), createWriteStream(file))
      for (const time of ['first', 'again']) {
        const { out, seconds, peak } = await measuredDesk(env, 'import', file, '--creator', 'admin', '--json')
        const [{ Blog, Added, Changed, Unchanged }] = JSON.parse(out).Blogs
        const size = Math.round((await stat(file)).size / 1024 / 1024)
        process.stdout.write(
          `${format}, ${size} MiB, ${time}: ${Added} added, ${Changed} changed, ${Unchanged} as before, ` +
            `${Math.round((Added + Changed + Unchanged) / seconds)} posts/s, peak ${Math.round(peak)} MiB\n`
        )
        if (time === 'first') await measureExport(env, Blog, count, `${file}-exported`)
      }
    }
  }
}

const measureExport = async (env: Readonly<Record<string, string>>, blog: number, posts: number, folder: string) => {
  const { seconds, peak } = await measuredDesk(env, 'export', String(blog), '--to', folder)
  process.stdout.write(
    `exported: ${posts} posts, ${Math.round(posts / seconds)} posts/s, peak ${Math.round(peak)} MiB\n`
  )
}

await finish(run())
