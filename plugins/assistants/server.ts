/**
 * The server of the Model Context Protocol, made with its SDK for each request: it keeps no sessions, so any replica
 * answers. Both revisions that clients speak get JSON, never a stream.
 */
import {
  createMcpHandler,
  fromJsonSchema,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport
} from '@modelcontextprotocol/server'
import type { Row } from '../../schemas/language/rows.ts'
import type { TreeAnswer } from '../tree-requests.ts'
import { INSTRUCTIONS, textOf } from './answers.ts'
import type { Offer } from './offers.ts'

/** Carries out the call of a tool. */
export type Call = (offer: Offer, args: Row) => Promise<TreeAnswer>

/** Validators by the schemas of the offers, which are compiled once. */
const validators = new WeakMap<Offer, ReturnType<typeof fromJsonSchema<Row>>>()

const validatorOf = (offer: Offer) => {
  const validator = validators.get(offer) ?? fromJsonSchema<Row>(offer.schema)
  validators.set(offer, validator)
  return validator
}

const serverOf = (offers: readonly Offer[], call: Call): McpServer => {
  // Without a stream, no client can learn of a change. The SDK would promise it.
  const capabilities = { tools: { listChanged: false } }
  const server = new McpServer({ name: 'Desk', version: '1' }, { capabilities, instructions: INSTRUCTIONS })
  for (const offer of offers) {
    const { tool, title, description, operation } = offer
    const annotations = { readOnlyHint: operation.reads, destructiveHint: tool.changes === true, openWorldHint: false }
    server.registerTool(
      tool.name,
      { title, description, annotations, inputSchema: validatorOf(offer) },
      async (args) => {
        const answer = await call(offer, args)
        const text = textOf(answer, operation.list !== undefined)
        return { content: [{ type: 'text', text }], isError: answer.status >= 400 }
      }
    )
  }
  return server
}

/**
 * Answers a message of a client.
 * @param request the request without its body
 * @param message the parsed body
 */
export const answer = async (
  request: Request,
  message: unknown,
  offers: readonly Offer[],
  call: Call
): Promise<Response> => {
  const server = serverOf(offers, call)
  // Clients of the revisions until 2025-11-25.
  if (await isLegacyRequest(request, message)) {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    return transport.handleRequest(request, { parsedBody: message })
  }
  return createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 }).fetch(request, {
    parsedBody: message
  })
}
