/** The HTTP server below Fastify: its limits, responses before the router runs, and the end of connections. */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { httpErrors } from '@fastify/sensible'
import { closeSlowReaders, holdBack } from './slow-readers.ts'

/** Limits of the HTTP server, in milliseconds and bytes; docs/operations.md gives the reasons. */
const SERVER = {
  headersTimeout: 10_000,
  // An upload can come over a slow line; `bodyTimeout` limits other bodies to less.
  requestTimeout: 300_000,
  // Longer than nginx keeps idle connections (30 s, deploy/), so that nginx never uses one that is being closed.
  keepAliveTimeout: 65_000,
  // Node enforces the time-outs above only at this interval.
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  // Otherwise Node drops the second Host header, and the rest of the code cannot refuse such a request.
  joinDuplicateHeaders: true
}
/**
 * Milliseconds after which a connection without traffic is closed while a file that has arrived waits for others and is
 * processed. nginx waits as long (deploy/).
 */
const UPLOAD_WAIT = 240_000
/** Milliseconds that requests have to finish when the service stops. The rest of its time is for the database. */
const MAX_END = 5_000
/** Maximum number of connections, without those of streams. */
const CONNECTIONS = 10_000
/**
 * Open files that connections leave to the database, to uploads, and to modules: one that cannot be read when it is
 * first needed fails until the process ends. Where few files are allowed, it is a quarter of them.
 */
const OTHER_FILES = 500

/** Time limits in milliseconds. */
export interface TimeLimits {
  /** A body must arrive within this time, unless it is an upload. */
  readonly body: number
  /** A client must take a document, or each 64 KiB of a file, within this time. */
  readonly response: number
  /** A connection without traffic is closed after this time. */
  readonly idle: number
}

export const TIME_LIMITS: TimeLimits = { body: 30_000, response: 100_000, idle: 60_000 }

export interface HttpServerOptions {
  /** Maximum number of streams, each of which has a connection. */
  readonly maxStreams: number
  readonly limits?: Partial<TimeLimits> | undefined
}

/** Answers a read before the router runs; returns false if the router must answer it. */
type Answer = (request: IncomingMessage, response: ServerResponse) => boolean

/** Returns the factory for the server, and functions that change how it treats requests and connections. */
export const httpServer = ({ maxStreams, limits }: HttpServerOptions) => {
  const { body, response: responseLimit, idle } = { ...TIME_LIMITS, ...limits }
  // A closing server waits for open connections, which nginx keeps open: they must end with their next response.
  let isClosing = false
  const unfinished = new Set<ServerResponse>()
  const { limitBody, allowUpload } = bodyLimiter(body)
  let server: Server | undefined
  let answer: Answer = () => false
  return {
    /** Sets the function that answers reads before the router runs. */
    answerWith: (first: Answer) => {
      answer = first
    },
    serverFactory: (handle: RequestListener): Server => {
      server = createServer(SERVER, (request, response) => {
        if (isClosing) response.shouldKeepAlive = false
        // The answer before this one still has the connection.
        if (response.socket === null) holdBack(request.socket, response)
        limitBody(request, response)
        const isRead = request.method === 'GET' || request.method === 'HEAD'
        if (isRead && answer(request, response)) return
        unfinished.add(response)
        response.on('close', () => unfinished.delete(response))
        handle(request, response)
      })
      server.timeout = idle
      const files = maxFiles()
      server.maxConnections = Math.min(maxStreams + CONNECTIONS, files - Math.min(OTHER_FILES, Math.ceil(files / 4)))
      closeSlowReaders(server, responseLimit)
      return server
    },
    /** Makes each connection end with its next response, or after some seconds: a video may be paused for hours. */
    endConnections: () => {
      isClosing = true
      for (const response of unfinished) response.shouldKeepAlive = false
      setTimeout(() => server?.closeAllConnections(), MAX_END).unref()
    },
    allowUpload
  }
}

/** Returns the maximum number of open files of this process; Infinity on systems that do not tell. */
const maxFiles = (): number => {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}

/** Ends requests whose body does not arrive in time. Node has only one limit for all requests. */
const bodyLimiter = (limit: number) => {
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()
  const endLimit = (request: IncomingMessage) => clearTimeout(timers.get(request))
  return {
    /** Lets the body of a request take as long as the whole request may, and its answer as long as a file may wait. */
    allowUpload: async ({ raw: request }: { readonly raw: IncomingMessage }) => {
      // Requests that do not come over a connection have no timer.
      if (!timers.has(request)) return
      endLimit(request)
      // Node sets the usual time-out again with the next request.
      request.once('end', () => request.socket.setTimeout(UPLOAD_WAIT))
    },
    limitBody: (request: IncomingMessage, response: ServerResponse) => {
      const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
      if (length === '0' && encoding === undefined) return
      const timer = setTimeout(() => {
        // The parser of the body answers 408. The rest of a body whose request has been answered has no reader.
        const isRead = !response.headersSent && request.listenerCount('error') > 0
        if (isRead) request.emit('error', lateBody(limit))
        else request.destroy()
      }, limit).unref()
      timers.set(request, timer)
      request.once('end', () => endLimit(request)).once('close', () => endLimit(request))
    }
  }
}

const lateBody = (limit: number) =>
  httpErrors.createError(408, `The body did not arrive within ${limit / 1000} seconds; nothing was stored`, {
    headers: { connection: 'close' }
  })

/** Maximum number of turns of the event loop for which a document waits. */
const MAX_TURNS = 10

/**
 * Returns a function that waits while each turn of the event loop brings a new connection. Node accepts only one
 * connection a turn (libuv 1.45 and later), so more may be waiting. If an overloaded service wrote all documents that
 * are ready in one turn, a turn would take a tenth of a second, and new clients would wait in vain.
 */
export const turns = (server: Server): (() => Promise<void>) => {
  /** Connections that were accepted in this turn and the one before. */
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
    setImmediate(() => {
      setImmediate(() => {
        accepted -= 1
      })
    })
  })
  const isAccepting = () => accepted > 0
  return async () => {
    for (let turn = 0; turn < MAX_TURNS && isAccepting(); turn += 1) await new Promise(setImmediate)
  }
}
