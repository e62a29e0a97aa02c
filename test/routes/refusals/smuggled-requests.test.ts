/**
 * Request smuggling: a request with an ambiguous length is refused and its connection closed, so that its body cannot
 * hide a second request from a proxy.
 */
import t from 'tap'
import { build } from '../../support/app.ts'
import { converse, listen } from '../socket.ts'

const HIDDEN = 'GET /resources/Desk/Blog/1 HTTP/1.1\r\nHost: hidden\r\n\r\n'
const LENGTH = Buffer.byteLength(HIDDEN)

/** Headers that are ambiguous about the length of the body, each with a body. */
const ambiguous: Readonly<Record<string, readonly [headers: string, body: string]>> = {
  'a length and chunks': [`Content-Length: ${LENGTH + 5}\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${HIDDEN}`],
  'chunks and a length': [`Transfer-Encoding: chunked\r\nContent-Length: ${LENGTH + 5}\r\n`, `0\r\n\r\n${HIDDEN}`],
  'two lengths': [`Content-Length: 0\r\nContent-Length: ${LENGTH}\r\n`, HIDDEN],
  'two lengths in one header': [`Content-Length: 0, ${LENGTH}\r\n`, HIDDEN],
  'a signed length': [`Content-Length: +${LENGTH}\r\n`, HIDDEN],
  'a hexadecimal length': [`Content-Length: 0x${LENGTH.toString(16)}\r\n`, HIDDEN],
  'a space before the colon': [`Content-Length : ${LENGTH}\r\n`, HIDDEN],
  'a folded header': [`Transfer-Encoding:\r\n chunked\r\nContent-Length: ${LENGTH}\r\n`, `0\r\n\r\n${HIDDEN}`],
  'an unknown coding': ['Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`],
  'chunked before another coding': ['Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${HIDDEN}`],
  'a chunk size that overflows': ['Transfer-Encoding: chunked\r\n', `1${'0'.repeat(17)}\r\n${HIDDEN}`],
  'a chunk size with a sign': ['Transfer-Encoding: chunked\r\n', `-1\r\n${HIDDEN}`],
  'a chunk longer than its size': ['Transfer-Encoding: chunked\r\n', `1\r\n{${HIDDEN}`],
  'a line feed alone after a header': [`X-First: 1\nContent-Length: ${LENGTH}\r\n`, HIDDEN],
  'a null character in a header': [`X-First: a\0b\r\nContent-Length: ${LENGTH}\r\n`, HIDDEN]
}

await t.test('a request with an ambiguous length is refused, and nothing after it is answered', async (t) => {
  const { app } = await build(t)
  const port = await listen(app)
  for (const [about, [headers, body]] of Object.entries(ambiguous)) {
    const answer = await converse(
      port,
      `POST /resources/Security/Login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n${body}`
    )
    t.equal(answer.status, 400, about)
    t.notMatch(answer.body, /HTTP|<Blog/, `${about}: there is one response only`)
  }
})
