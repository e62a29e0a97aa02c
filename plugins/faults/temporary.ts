/** Errors that lead to 503: a little later, the same request can succeed. */
import type { FastifyError } from 'fastify'

/** Returns the detail of a 503 for errors that are only temporary; undefined for other errors. */
export const unavailableDetail = ({ code }: Pick<FastifyError, 'code'>): string | undefined => {
  if (code === 'FST_ERR_HANDLER_TIMEOUT') return 'This took too long; try again shortly'
  if (code === '53100') return 'The database has no space left; the operator must make room'
  return DATABASE_UNAVAILABLE.test(code) ? 'The database does not answer now; try again shortly' : undefined
}

/**
 * Codes of errors that are not due to a query, but to the connection or to a database server that cannot answer now:
 * the codes of postgres.js, of the operating system and of PostgreSQL. The latter are connection exceptions (08),
 * refused logins (28, 3D, 55000: as while a password is changed or a database is replaced), transactions that a
 * deadlock or another one ended (40) or that took too long (25P0), insufficient resources (53), shutdown (57P0),
 * cancelled by a timeout (57014), lock not available (55P03) and read-only (25006, as on a server that has become a
 * replica).
 */
const DATABASE_UNAVAILABLE = new RegExp(
  `^(?:${[
    'CONNECTION_(CLOSED|ENDED|DESTROYED)',
    'CONNECT_TIMEOUT',
    'CONNECTION_CONNECT_TIMEOUT',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ENOTFOUND',
    'ETIMEDOUT',
    'E(HOST|NET)(UNREACH|DOWN)',
    'EAI_AGAIN',
    '(08|28|3D|40|53)...',
    '25(006|P0.)',
    '55(000|P03)',
    '57(014|P0.)'
  ].join('|')})$`
)

/** Returns whether an error leads to 503: the same attempt may succeed a little later. */
export const isTemporary = (error: unknown): error is Error =>
  error instanceof Error &&
  (('statusCode' in error && error.statusCode === 503) ||
    ('code' in error && DATABASE_UNAVAILABLE.test(String(error.code))))

/** Returns a sentence about a temporary error. The message of the driver would name hosts and functions. */
export const temporaryReason = (error: Error): string =>
  unavailableDetail({ code: 'code' in error ? String(error.code) : '' }) ?? error.message
