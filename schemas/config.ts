/** Settings of the service: environment variables with their type, default and description. */
import { Type, type Static } from 'typebox'
import { PASSWORD_LENGTH } from './login.ts'

interface TextOptions {
  default?: string
  pattern?: string
  minLength?: number
  /** The legal values in words, such as `an address, or empty`. */
  legal: string
}

const text = (description: string, options: TextOptions) => Type.String({ description, ...options })

/** Returns the schema of a whole number with a default and inclusive bounds. */
const whole = (description: string, value: number, [minimum, maximum]: readonly [number, number]) =>
  Type.Integer({
    minimum,
    maximum,
    default: value,
    description,
    legal: `a whole number from ${minimum} to ${maximum}`
  })

const flag = (description: string, value: boolean) =>
  Type.Boolean({ description, default: value, legal: 'true or false' })

/** A Cache-Control header: printable ASCII only, because Node refuses to send other characters. */
const header = (description: string, value: string) =>
  text(description, { default: value, pattern: '^[ -~]*$', legal: 'a line of printable ASCII characters' })

/** An address of a server without a user name or a password: links, logs and errors repeat it. Or an empty text. */
const ADDRESS = '^(https?://[^\\s?#&<>"@/\\\\]+(/[^\\s?#&<>"]*)?)?$'

/** Bytes in the unit of the settings whose names end with `_MB`. */
export const MEBIBYTE = 1024 * 1024

export const Config = Type.Object(
  {
    HOST: text('Address to listen on', {
      default: '127.0.0.1',
      // Node.js listens on all addresses if it is empty.
      minLength: 1,
      legal: 'an address or a name of this machine'
    }),
    PORT: whole('Port to listen on; 0 picks a free port', 3000, [0, 65535]),
    METRICS_PORT: whole('Port, on HOST, that serves only /metrics, for Prometheus; 0 turns it off', 0, [0, 65535]),
    BASE_URL: text('Base URL of all links, such as https://live.example. Empty: scheme and host of the request', {
      default: '',
      pattern: ADDRESS,
      legal: 'an address such as https://live.example, without user name and password, or empty'
    }),
    SITE_NAME: text(
      'Name of the service on its front page, in feeds, in search engines and in links that people share',
      {
        default: 'Live blogs',
        pattern: '^[^\\u0000-\\u001f]{1,100}$',
        legal: 'a line of 1 to 100 characters'
      }
    ),
    SITE_LANGUAGE: text('Language of the front page, a tag such as en or pt-BR. Each blog has its own', {
      default: 'en',
      pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
      legal: 'a language tag such as en or pt-BR'
    }),
    TRUSTED_PROXIES: text('Trust X-Forwarded-* headers from these addresses or networks only, separated by commas', {
      default: '',
      legal: 'IP addresses or networks such as 10.0.0.0/8, separated by commas, or empty'
    }),
    MODULE: text('Module name in paths and index names', {
      default: 'Desk',
      pattern: '^(?!my$)[A-Za-z][A-Za-z0-9]*$',
      legal: 'a letter and any letters and digits, but not my'
    }),
    DATABASE_URL: text(
      'Address of PostgreSQL, such as postgres://user:password@host/desk. Of several hosts separated by commas, the ' +
        'service uses the primary. Empty: the service runs its own under DATA_DIR',
      {
        default: '',
        legal:
          'an address such as postgres://user:password@host:5432/desk, in which characters of the password such as / ' +
          'and # are percent-encoded, or empty'
      }
    ),
    DATABASE_POOL: whole(
      'Maximum number of PostgreSQL connections for requests, half of them for writes; six more have other purposes',
      10,
      [2, 1000]
    ),
    DATA_DIR: text(
      'Folder for uploaded files and for the data of the service’s own PostgreSQL. With FILES_ENDPOINT, uploads are ' +
        'only processed here',
      { default: './data', minLength: 1, legal: 'the path of a folder' }
    ),
    DEMO: Type.Union([Type.Literal('auto'), Type.Literal('true'), Type.Literal('false')], {
      default: 'auto',
      description: 'Load the demo newsroom into a new database; auto: only if the service runs its own PostgreSQL'
    }),
    ADMIN_PASSWORD: Type.Union([Type.Literal(''), Type.String(PASSWORD_LENGTH)], {
      default: '',
      description:
        'Password of the first user, admin; at least twelve characters. Empty: a random password, printed once'
    }),
    PUBLIC_DRAFTS: flag('Show drafts, and the archive of files, without a session', true),
    PUBLIC_PROFILES: flag(
      'Show without a session: e-mail addresses, postal addresses, telephone numbers, login names, closed accounts, ' +
        'roles and rights of users',
      true
    ),
    URL_INFO: Type.Union([Type.Literal('public'), Type.Literal('login'), Type.Literal('off')], {
      default: 'public',
      description:
        'Access to Tool/URLInfo, which reads web pages for clients: public (everybody), ' +
        'login (users with a session) or off'
    }),
    FOLLOW: flag('Copy the changes of other blogs that syncs name; false: this process follows none', true),
    FOLLOW_PRIVATE: flag('Let syncs read addresses of private networks and of this machine', false),
    FOLLOW_SECONDS: whole(
      'Seconds between two polls of the feed or blog that a sync names; at most, twice as many',
      30,
      [1, 3600]
    ),
    WEBHOOKS: flag('Send the messages of webhooks; false: this process sends none', true),
    WEBHOOKS_PRIVATE: flag('Let webhooks lead to addresses of private networks and of this machine', false),
    ASSISTANTS: flag('Offer tools to assistants at /mcp; false: /mcp is not there', true),
    CACHE_MB: whole('Size of the document cache, in MiB; 0 turns the cache off', 64, [0, 65536]),
    CACHE_CONTROL_LIVE: header(
      'Cache-Control of blogs, lists of posts, and live pages',
      'public, max-age=1, stale-while-revalidate=5, stale-if-error=600'
    ),
    CACHE_TAGS: Type.Union([Type.Literal(''), Type.Literal('Surrogate-Key'), Type.Literal('Cache-Tag')], {
      default: '',
      description:
        'Header that names what a cacheable document depends on, so that a cache can be told to forget it: ' +
        'Surrogate-Key (Fastly, Varnish), Cache-Tag (Cloudflare; see docs/scale.md). Empty: none'
    }),
    EMBED_ORIGINS: text(
      'Origins whose pages may show embeds, separated by commas, such as https://news.example,https://*.example.org; ' +
        '*: all pages. Empty: none',
      {
        default: '*',
        pattern: '^(\\*|(https?://[A-Za-z0-9*.:[\\]-]+(,(?!$)|$))*)$',
        legal: 'origins such as https://news.example, separated by commas; or *, or empty'
      }
    ),
    STALE_IF_ERROR: whole(
      'Serve cached documents for this many seconds while the database does not answer; 0 turns this off',
      600,
      [0, 86400]
    ),
    LIVE_UPDATES: Type.Union([Type.Literal('stream'), Type.Literal('poll')], {
      default: 'stream',
      description:
        'How live pages follow their blogs: stream (changes arrive at once; each open page takes a connection) or ' +
        'poll (about every 12 seconds, through any cache; see docs/scale.md)'
    }),
    STREAMS: whole('Maximum number of open streams', 20000, [0, 1000000]),
    STREAMS_PER_ADDRESS: whole(
      'Maximum number of open streams of a client: a public IPv4 address, or an IPv6 network of 64 bits',
      1000,
      [1, 1000000]
    ),
    UPLOAD_MB: whole('Maximum size of an uploaded file, in MiB', 20, [1, 1024]),
    UPLOAD_MEGAPIXELS: whole(
      'Maximum size of an uploaded picture, in millions of pixels, all frames together; a frame of a WebP or of a ' +
        'progressive JPEG in full colour may have half as many, of a GIF a third, of an AVIF a quarter',
      50,
      [1, 1000]
    ),
    UPLOADS_PER_HOUR: whole(
      'Maximum number of files that a user may upload in an hour; 0 turns uploads off',
      200,
      [0, 1000000]
    ),
    FILES_ENDPOINT: text(
      'Address of an S3-compatible store for uploaded files. Empty: they are stored under DATA_DIR',
      {
        default: '',
        pattern: ADDRESS,
        legal: 'an address such as https://s3.example, without user name and password, or empty'
      }
    ),
    FILES_BUCKET: text('Bucket of the S3-compatible store', {
      default: '',
      pattern: '^[a-z0-9.-]*$',
      legal: 'small letters, digits, dots and hyphens, or empty'
    }),
    FILES_REGION: text('Region of the S3-compatible store', {
      default: 'us-east-1',
      pattern: '^[A-Za-z0-9-]+$',
      legal: 'letters, digits and hyphens'
    }),
    FILES_KEY_ID: text('Id of the access key for the S3-compatible store', { default: '', legal: 'any text' }),
    FILES_SECRET: text('Secret of the access key for the S3-compatible store', { default: '', legal: 'any text' }),
    AUDIT_DAYS: whole('Days for which the entries of the audit trail are kept', 365, [1, 36500]),
    LOG_LEVEL: Type.Union(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) => Type.Literal(level)),
      {
        default: 'warn',
        description: 'Minimum log level'
      }
    )
  },
  { additionalProperties: false }
)

/** Settings of versions before 1.0, each with what to do instead. They have no effect. */
export const removedSettings: Readonly<Record<string, string>> = {
  WORKERS: 'run replicas instead (docs/operations.md, Several replicas)',
  CACHE_CONTROL_POST: 'caches always ask for the newest version of a post',
  CACHE_CONTROL_REFERENCE: 'caches keep documents without posts for 10 seconds'
}

export type Config = Readonly<Static<typeof Config>>
