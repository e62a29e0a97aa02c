/** The HTTP server below Fastify: its limits, responses before the router runs, and the end of connections. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'

/** Limits of the HTTP server, in milliseconds and bytes; docs/operations.md gives the reasons. */
const SERVER = {
  headersTimeout: 10_000,
  // An upload can come over a slow line; plugins/bodies limits other bodies to less.
  requestTimeout: 300_000,
  // Longer than nginx keeps idle connections (30 s, deploy/), so that nginx never uses one that is being closed.
  keepAliveTimeout: 65_000,
  // Node enforces the time-outs above only at this interval.
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024
}
/**
 * Milliseconds after which a connection without traffic is closed. If the client has not taken a whole response, Node
 * checks at this interval whether it took more, so such a connection is closed after twice this time at the latest.
 */
const IDLE_TIMEOUT = 60_000
/** Maximum number of connections, without those of streams. */
const CONNECTIONS = 10_000

/**
 * Returns a factory for the server, and a function that makes each connection end with its next response.
 * @param maxStreams maximum number of streams, each of which has a connection
 * @param answer answers a request before the router runs; returns false if the router must answer it
 */
export const httpServer = (
  maxStreams: number,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean
) => {
  // A closing server waits for open connections, which nginx keeps open: they must end with their next response.
  let isClosing = false
  const unfinished = new Set<ServerResponse>()
  return {
    serverFactory: (handle: RequestListener): Server => {
      const server = createServer(SERVER, (request, response) => {
        if (isClosing) response.shouldKeepAlive = false
        if (answer(request, response)) return
        unfinished.add(response)
        response.on('close', () => unfinished.delete(response))
        handle(request, response)
      })
      server.timeout = IDLE_TIMEOUT
      server.maxConnections = maxStreams + CONNECTIONS
      return server
    },
    endConnections: () => {
      isClosing = true
      for (const response of unfinished) response.shouldKeepAlive = false
    }
  }
}
