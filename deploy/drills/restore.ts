/**
 * An `npm start` installation is backed up under load and restored into an empty folder. Afterwards documents have the
 * same bytes, uploaded files too, and a reader's cursor is either still valid or answered with 410.
 * `npx tsx deploy/drills/restore.ts`
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { atEnd, root } from '../../bench/processes.ts'
import { freePort } from '../../db/embedded/index.ts'
import { dataDir, start } from '../../test/support/service.ts'
import { writers } from './load.ts'
import { claim, drill, note, picture } from './stage.ts'

await drill(async () => {
  const PORT = `${await freePort()}`
  const origin = `http://127.0.0.1:${PORT}`
  const folders = { teardown: atEnd }
  const [before, after] = [await dataDir(folders), await dataDir(folders)]
  const backups = await mkdtemp(join(tmpdir(), 'desk-drill-backup-'))
  atEnd(() => rm(backups, { recursive: true, force: true }))
  const backup = join(backups, 'backup')
  const serve = (DATA_DIR: string) =>
    start(folders, ['node', join(root, 'dist/server.js')], { PORT, DATA_DIR, DATABASE_URL: '', LOG_LEVEL: 'error' })
  const desk = async (DATA_DIR: string, ...command: readonly string[]) => {
    const env = { ...process.env, DATA_DIR, DATABASE_URL: '' }
    return (await promisify(execFile)('node', [join(root, 'dist/cli.js'), ...command], { env })).stdout.trim()
  }
  /** Posts of the demo’s blogs 1 to 3 don't change; those of a new one do. */
  const read = async (path: string) => {
    const answer = await fetch(`${origin}${path}`)
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  const first = await serve(before)
  const token = await desk(before, 'token', 'add', 'admin', 'drill')
  const busy = Number(await desk(before, 'blog', 'add', 'Busy', '--creator', 'admin', '--language', 'en'))
  const body = new FormData()
  body.append('file', new Blob([await picture()]), 'drill.png')
  const uploaded = await fetch(`${origin}/resources/HR/User/1/MetaData/Upload.json`, {
    method: 'POST',
    body,
    headers: { authorization: token }
  })
  const file = /"Content":\{"href":"([^"]+)"/.exec(await uploaded.text())?.[1] ?? ''
  const paths = [
    ...[1, 2, 3].flatMap((blog) => [
      `/resources/Desk/Blog/${blog}`,
      `/resources/Desk/Blog/${blog}/Post?limit=1000&X-Filter=*`,
      `/resources/Desk/Blog/${blog}/Post/Published.json?X-Filter=*&cId.since=0`
    ]),
    '/resources/HR/User?X-Filter=*',
    '/resources/Archive/MetaData?X-Filter=*',
    new URL(file, origin).pathname
  ]
  const originals = await Promise.all(paths.map(read))
  const cursor = async (blog: number) =>
    Number(/lastCId="(\d+)"/.exec((await read(`/resources/Desk/Blog/${blog}/Post/Published`)).bytes.toString())?.[1])
  const since = async (blog: number, number: number) =>
    read(`/resources/Desk/Blog/${blog}/Post/Published?cId.since=${number}`)

  const load = writers(origin, { token, blogs: [busy], count: 4, pause: 5 })
  await sleep(2_000)
  const acknowledgedContents = new Set(load.acknowledged)
  const early = await cursor(busy)
  const began = performance.now()
  await desk(before, 'backup', backup)
  note(`the backup took ${((performance.now() - began) / 1000).toFixed(1)} s`)
  await sleep(2_000)
  await load.stop()
  const late = await cursor(busy)
  await first.stop('SIGTERM')

  const restoring = performance.now()
  await desk(after, 'restore', backup)
  await serve(after)
  note(`restoring and starting took ${((performance.now() - restoring) / 1000).toFixed(1)} s`)
  const restored = await Promise.all(paths.map(read))
  claim('documents and files that answered 200 before', originals.filter(({ status }) => status === 200).length, [
    '=',
    paths.length
  ])
  claim(
    `of ${paths.length}, with other bytes after the restore`,
    restored.filter(({ bytes }, at) => originals[at]?.bytes.equals(bytes) !== true).length,
    ['=', 0]
  )
  const all = await read(`/resources/Desk/Blog/${busy}/Post/Published.json?X-Filter=Content&limit=1000`)
  const text = all.bytes.toString()
  claim(
    `of ${acknowledgedContents.size} posts acknowledged before the backup, missing`,
    [...acknowledgedContents].filter((content) => !text.includes(`"${content}"`)).length,
    ['=', 0]
  )
  claim('status for the cursor of a reader from before the backup', (await since(busy, early)).status, ['=', 200])
  claim('changes that the backup does not have', late - (await cursor(busy)), ['≥', 1])
  claim('status for a cursor that the backup does not know', (await since(busy, late)).status, ['=', 410])
})
