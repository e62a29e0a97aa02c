/** Runs `desk import` on the database of a service, and makes exports for it. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { ForeignPost } from '../../moving/foreign.ts'
import { blogLine, endLine, postLine } from '../../moving/formats/desk.ts'
import { filesIn } from '../routes/uploads.ts'
import { runDesk } from '../support/commands.ts'
import { build } from '../support/index.ts'

export const blog = { kind: 'blog', id: 'https://other.example/live/1', title: 'Storm watch', language: 'en' } as const

/** Returns a published post. Its id is its second. */
export const post = (id: string, more: Partial<ForeignPost> = {}): ForeignPost => ({
  kind: 'post',
  id,
  state: 'published',
  type: 'normal',
  content: `<p>Post ${id}</p>`,
  meta: {},
  author: 'Ann Lee',
  createdOn: new Date(`2026-01-02T03:00:${id.padStart(2, '0')}Z`),
  ...more
})

/** Returns the export of a blog with posts. */
export const file = (...posts: ForeignPost[]) => blogLine(blog) + posts.map(postLine).join('') + endLine(posts.length)

/** Something that an import has lost, as its report shows it. */
interface ReportedLoss {
  readonly Post?: string
  readonly What: string
  readonly Why: string
}

/** Standard input: at once, or in pieces. */
type Input = string | Buffer | AsyncIterable<Buffer>

/** Builds the service. @returns a function that runs `desk import` with standard input and options */
export const importer = async (t: Test) => {
  const service = await build(t, { CACHE_MB: '0' })
  const env = { DATABASE_URL: service.databaseUrl, DATA_DIR: service.dataDir }
  const losses = join(service.dataDir, 'losses')
  /** Imports a text or its bytes, with options of the command. */
  const run = (input: Input, ...options: string[]) => runOn('-', input, ...options)
  const runOn = async (place: string, input: Input, ...options: string[]) => {
    const command = ['import', place, '--creator', 'admin', '--json', '--report', losses, ...options]
    await rm(losses, { force: true })
    const { code, out, err } = await runDesk(env, command, { input })
    if (code !== 0) t.comment(err)
    const arriving = (await filesIn(service.dataDir)).filter((name) => name.startsWith('incoming/'))
    t.same(arriving, [], 'no file stays that was only arriving')
    const { Blogs: blogs = [{}], ...rest } = out === '' ? {} : JSON.parse(out)
    return { code, err: err.replace(/^Database: .*\n/, ''), report: { ...blogs[0], ...rest }, blogs }
  }
  /** Returns the losses of the last run, in its order. */
  const lastLosses = async (): Promise<ReportedLoss[]> => {
    const lines = (await readFile(losses, 'utf8')).trim().split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
  }
  const posts = async (blog: number) => {
    const { PostList } = await service.json(`Desk/Blog/${blog}/Post/Published?X-Filter=*&limit=100`)
    return PostList
  }
  return { ...service, run, runOn, posts, lastLosses }
}
