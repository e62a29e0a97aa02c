/**
 * The clock of the service and of PostgreSQL is stepped an hour ahead, and back again, under load.
 * Needs nginx and libfaketime (Debian: apt-get install nginx libfaketime). `npx tsx deploy/drills/clock-stepped.ts`
 */
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { causeFault } from './fault.ts'
import { openStream } from './load.ts'
import { claim, drill, note, serve } from './stage.ts'

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
  const { sql } = stage.postgres
  const service = await serve(stage)
  const hoursAhead = async () => {
    const [{ Time }] = await sql<[{ Time: Date }]>`select now() as time`
    return (Time.getTime() - Date.now()) / 3_600_000
  }
  for (const [offset, back] of [
    ['+1h', '+0'],
    ['-1h', '+0']
  ] as const) {
    const stream = await openStream(service.origin, stage.blogs[0] ?? 0)
    const begin = () => step(offset)
    const end = async () => {
      note(`PostgreSQL is ${(await hoursAhead()).toFixed(2)} hours ahead`)
      await step(back)
    }
    await causeFault(stage, service, { begin, end, seconds: 15, refuses: false })
    const numbers = [...stream.text().matchAll(/^id: ?(\d+)$/gm)].map(([, number]) => Number(number))
    claim('events of a stream', numbers.length, ['≥', 50])
    claim('events out of order', numbers.filter((number, at) => number <= (numbers[at - 1] ?? -1)).length, ['=', 0])
    claim('streams that broke', Number(stream.hasEnded()), ['=', 0])
    stream.close()
  }
})
