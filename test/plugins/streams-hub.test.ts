/** What is sent to whom when reading, rendering and coming cross each other. */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { hub, type Channel, type Page } from '../../plugins/streams/hub.ts'
import type { Reader } from '../../plugins/streams/readers.ts'

const settle = async () => { for (let turns = 0; turns < 10; turns += 1) await turn() }
const readerAt = (cursor: number): Reader => ({ cursor, response: new ServerResponse(new IncomingMessage(new Socket())), onGone: () => {} })
const quick: Channel<string> = { name: 'quick', render: async () => Buffer.from('x') }

/** Something that waits until it is let go. */
const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => { open = resolve })
  return { open, opened }
}

/** A reader who is there, at change 3, and a topic that goes on; what is read before `held` is taken away waits for it. */
const serve = async (t: Test, channel: Channel<string>) => {
  const state: { newest: number, held?: Promise<void> | undefined } = { newest: 3 }
  const reports: string[] = []
  const { follow, wake } = hub<string>(() => t.fail('nobody is let go'), (error) => reports.push(String(error)))
  const topic = {
    name: 'blog:1',
    read: async (since: number): Promise<Page<string>> => {
      const page = { changes: state.newest > since ? [{ number: state.newest, row: 'x' }] : [], last: state.newest, over: false }
      await state.held
      return page
    }
  }
  const there = readerAt(3)
  await follow(topic, channel, there)
  await settle()
  /** Somebody begins to read the past, and a change is told before that reading ends. */
  const cross = async () => {
    const reading = gate()
    const coming = readerAt(3)
    state.held = reading.opened
    const come = follow(topic, quick, coming)
    state.held = undefined
    state.newest = 4
    wake('blog:1')
    await settle()
    return { coming, goOn: async () => { reading.open(); await come; await settle() } }
  }
  return { state, reports, there, wake, cross }
}

t.test('a change told while somebody reads the past reaches those who are there', async (t) => {
  const { there, cross } = await serve(t, quick)
  const { coming, goOn } = await cross()
  t.equal(there.cursor, 4, 'it does not wait for a reading that began before')
  await goOn()
  t.equal(coming.cursor, 4, 'and who comes gets it too')
})

t.test('who comes in another form while a change is rendered gets it', async (t) => {
  const rendering = gate()
  const { there, cross } = await serve(t, { name: 'slow', render: async () => { await rendering.opened; return Buffer.from('x') } })
  const { coming, goOn } = await cross()
  await goOn()
  t.same([there.cursor, coming.cursor], [3, 3])
  rendering.open()
  await settle()
  t.same([there.cursor, coming.cursor], [4, 4])
})

t.test('a change that could not be rendered is not lost', async (t) => {
  let isBroken = true
  const { state, there, wake, reports } = await serve(t, { name: 'broken', render: async () => { if (isBroken) throw new Error('away'); return Buffer.from('x') } })
  state.newest = 4
  wake('blog:1')
  await settle()
  t.same([there.cursor, reports], [3, ['Error: away']])
  isBroken = false
  await sleep(700)
  t.equal(there.cursor, 4)
})
