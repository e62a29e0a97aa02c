/**
 * The clock of the service and of PostgreSQL is stepped an hour ahead, and back again, under load.
 * Needs nginx and libfaketime (Debian: apt-get install nginx libfaketime). `npx tsx bench/drills/clock-stepped.ts`
 */
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { causeFault } from '../load/fault.ts'
import { mixedLoad } from '../load/load.ts'
import { openStream } from '../load/streams.ts'
import { drill } from '../stage/drill.ts'
import { startNginx } from '../stage/nginx.ts'

const clock = join(tmpdir(), `desk-drill-clock-${process.pid}`)
const step = async (offset: string) => writeFileSync(clock, offset)
await step('+0')
process.on('exit', () => rmSync(clock))
// For PostgreSQL and the service, which this process starts; its own clock stays.
Object.assign(process.env, {
  LD_PRELOAD: '/usr/$LIB/faketime/libfaketimeMT.so.1',
  FAKETIME_TIMESTAMP_FILE: clock,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1'
})

await drill(async (stage) => {
  const { claim, note, blogs, postgres } = stage
  const service = await stage.serve()
  const front = await startNginx(stage.end, [service.origin])
  for (const offset of ['+1h', '-1h']) {
    const stream = await openStream(`${service.origin}/resources/Desk/Blog/${blogs[0]}/Post/Published`)
    const end = async () => {
      const [{ Time }] = await postgres.sql<[{ Time: Date }]>`select now() as time`
      note(`PostgreSQL is ${((Time.getTime() - Date.now()) / 3_600_000).toFixed(2)} hours ahead`)
      await step('+0')
    }
    // While PostgreSQL waits for a lock, libfaketime shows its timers the true time, an hour after the one they started
    // with: then the wait is over.
    const fault = { begin: () => step(offset), end, seconds: 15, stops: 'at most some writes' } as const
    await causeFault(stage, fault, () => mixedLoad(front, stage))
    const numbers = [...stream.text().matchAll(/^id: ?(\d+)$/gm)].map(([, number]) => Number(number))
    claim('events of a stream', numbers.length, ['≥', 50])
    claim('events out of order', numbers.filter((number, at) => number <= (numbers[at - 1] ?? -1)).length, ['=', 0])
    claim('streams that broke', Number(stream.hasEnded()), ['=', 0])
    stream.close()
  }
})
