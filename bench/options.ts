/** What can be set on the command line. */
import { parseArgs } from 'node:util'

export interface Options {
  /** Connections that ask at the same time. */
  connections: number
  /** Seconds that each measurement takes. */
  duration: number
  /** How often each is taken. */
  rounds: number
  /** Seconds of load on each address before the first measurement. */
  warmUp: number
  /** What puts on the load, wherever every request is the same. */
  tool: 'autocannon' | 'wrk'
  /** Streams that are held open. */
  streams: number
  /** Whether docs/performance.md is left as it is. */
  dry: boolean
}

/**
 * Reads the options of this process.
 * @throws Error whose message names the wrong one
 */
export const readOptions = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      connections: { type: 'string', default: '50' },
      duration: { type: 'string', default: '0.7' },
      rounds: { type: 'string', default: '3' },
      'warm-up': { type: 'string', default: '0.5' },
      streams: { type: 'string', default: '1000' },
      tool: { type: 'string', default: 'autocannon' },
      dry: { type: 'boolean', default: false }
    }
  })
  return {
    connections: positive('connections', values.connections),
    duration: positive('duration', values.duration),
    rounds: positive('rounds', values.rounds),
    warmUp: positive('warm-up', values['warm-up']),
    streams: positive('streams', values.streams),
    tool: toolOf(values.tool),
    dry: values.dry
  }
}

const toolOf = (name: string) => {
  if (name !== 'autocannon' && name !== 'wrk') throw new Error(`--tool must be autocannon or wrk, not "${name}".`)
  return name
}

const positive = (name: string, text: string) => {
  const value = Number(text)
  if (!(value > 0 && value < Infinity)) throw new Error(`--${name} must be a number above 0, not "${text}".`)
  return value
}
