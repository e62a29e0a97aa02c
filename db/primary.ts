/** Finds the primary among the hosts of a PostgreSQL address. */
import { connect } from './client.ts'
import { messageOf } from '../schemas/language/errors.ts'

/**
 * Returns the address with the one host that is not a standby. An address with a single host is returned unasked.
 *
 * postgres.js can look for the primary itself, but while no host answers it tries again without a pause, hundreds of
 * times a second for each connection, and its statements neither fail nor end.
 * @throws Error that says of each host why it is not the primary
 */
export const findPrimary = async (url: string): Promise<string> => {
  const addresses = addressesOf(url)
  if (addresses.length === 1) return url
  try {
    return await Promise.any(addresses.map(requirePrimary))
  } catch (error) {
    if (!(error instanceof AggregateError)) throw error
    const reasons = error.errors.map(messageOf)
    throw new Error(`No host of DATABASE_URL is a primary that answers: ${reasons.join('; ')}`, { cause: error })
  }
}

/** One address for each host: `postgres://user@a:1,b:2/desk` has two. */
const addressesOf = (url: string): readonly string[] => {
  const [, start = '', hosts = '', end = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#@]*)([/?#].*)?$/s.exec(url) ?? []
  return hosts.split(',').map((host) => `${start}${host}${end}`)
}

const requirePrimary = async (url: string): Promise<string> => {
  const sql = connect({ url, max: 1 })
  try {
    const [{ IsStandby }] = await sql<[{ IsStandby: boolean }]>`select pg_is_in_recovery() as is_standby`
    if (IsStandby) throw new Error(`${new URL(url).host} is a standby`)
    return url
  } finally {
    void sql.end({ timeout: 0 })
  }
}
