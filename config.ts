/** Reads the service's settings from the environment. */
import { isIP } from 'node:net'
import { Ajv, type ErrorObject } from 'ajv'
import type { TString } from 'typebox'
import { Config, removedSettings } from './schemas/config.ts'
import { membersOf } from './schemas/language/rows.ts'
import { PASSWORD_LENGTH } from './schemas/login.ts'

/**
 * Reads, converts and checks all settings.
 * @throws Error whose message names each wrong variable and its legal values
 */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const set = Object.entries(env).filter(([name, value]) => name in Config.properties && value !== undefined)
  const config = convert(Object.fromEntries(set))
  const mistakes = [
    ...ADDRESSES.map((name) => checkAddress(name, config)),
    ...[checkMetricsPort(config), checkProxies(config), checkDatabaseUrl(config), checkBucket(config)]
  ].filter(Boolean)
  if (mistakes.length > 0) throw new Error(mistakes.join('; '))
  return config
}

/** Returns a line for the operator for each setting that an earlier version had and that is still set. */
export const removedSettingsIn = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(removedSettings)
    .filter(([name]) => env[name] !== undefined && env[name] !== '')
    .map(([name, advice]) => `${name} has no effect any more: ${advice}.`)

const validate = new Ajv({
  allErrors: true,
  useDefaults: true,
  coerceTypes: true,
  keywords: ['legal'],
  validateSchema: false,
  code: { optimize: false }
}).compile<Config>(Config)

/** Fills in defaults and converts texts to numbers and booleans. */
const convert = (data: unknown): Config => {
  if (validate(data)) return Object.freeze(data)
  throw new Error([...new Set(validate.errors?.map(messageOf))].join('; '))
}

const messageOf = ({ instancePath }: ErrorObject): string => mistake(instancePath.slice(1))

/** Returns the message about an illegal setting. @param value the illegal text; left out if it may be a password */
const mistake = (name: string, value = '') => `${name} must be ${legalValues.get(name)}${value && `, not ${value}`}`

const or = new Intl.ListFormat('en', { type: 'disjunction' })

type Setting = (typeof Config.properties)[keyof typeof Config.properties]

const legalValuesOf = (setting: Setting): string =>
  'anyOf' in setting ? or.format(setting.anyOf.map(wordsOf)) : String(membersOf(setting)['legal'])

function wordsOf(choice: { const: string } | TString): string {
  if (!('const' in choice)) return `a text of ${PASSWORD_LENGTH.minLength} to ${PASSWORD_LENGTH.maxLength} characters`
  return choice.const === '' ? 'empty' : choice.const
}

/** The legal values of each setting in words, by name. */
export const legalValues: ReadonlyMap<string, string> = new Map(
  Object.entries(Config.properties).map(([name, setting]) => [name, legalValuesOf(setting)])
)

const ADDRESSES = ['BASE_URL', 'FILES_ENDPOINT'] as const

const checkAddress = (name: (typeof ADDRESSES)[number], config: Config): string | undefined =>
  config[name] === '' || URL.canParse(config[name]) ? undefined : mistake(name, config[name])

/** Without this check, a start with one port for both would fail only after it has made a database. */
const checkMetricsPort = ({ PORT, METRICS_PORT }: Config): string | undefined =>
  METRICS_PORT === 0 || METRICS_PORT !== PORT ? undefined : `METRICS_PORT must be another port than PORT, ${PORT}`

const checkProxies = ({ TRUSTED_PROXIES }: Config): string | undefined => {
  const wrong = TRUSTED_PROXIES.split(',')
    .map((proxy) => proxy.trim())
    .filter((proxy) => !isNetwork(proxy))
  if (TRUSTED_PROXIES === '' || wrong.length === 0) return undefined
  return mistake('TRUSTED_PROXIES', or.format(wrong.map((proxy) => `"${proxy}"`)))
}

const isNetwork = (proxy: string): boolean => {
  const [, address = '', bits] = /^([\d.]+|[\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(proxy) ?? []
  const version = isIP(address)
  if (version === 0 || bits === undefined) return version !== 0
  return Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128)
}

const checkDatabaseUrl = ({ DATABASE_URL }: Config): string | undefined =>
  DATABASE_URL === '' || isDatabaseUrl(DATABASE_URL) ? undefined : mistake('DATABASE_URL')

const isDatabaseUrl = (address: string): boolean => {
  // PostgreSQL addresses may have several hosts, separated by commas. URL can't parse those, so only the first is
  // checked.
  const [, scheme = '', authority = '', path = ''] = /^(postgres(?:ql)?:\/\/)([^/?#]*)([/?#].*)?$/.exec(address) ?? []
  const [, user = '', firstHost = ''] = /^(.*@)?([^,]*)/.exec(authority) ?? []
  return URL.canParse(`${scheme}${user}${firstHost}${path}`) && isPercentEncoded(`${user}${path}`)
}

const isPercentEncoded = (text: string): boolean => !/%(?![\da-f]{2})/i.test(text)

const checkBucket = (config: Config): string | undefined => {
  const missing = BUCKET_SETTINGS.filter((name) => config[name] === '')
  if (missing.length === 0 || missing.length === BUCKET_SETTINGS.length) return undefined
  return `${and.format(missing)} must be set too: to store files in a bucket, set all of ${and.format(BUCKET_SETTINGS)}`
}

const BUCKET_SETTINGS = ['FILES_ENDPOINT', 'FILES_BUCKET', 'FILES_KEY_ID', 'FILES_SECRET'] as const
const and = new Intl.ListFormat('en', { type: 'conjunction' })
