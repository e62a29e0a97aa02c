/**
 * Readers of a stream, in a process of their own: `readers.ts <origin> <path> <readers> <of them stalled>`. It opens the
 * streams and says `open`; for each word that it is told in a line, it says in a line when the last reader has had a
 * change with that word in it. Those stalled ask for the stream and never read what comes.
 */
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** Streams that are being opened at the same time. */
const AT_ONCE = 100
/** A word that comes in two pieces is found as well. */
const TAIL = 64

const [origin = '', path = '', count = '', stalled = ''] = process.argv.slice(2)
const { host, hostname, port } = new URL(origin)
const reading = Number(count) - Number(stalled)

let word = ''
let awaited = 0
const say = (line: string) => { process.stdout.write(`${line}\n`) }

const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n\r\n`

const open = async (): Promise<Socket> => new Promise((resolve, reject) => {
  const socket = connect({ host: hostname, port: Number(port) })
  let [tail, had, begun] = ['', '', false]
  socket.setEncoding('latin1').on('data', (piece) => {
    const text = tail + String(piece)
    tail = text.slice(-TAIL)
    // Its first line is the first thing a stream says.
    if (!begun && text.includes('retry:')) {
      begun = true
      resolve(socket)
    }
    if (word === '' || had === word || !text.includes(word)) return
    had = word
    awaited -= 1
    if (awaited === 0) say(`had ${word} ${process.hrtime.bigint()}`)
  })
  socket.on('error', reject)
  socket.on('close', () => fail(new Error('A stream ended.')))
  socket.write(request)
})

/** Paused before it is connected, so that not even the head of the answer is read. */
const stall = async (): Promise<Socket> => new Promise((resolve, reject) => {
  const socket = connect({ host: hostname, port: Number(port) }).pause()
  socket.on('error', reject)
  socket.write(request, () => resolve(socket))
})

const fail = (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

const openAll = async () => {
  for (let opened = 0; opened < reading; opened += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, reading - opened) }, open))
  }
  for (let opened = 0; opened < Number(stalled); opened += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, Number(stalled) - opened) }, stall))
  }
  createInterface({ input: process.stdin }).on('line', (line) => {
    word = line
    awaited = reading
    say(`ready ${word}`)
  })
  say('open')
}

openAll().catch(fail)
