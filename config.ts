/** The service's settings, read once from the environment. */
import { isIP } from 'node:net'
import { envSchema } from 'env-schema'
import { Config } from './schemas/config.ts'
import type { PASSWORD_LENGTH } from './schemas/login.ts'

/**
 * Reads, converts and checks the settings. Nothing is opened before all of them are right.
 * @throws Error whose message names each wrong variable
 */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const set = Object.entries(env).filter(([name, value]) => name in Config.properties && value !== undefined)
  const config = convert(Object.fromEntries(set))
  const mistakes = [checkBaseUrl(config), checkProxies(config), checkDatabaseUrl(config), checkBucket(config)].filter(
    Boolean
  )
  if (mistakes.length > 0) throw new Error(mistakes.join('; '))
  return config
}

const convert = (data: Record<string, string | undefined>): Config => {
  try {
    return Object.freeze(envSchema<Config>({ schema: Config, data, dotenv: false, env: false }))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new Error([...new Set(error.message.split(', ').map(inOneSentence))].join(', '), { cause: error })
  }
}

/** The validator complains once for each choice; this names all choices in one sentence. */
const inOneSentence = (complaint: string): string => {
  const [, name = '', rest = ''] = /^env\/(\w+) (must .*)$/.exec(complaint) ?? []
  if (name === '') return complaint
  return `${name} ${CHOICES.get(name) ?? rest}`
}

const or = new Intl.ListFormat('en', { type: 'disjunction' })

/** What to say of a setting that has choices, by its name. */
const CHOICES: ReadonlyMap<string, string> = new Map(
  Object.entries(Config.properties).flatMap(([name, property]): [string, string][] =>
    'anyOf' in property ? [[name, `must be ${or.format(property.anyOf.map(wordsOf))}`]] : []
  )
)

function wordsOf(choice: Choice): string {
  if ('const' in choice) return choice.const === '' ? 'empty' : choice.const
  return 'maxLength' in choice
    ? `a text of ${choice.minLength} to ${choice.maxLength} characters`
    : `a whole number from ${choice.minimum} to ${choice.maximum}`
}

type Choice = { const: string } | { minimum?: number; maximum?: number } | typeof PASSWORD_LENGTH

const checkBaseUrl = ({ BASE_URL }: Config): string | undefined => {
  if (BASE_URL === '' || URL.canParse(BASE_URL)) return undefined
  return `BASE_URL must be an address such as https://live.example, not ${BASE_URL}`
}

const checkProxies = ({ TRUSTED_PROXIES }: Config): string | undefined => {
  const wrong = TRUSTED_PROXIES.split(',')
    .map((proxy) => proxy.trim())
    .filter((proxy) => !isNetwork(proxy))
  if (TRUSTED_PROXIES === '' || wrong.length === 0) return undefined
  const rule = 'TRUSTED_PROXIES must be IP addresses or networks such as 10.0.0.0/8, separated by commas'
  return `${rule}, not ${or.format(wrong.map((proxy) => `"${proxy}"`))}`
}

const isNetwork = (proxy: string): boolean => {
  const [, address = '', bits] = /^([\d.]+|[\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(proxy) ?? []
  const version = isIP(address)
  if (version === 0 || bits === undefined) return version !== 0
  return Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128)
}

/** The address itself isn't repeated: it may hold a password. */
const checkDatabaseUrl = ({ DATABASE_URL }: Config): string | undefined => {
  if (DATABASE_URL === '' || isDatabaseUrl(DATABASE_URL)) return undefined
  return (
    'DATABASE_URL must be an address such as postgres://user:password@host:5432/desk; ' +
    'characters of the password such as / and # are percent-encoded'
  )
}

const isDatabaseUrl = (address: string): boolean => {
  // PostgreSQL addresses may name several hosts, which URL doesn't know.
  const [, scheme = '', hosts = '', rest = ''] = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/.exec(address) ?? []
  const [, user = '', first = ''] = /^(.*@)?([^,]*)/.exec(hosts) ?? []
  return URL.canParse(`${scheme}${user}${first}${rest}`) && isPercentEncoded(`${user}${rest}`)
}

const isPercentEncoded = (text: string): boolean => !/%(?![\da-f]{2})/i.test(text)

const checkBucket = (config: Config): string | undefined => {
  const missing = BUCKET.filter((name) => config[name] === '')
  if (missing.length === 0 || missing.length === BUCKET.length) return undefined
  return `${and.format(missing)} must be set too: files go to a bucket when all of ${and.format(BUCKET)} are set`
}

const BUCKET = ['FILES_ENDPOINT', 'FILES_BUCKET', 'FILES_KEY_ID', 'FILES_SECRET'] as const
const and = new Intl.ListFormat('en', { type: 'conjunction' })
