/** Command line options. */
import { parseArgs } from 'node:util'

export type Options = ReturnType<typeof readOptions>

/** @throws Error that names the wrong option */
export const readOptions = (args: readonly string[]) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      connections: { type: 'string', default: '50' },
      duration: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '5' },
      streams: { type: 'string', default: '10000' },
      against: { type: 'string' },
      big: { type: 'boolean', default: false },
      stack: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false }
    }
  })
  return {
    ...values,
    only: positionals,
    connections: positive('connections', values.connections),
    duration: positive('duration', values.duration),
    rounds: positive('rounds', values.rounds),
    streams: positive('streams', values.streams)
  }
}

const positive = (name: string, text: string) => {
  const value = Number(text)
  if (!(value > 0 && value < Infinity)) throw new Error(`--${name} must be a number above 0, not "${text}".`)
  return value
}
