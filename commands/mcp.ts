/**
 * The command `desk mcp`: the tools for assistants on standard input and output. It passes each message to `/mcp` of a
 * running service, which may be on another machine.
 */
import type { Readable } from 'node:stream'
import type { Command } from 'commander'
import { membersIn, membersOf, type Row } from '../schemas/language/rows.ts'
import { webAddressOption } from './arguments.ts'
import type { Shell } from './shell.ts'
import { fetchFailureOf } from '../schemas/language/errors.ts'
import { withoutFinalSlashes } from '../schemas/language/lexical.ts'

/** Adds `desk mcp` to a command. */
export const mcpCommand = (desk: Command, shell: Shell) => {
  desk
    .command('mcp')
    .description('offer tools to an assistant on standard input and output; DESK_TOKEN is the API token to use')
    .addOption(webAddressOption('--address <address>', 'address of the service').default(ADDRESS))
    .action(async ({ address }: { address: string }) => {
      const { DESK_TOKEN: token = '' } = shell.env
      if (token === '') throw new Error('Set DESK_TOKEN to an API token; docs/tokens.md says how to make one')
      const url = `${withoutFinalSlashes(address)}/mcp`
      const answers = new Set<Promise<void>>()
      for await (const line of linesOf(shell.stdin)) {
        if (line.trim() === '') continue
        const answer = answerTo(line, url, token).then((text) => {
          if (text !== '') shell.stdout.write(`${text}\n`)
          answers.delete(answer)
        })
        answers.add(answer)
      }
      await Promise.all(answers)
    })
}

const ADDRESS = 'http://127.0.0.1:3000'

/**
 * Yields each line of a stream as soon as it ends. `node:readline` of Node.js 24 also splits at U+2028 and U+2029,
 * which are legal in JSON. The reader of files (moving/formats/lines.ts) would wait for a kilobyte that tells their
 * encoding.
 */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of stream.setEncoding('utf8')) {
    const [first = '', ...others] = String(piece).split('\n')
    rest += first
    for (const text of others) {
      yield rest
      rest = text
    }
  }
  if (rest !== '') yield rest
}

/** Returns the service's answer to a line, in one line; empty for messages that need none. */
const answerTo = async (line: string, url: string, token: string): Promise<string> => {
  const message = membersIn(line)
  const { id, method } = message
  const isNotification = id === undefined && method !== undefined
  // A line that is no message has no id. JSON-RPC answers it with null.
  const refusal = (reason: unknown) => {
    const error = { code: -32000, message: String(reason) }
    return isNotification ? '' : JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error })
  }
  try {
    const headers = { ...headersOf(message), authorization: `Bearer ${token}` }
    // Behind a redirect, such as that to https, the token could be missing.
    const response = await fetch(url, { method: 'POST', headers, body: line, redirect: 'manual' })
    const text = await response.text()
    const { jsonrpc, detail = reasonOf(response) } = membersIn(text)
    // A proxy answers with its own documents: nothing but messages may reach the assistant.
    return jsonrpc !== undefined || (text === '' && response.ok) ? text : refusal(detail)
  } catch (error) {
    return refusal(`The service does not answer at ${url}: ${fetchFailureOf(error)}`)
  }
}

/** Returns why an answer is no message. */
const reasonOf = ({ status, headers, url }: Response): string => {
  const target = headers.get('location')
  if (target === null) return `The service answered ${status}`
  return `--address must lead to ${new URL(target, url).href} without a redirect`
}

/** Returns the headers of a message: in the newest revision of the protocol, they repeat what the body says. */
const headersOf = ({ method, params }: Row): Readonly<Record<string, string>> => {
  const { _meta, name } = membersOf(params)
  const { 'io.modelcontextprotocol/protocolVersion': version } = membersOf(_meta)
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(version !== undefined && { 'mcp-protocol-version': String(version), 'mcp-method': String(method) }),
    ...(version !== undefined && name !== undefined && { 'mcp-name': String(name) })
  }
}
