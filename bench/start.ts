/** Processor time from the start of the process to its first answer, with existing data. */
import { readFile } from 'node:fs/promises'
import { ask } from './ask.ts'
import { startProcess, type Start } from './processes.ts'
import { inTurns } from './rounds.ts'
import type { Measurement, Service } from './service.ts'

/** A start of the same parts without a service: what Fastify, postgres and xmlbuilder2 cost by themselves. */
const BARE = `
import Fastify from 'fastify'
import postgres from 'postgres'
import { create } from 'xmlbuilder2'
const sql = postgres(process.env.DATABASE_URL)
const app = Fastify()
app.get('/resources/Desk/Blog/:id', async ({ params }) => {
  const [blog] = await sql\`select title from blogs where id = \${params.id}\`
  return create({ Blog: { Title: blog.title } }).end()
})
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
`

/** Linux counts the processor time of a process in hundredths of a second. */
const TICKS = 100

export const starts: Measurement = async ({ desk, against, options, later }) => {
  const secondsTo = (start: Omit<Start, 'later'>, { blogs }: Service) => async () => {
    const { origin, pid, stop } = await startProcess({ ...start, later })
    await ask(`${origin}/resources/Desk/Blog/${blogs.short.id}`)
    const seconds = await processorSeconds(pid)
    await stop()
    return seconds
  }
  const whole = (service: Service) =>
    secondsTo({ args: ['dist/server.js'], directory: service.directory, env: service.env }, service)
  const found = await inTurns({
    desk: whole(desk),
    yardstick: secondsTo({ args: ['--input-type=module', '--eval', BARE], env: desk.env }, desk),
    against: against && whole(against)
  }, options)
  return [{ name: 'start, processor time, beside bare parts', found, bars: [{ of: 'ratio', most: 4 }], unit: 's' }]
}

const processorSeconds = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user, system] = text.slice(text.lastIndexOf(')') + 2).split(' ').slice(11, 13).map(Number)
  return ((user ?? NaN) + (system ?? NaN)) / TICKS
}
