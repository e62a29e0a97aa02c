// Replaces curl on machines without it. Supports the options that README.md and docs/ use.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'

const list = { type: 'string', multiple: true, default: [] }
const {
  values,
  positionals: [address]
} = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    'no-buffer': { type: 'boolean', short: 'N' },
    head: { type: 'boolean', short: 'I' },
    request: { type: 'string', short: 'X' },
    header: { ...list, short: 'H' },
    data: { ...list, short: 'd' },
    'data-urlencode': list,
    form: { ...list, short: 'F' },
    'dump-header': { type: 'string', short: 'D' },
    output: { type: 'string', short: 'o' },
    'write-out': { type: 'string', short: 'w' },
    'max-time': { type: 'string' }
  }
})

const write = (path, text) =>
  path === undefined || path === '-' || path === '/dev/stdout' ? process.stdout.write(text) : writeFileSync(path, text)

const encoded = values['data-urlencode'].map((pair) => {
  const [name, ...value] = pair.split('=')
  return `${name}=${encodeURIComponent(value.join('='))}`
})
const fields = [...values.data, ...encoded]
const form = new FormData()
for (const field of values.form) {
  const [name, path] = field.split('=@')
  form.set(name, new File([readFileSync(path)], basename(path)))
}
const body = values.form.length > 0 ? form : fields.length > 0 ? fields.join('&') : undefined

const headers = new Headers({ accept: '*/*', 'accept-encoding': 'identity' })
if (fields.length > 0) headers.set('content-type', 'application/x-www-form-urlencoded')
for (const line of values.header) {
  headers.set(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim())
}

const method = values.request ?? (values.head ? 'HEAD' : body === undefined ? 'GET' : 'POST')
const signal = values['max-time'] && AbortSignal.timeout(1000 * values['max-time'])
const response = await fetch(address, { method, headers, body, signal })
const head = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
const status = `HTTP/1.1 ${response.status} ${response.statusText}\r\n`
if (values.head || values['dump-header']) write(values['dump-header'], `${status}${head}\r\n`)
try {
  const chunks = []
  for await (const chunk of response.body ?? []) {
    if (values.output === undefined) process.stdout.write(chunk)
    else chunks.push(chunk)
  }
  if (values.output !== undefined) write(values.output, Buffer.concat(chunks))
} catch (error) {
  if (error.name !== 'TimeoutError') throw error
  process.exitCode = 28
}
if (values['write-out']) {
  write('-', values['write-out'].replace('%{http_code}', response.status).replaceAll('\\n', '\n'))
}
