/** Every setting of the service: an environment variable, its type, its default and its meaning. */
import { Type, type Static } from 'typebox'
import { PASSWORD_LENGTH } from './login.ts'

interface TextOptions { default?: string, pattern?: string, minLength?: number }

const text = (description: string, options: TextOptions = {}) => Type.String({ description, ...options })

const flag = (description: string, value: boolean) => Type.Boolean({ description, default: value })

/** A Cache-Control header: printable ASCII, because Node refuses to send anything else. */
const header = (description: string, value: string) => text(description, { default: value, pattern: '^[ -~]*$' })

export const Config = Type.Object({
  HOST: text('Address to listen on', { default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 3000, description: 'Port to listen on; 0 takes a free one' }),
  WORKERS: Type.Union([Type.Literal('auto'), Type.Integer({ minimum: 1, maximum: 256 })], {
    default: 1, description: 'Number of processes that share the port, up to 256; auto: one for each core'
  }),
  BASE_URL: text('Start of every link, such as https://live.example. Empty: scheme and host of the request', {
    default: '', pattern: '^(https?://[^\\s?#&<>"]+)?$'
  }),
  TRUSTED_PROXIES: text('Addresses or networks of the proxies whose X-Forwarded-* headers are trusted, separated by commas', {
    default: ''
  }),
  MODULE: text('Module name in paths and index names', { default: 'Desk', pattern: '^(?!my$)[A-Za-z][A-Za-z0-9]*$' }),
  DATABASE_URL: text(
    'PostgreSQL to use, such as postgres://user:password@host/desk. Empty: the service runs its own under DATA_DIR',
    { default: '' }
  ),
  DATABASE_POOL: Type.Integer({
    minimum: 2,
    maximum: 1000,
    default: 10,
    description: 'Maximum number of PostgreSQL connections of each worker, half of them for inserts'
  }),
  DATA_DIR: text(
    'Folder for uploaded files, unless they go to a bucket, and for the data of the service’s own PostgreSQL. ' +
    'Uploads are worked on here in any case', { default: './data', minLength: 1 }
  ),
  DEMO: Type.Union([Type.Literal('auto'), Type.Literal('true'), Type.Literal('false')], {
    default: 'auto', description: 'Whether the demo newsroom is loaded into a new database; auto: only into the service’s own'
  }),
  ADMIN_PASSWORD: Type.Union([Type.Literal(''), Type.String(PASSWORD_LENGTH)], {
    default: '',
    description: 'Password of the first user, admin, of at least twelve characters. Empty: a random one, printed once'
  }),
  PUBLIC_DRAFTS: flag('Whether drafts can be read without a session', true),
  PUBLIC_PROFILES: flag('Whether people’s e-mail, address and telephone can be read without a session', true),
  URL_INFO: Type.Union([Type.Literal('public'), Type.Literal('login'), Type.Literal('off')], {
    default: 'public',
    description: 'Who may have the service read a web page through Tool/URLInfo: everybody, logged-in users, nobody'
  }),
  CACHE_MB: Type.Integer({
    minimum: 0, maximum: 65536, default: 64, description: 'Mebibytes of rendered documents that each worker caches; 0 caches none'
  }),
  CACHE_CONTROL_LIVE: header(
    'Cache-Control of blogs, posts and their lists', 'public, max-age=1, stale-while-revalidate=5, stale-if-error=600'
  ),
  CACHE_CONTROL_REFERENCE: header(
    'Cache-Control of everything else', 'public, max-age=10, stale-while-revalidate=60, stale-if-error=600'
  ),
  STALE_IF_ERROR: Type.Integer({
    minimum: 0,
    maximum: 86400,
    default: 600,
    description: 'Seconds for which cached documents are served while the database does not answer; 0 turns this off'
  }),
  STREAMS: Type.Integer({
    minimum: 0, maximum: 1000000, default: 20000, description: 'Maximum number of open streams of each worker'
  }),
  UPLOAD_MB: Type.Integer({
    minimum: 1, maximum: 1024, default: 20, description: 'Mebibytes that an uploaded file may have'
  }),
  UPLOAD_MEGAPIXELS: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 50,
    description: 'Millions of pixels that an uploaded picture may have, all its frames together'
  }),
  UPLOADS_PER_HOUR: Type.Integer({
    minimum: 0, maximum: 1000000, default: 200, description: 'Files that each user may upload within an hour; 0 allows none'
  }),
  FILES_ENDPOINT: text('Address of an S3-compatible store for uploaded files. Empty: they lie under DATA_DIR', {
    default: '', pattern: '^(https?://[^\\s?#&<>"]+)?$'
  }),
  FILES_BUCKET: text('Bucket of that store', { default: '', pattern: '^[a-z0-9.-]*$' }),
  FILES_REGION: text('Region of that store', { default: 'us-east-1', pattern: '^[A-Za-z0-9-]+$' }),
  FILES_KEY_ID: text('Access key for that store', { default: '' }),
  FILES_SECRET: text('Secret of that access key', { default: '' }),
  LOG_LEVEL: Type.Union(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) => Type.Literal(level)), {
    default: 'warn', description: 'Minimum log level'
  })
}, { additionalProperties: false })

export type Config = Readonly<Static<typeof Config>>
