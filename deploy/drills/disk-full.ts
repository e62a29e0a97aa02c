/**
 * The disk of PostgreSQL and of uploaded files is full for 20 seconds. Must run as root: the disk is a small tmpfs.
 * `npx tsx deploy/drills/disk-full.ts`
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs'
import { appendFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { causeFault } from './fault.ts'
import { claim, drill, picture, serve } from './stage.ts'

const disk = mkdtempSync(join(tmpdir(), 'desk-drill-disk-'))
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', disk])
chmodSync(disk, 0o755)
process.on('exit', () => {
  execFileSync('umount', ['--lazy', disk])
  rmdirSync(disk)
})
// Folders of the drill are made there.
process.env.TMPDIR = disk

await drill(async (stage) => {
  const { sql, restart } = stage.postgres
  const service = await serve(stage, { DATA_DIR: join(disk, 'data') })
  const filler = join(disk, 'filler')
  const upload = async () => {
    const body = new FormData()
    body.append('file', new Blob([await picture()]), 'drill.png')
    const url = `${service.origin}/resources/HR/User/1/MetaData/Upload`
    return (await fetch(url, { method: 'POST', body, headers: { authorization: stage.token } })).status
  }
  const statuses: number[] = [await upload()]
  const begin = async () => {
    for (const size of [2 ** 20, 2 ** 12, 1]) {
      for (let isFull = false; !isFull;) {
        await appendFile(filler, Buffer.alloc(size)).catch(() => {
          isFull = true
        })
      }
    }
    statuses.push(await upload())
    // PostgreSQL has log segments in reserve.
    for (let segment = 0; segment < 20; segment += 1) await sql`select pg_switch_wal()`.catch(() => {})
  }
  const end = async () => {
    await rm(filler)
    // Without space for its log, PostgreSQL ends. The operator who frees the disk starts it again.
    await sql`select 1`.catch(restart)
  }
  await causeFault(stage, service, { begin, end, seconds: 20, refuses: true })
  statuses.push(await upload())
  const [before, during, after] = statuses
  claim('status of an upload before', before ?? 0, ['=', 201])
  claim('during', during ?? 0, ['=', 503])
  claim('after', after ?? 0, ['=', 201])
})
