/** A body that does not arrive within 30 seconds is refused, but an upload may take longer. This test is slow. */
import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { build } from '../../support/app.ts'
import { listen } from '../socket.ts'

await t.test('a body that does not arrive within 30 seconds is answered 408, except an upload', async (t) => {
  const { app, tokenOf } = await build(t)
  const port = await listen(app)
  const authorization = await tokenOf('admin')
  const send = (url: string, type: string) => {
    const socket = connect({ port, host: '127.0.0.1' })
    t.teardown(() => {
      socket.destroy()
    })
    socket.write(
      `POST ${url} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n` +
        `Content-Type: ${type}\r\nContent-Length: 100\r\n\r\n{`
    )
    return socket
  }
  const upload = send('/resources/HR/User/1/MetaData/Upload', 'multipart/form-data; boundary=x')
  const post = send('/resources/Desk/Blog/3/Post', 'application/json')
  let answer = ''
  post.on('data', (chunk: Buffer) => {
    answer += chunk.toString()
  })
  await once(post, 'close')
  t.match(answer, /^HTTP\/1\.1 408 [^]*problems\/timeout/)
  t.equal(upload.bytesRead, 0, 'the upload is still open')
  t.equal(upload.destroyed, false)
})
