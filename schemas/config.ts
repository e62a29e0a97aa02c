/** Every setting of the service: an environment variable, its type, its default and its meaning. */
import { Type, type Static } from 'typebox'

const text = (description: string, options: { default?: string, pattern?: string, examples?: string[] } = {}) =>
  Type.String({ description, ...options })
const flag = (description: string, byDefault: boolean) => Type.Boolean({ description, default: byDefault })

export const Config = Type.Object({
  HOST: text('Address to listen on', { default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 3000, description: 'Port to listen on; 0 takes a free one' }),
  WORKERS: Type.Union([Type.Literal('auto'), Type.Integer({ minimum: 1, maximum: 256 })], {
    default: 1, description: 'How many processes serve on the port, up to 256; auto: one for each core'
  }),
  BASE_URL: text('What every link starts with, such as https://live.example. Empty: scheme and host of the request', {
    default: '', pattern: '^(https?://[^\\s?#&<>"]+)?$'
  }),
  TRUSTED_PROXIES: text('Addresses or networks of proxies whose X-Forwarded-* headers are believed, separated by commas', { default: '' }),
  MODULE: text('Module name in paths and index names', { default: 'Desk', pattern: '^[A-Za-z][A-Za-z0-9]*$' }),
  DATABASE_URL: text('PostgreSQL to use, such as postgres://user:password@host/desk. Empty: the service runs one itself under DATA_DIR', { default: '' }),
  DATABASE_POOL: Type.Integer({ minimum: 1, maximum: 1000, default: 10, description: 'Most connections to PostgreSQL of each worker' }),
  DATA_DIR: text('Where the service’s own PostgreSQL keeps its data', { default: './data' }),
  DEMO: Type.Union([Type.Literal('auto'), Type.Literal('true'), Type.Literal('false')], {
    default: 'auto', description: 'Whether a new database gets the demo newsroom; auto: only the service’s own does'
  }),
  ADMIN_PASSWORD: text('Password of the first user, admin. Empty: a random one, printed once', { default: '' }),
  PUBLIC_DRAFTS: flag('Whether drafts can be read without a session', true),
  PUBLIC_PROFILES: flag('Whether e-mail, address and telephone of people can be read without a session', true),
  URL_INFO: Type.Union([Type.Literal('public'), Type.Literal('login'), Type.Literal('off')], {
    default: 'public', description: 'Who may have the service read a web page through Tool/URLInfo: everybody, whoever is logged in, nobody'
  }),
  CACHE_MB: Type.Integer({ minimum: 0, maximum: 65536, default: 64, description: 'Most mebibytes of rendered documents kept by each worker; 0 keeps none' }),
  STALE_IF_ERROR: Type.Integer({
    minimum: 0, maximum: 86400, default: 600,
    description: 'Seconds for which cached documents are served while the database does not answer; 0 turns this off'
  }),
  CACHE_CONTROL_LIVE: text('Cache-Control of blogs, posts and their lists', { default: 'public, max-age=1, stale-while-revalidate=5' }),
  CACHE_CONTROL_REFERENCE: text('Cache-Control of everything else', { default: 'public, max-age=10, stale-while-revalidate=60' }),
  STREAMS: Type.Integer({ minimum: 0, maximum: 1000000, default: 20000, description: 'Most streams of changes that each worker holds open' }),
  LOG_LEVEL: Type.Union(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) => Type.Literal(level)), {
    default: 'warn', description: 'Least important log lines that are written'
  })
}, { additionalProperties: false })

export type Config = Readonly<Static<typeof Config>>
