/** The service's settings, read once from the environment. */
import { envSchema } from 'env-schema'
import { Config } from './schemas/config.ts'

/**
 * Reads, converts and checks the settings.
 * @throws Error whose message names each wrong variable
 */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const given = Object.entries(env).filter(([name, value]) => name in Config.properties && value !== undefined)
  try {
    return Object.freeze(envSchema<Config>({ schema: Config, data: Object.fromEntries(given), dotenv: false, env: false }))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new Error([...new Set(error.message.split(', ').map(inOneSentence))].join(', '), { cause: error })
  }
}

/** The validator tells of every choice how it is missed; one sentence with all of them says what to do. */
const inOneSentence = (complaint: string): string => {
  const [, name = ''] = /^env\/(\w+) must /.exec(complaint) ?? []
  const choices = CHOICES.get(name)
  return choices === undefined ? complaint : `env/${name} must be ${choices}`
}

const or = new Intl.ListFormat('en', { type: 'disjunction' })

/** What the variables may be that have a choice, by their names. */
const CHOICES: ReadonlyMap<string, string> = new Map(Object.entries(Config.properties).flatMap(([name, property]): [string, string][] =>
  'anyOf' in property ? [[name, or.format(property.anyOf.map(wordsOf))]] : []))

function wordsOf (choice: { const: string } | { minimum?: number, maximum?: number }): string {
  return 'const' in choice ? choice.const : `a whole number from ${choice.minimum} to ${choice.maximum}`
}
