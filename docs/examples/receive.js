/**
 * Receives the messages of a webhook, and prints them. Needs Node.js and no packages.
 * SECRET=whsec_… node docs/examples/receive.js [port] [number of messages after which it ends]
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const [port = '4000', count = 'Infinity'] = process.argv.slice(2)
const key = Buffer.from(String(process.env.SECRET).replace('whsec_', ''), 'base64')
/** Ids of the messages so far: a message can come twice. */
const ids = new Set()

/** Returns whether a message comes from the service, and is not an old one that somebody else sends again. */
const isGenuine = ({ 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures }, body) => {
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest()
  const isRight = (signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  return Math.abs(Date.now() / 1000 - Number(time)) < 300 && String(signatures).split(' ').some(isRight)
}

const server = createServer(async (request, response) => {
  let body = ''
  try {
    for await (const chunk of request) body += chunk
  } catch {
    return // The connection was lost.
  }
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end()
  // Answer at once, and do the work afterwards: after ten seconds, the service takes the message for lost.
  response.writeHead(204, { connection: 'close' }).end()
  const { 'webhook-id': id } = request.headers
  if (ids.has(id)) return
  ids.add(id)
  const { type, data } = JSON.parse(body)
  if (type === 'test') console.log('test message')
  else console.log(`blog ${data.blog}: ${data.kinds} up to change ${data.newest}, see ${data.changes}`)
  if (ids.size >= Number(count)) server.close()
})
server.listen(Number(port), '127.0.0.1')
