/** What is sent to whom when those who come read while those who are there are told. */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { hub, type Page } from '../../plugins/streams/hub.ts'
import type { Reader } from '../../plugins/streams/readers.ts'

const settle = async () => { for (let turns = 0; turns < 10; turns += 1) await turn() }
const readerAt = (cursor: number): Reader => ({ cursor, response: new ServerResponse(new IncomingMessage(new Socket())), onGone: () => {} })
const channel = { name: 'plain', render: async () => Buffer.from('x') }

t.test('a change told while somebody reads the past reaches those who are there', async (t) => {
  let newest = 3
  let slow: Promise<void> | undefined
  const topic = {
    name: 'blog:1',
    read: async (since: number): Promise<Page<string>> => {
      const page = { changes: newest > since ? [{ number: newest, row: 'x' }] : [], last: newest, over: false }
      await slow
      return page
    }
  }
  const { follow, wake } = hub<string>(() => t.fail('nobody is let go'), (error) => t.fail(`${error}`))
  const there = readerAt(3)
  await follow(topic, channel, there)
  await settle()

  let go = () => {}
  slow = new Promise((resolve) => { go = resolve })
  const coming = readerAt(3)
  const come = follow(topic, channel, coming)
  slow = undefined
  newest = 4
  wake('blog:1')
  await settle()
  t.equal(there.cursor, 4, 'it does not wait for a reading that began before')
  go()
  await come
  await settle()
  t.equal(coming.cursor, 4, 'and who comes gets it too')
})
