/**
 * The disk of PostgreSQL and of uploaded files is full for 20 seconds. Must run as root: the disk is a small tmpfs.
 * `npx tsx bench/drills/disk-full.ts`
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs'
import { appendFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mixedLoad } from '../load/load.ts'
import { causeFault } from '../load/fault.ts'
import { drill, uploadPicture } from '../stage/drill.ts'
import { startNginx } from '../stage/nginx.ts'

const disk = mkdtempSync(join(tmpdir(), 'desk-drill-disk-'))
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', disk])
chmodSync(disk, 0o755)
process.on('exit', () => {
  execFileSync('umount', ['--lazy', disk])
  rmdirSync(disk)
})
const usual = tmpdir()
// PostgreSQL and the service have their folders there, nginx has not.
process.env.TMPDIR = disk

await drill(async (stage) => {
  const { claim, postgres, token } = stage
  const service = await stage.serve({ DATA_DIR: join(disk, 'data') })
  process.env.TMPDIR = usual
  const front = await startNginx(stage.end, [service.origin])
  const filler = join(disk, 'filler')
  const claimUpload = async (when: string, expected: number) =>
    claim(`status of an upload ${when}`, (await uploadPicture(service.origin, token)).status, ['=', expected])
  const begin = async () => {
    for (const size of [2 ** 20, 2 ** 12, 1]) {
      let isFull = false
      while (!isFull) {
        isFull = await appendFile(filler, Buffer.alloc(size)).then(
          () => false,
          () => true
        )
      }
    }
    await claimUpload('during', 503)
    // PostgreSQL has log segments in reserve.
    for (let segment = 0; segment < 20; segment += 1) await postgres.sql`select pg_switch_wal()`.catch(() => {})
  }
  const end = async () => {
    await rm(filler)
    // Without space for its log, PostgreSQL ends. The operator who frees the disk starts it again.
    await postgres.sql`select 1`.catch(postgres.restart)
  }
  await claimUpload('before', 201)
  await causeFault(stage, { begin, end, seconds: 20, stops: 'reads and writes' }, () => mixedLoad(front, stage))
  await claimUpload('after', 201)
})
