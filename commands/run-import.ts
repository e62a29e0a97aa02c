/** Runs `desk import`. */
import { appendFileSync, closeSync, openSync, statSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import { readConfig } from '../config.ts'
import type { Pool } from '../db/client.ts'
import { prepareRehearsal } from '../db/imports/rehearsal.ts'
import type { OpenDatabase } from '../db/open.ts'
import { transact } from '../db/transactions.ts'
import { uploads } from '../db/uploads.ts'
import type { Loss } from '../moving/foreign.ts'
import { explainLoss } from '../moving/importing/dry-run.ts'
import { runImport, type ImportReport, type MovePictures } from '../moving/importing/index.ts'
import { openSource, type Source } from '../moving/importing/source.ts'
import { pictureArchive, type PictureOwner } from '../moving/pictures/archive.ts'
import { pictureMover } from '../moving/pictures/index.ts'
import { isPublic } from '../plugins/clients.ts'
import { openArchive } from '../plugins/files/archive.ts'
import { allAddresses, guardedClient, NOT_PUBLIC, Refusal, type GuardedClient } from '../plugins/outgoing/index.ts'
import type { BlogRow } from '../schemas/blog.ts'
import { MEBIBYTE } from '../schemas/config.ts'
import { activeUserOf, blogOf, languageOf } from './lookups.ts'
import { progressLine } from './progress.ts'
import { table, type Shell } from './shell.ts'
import { withoutFinalSlashes } from '../schemas/language/lexical.ts'
import { messageOf } from '../schemas/language/errors.ts'

export interface ImportCommandOptions {
  format?: string
  blog?: number
  creator?: string
  language?: string
  title?: string
  pictures: boolean
  privateNetwork?: boolean
  dryRun?: boolean
  report?: string
}

/** Milliseconds that a document or a picture may take. A file that is read as it arrives may pause for as long. */
const TIMEOUT = 30_000
/** Blogs whose pictures are remembered at the same time. */
const MAX_MOVERS = 10

/** Imports a blog. @param place address, file or folder; `-` is standard input */
export const importFrom = async (
  { sql, session }: OpenDatabase,
  shell: Shell,
  place: string,
  options: ImportCommandOptions,
  signal: AbortSignal
): Promise<ImportReport> => {
  const config = readConfig(shell.env)
  const { blog, title, creator, language } = options
  if (blog !== undefined) requireOpen(await blogOf(sql, blog))
  const ids = {
    creator: creator === undefined ? undefined : (await activeUserOf(sql, creator)).Id,
    language: language === undefined ? undefined : await languageOf(sql, language)
  }
  const client = {
    isAllowed: options.privateNetwork === true ? allAddresses : isPublic,
    timeout: TIMEOUT,
    userAgent: 'Desk-Import/1.0'
  }
  const get = withSubjects(guardedClient({ ...client, maxBytes: Infinity }))
  const pictureClient = guardedClient({ ...client, maxBytes: config.UPLOAD_MB * MEBIBYTE })
  const source = await openSource(place, { format: options.format, stdin: shell.stdin, get, signal })
  const progress = progressLine(shell.stderr, source.progress)
  const losses = options.report === undefined ? undefined : openReport(options.report, place)
  const rehearsal = options.dryRun === true ? session() : undefined
  try {
    if (rehearsal !== undefined) await prepareRehearsal(rehearsal).catch(explainLoss)
    return await runImport(source.items, {
      sql,
      blog,
      title,
      ...ids,
      newestFirst: source.format.newestFirst,
      rehearsal,
      creatorOf: async (id) => (await blogOf(sql, id)).Creator,
      picturesFor: options.pictures ? await pictures(sql, shell, source, pictureClient, signal) : () => undefined,
      signal,
      onProgress: progress.show,
      onLoss: (loss) => losses?.add(loss)
    })
  } finally {
    progress.end()
    losses?.close()
    await rehearsal?.end({ timeout: 5 })
  }
}

/** @throws Error if a blog is closed */
const requireOpen = ({ Id, ClosedOn }: BlogRow) => {
  if (ClosedOn !== undefined) {
    throw new Error(`Blog ${Id} is closed: open it again at /desk/${Id}/settings, then import`)
  }
}

/** Opens a file for the losses. @throws Error if it is the imported one, or cannot be written, then or later */
const openReport = (path: string, imported: string) => {
  const [existing, source] = [path, imported].map((each) => statSync(each, { throwIfNoEntry: false }))
  if (existing !== undefined && existing.ino === source?.ino && existing.dev === source.dev) {
    throw new Error(`The report would replace the file that is imported, ${path}`)
  }
  const orExplain = <Result>(write: () => Result): Result => {
    try {
      return write()
    } catch (error) {
      const reason = messageOf(error)
      throw new Error(`The report cannot be written to ${path}: ${reason}`, { cause: error })
    }
  }
  const file = orExplain(() => openSync(path, 'w'))
  return {
    add: ({ post, what, why }: Loss) => {
      const line = `${JSON.stringify({ Post: post, What: what, Why: why })}\n`
      orExplain(() => appendFileSync(file, line))
    },
    close: () => closeSync(file)
  }
}

/** Returns a client whose errors name the address. */
const withSubjects =
  (get: GuardedClient): GuardedClient =>
  async (address, request) => {
    try {
      return await get(address, request)
    } catch (error) {
      if (error instanceof Refusal) {
        throw new Error(`${String(address)} ${error.message}${hintOf(error)}`, { cause: error })
      }
      const { message = '', code = '' } = error instanceof Error ? { code: '', ...error, message: error.message } : {}
      throw new Error(`${String(address)} cannot be read: ${message || String(code)}`, { cause: error })
    }
  }

const hintOf = ({ message }: Refusal): string =>
  message === NOT_PUBLIC ? '; --private-network allows addresses of private networks, too' : ''

/** Returns a function that returns the function that moves the pictures of a source. */
const pictures = async (
  sql: Pool,
  { env, stderr }: Shell,
  { address, folder }: Source,
  get: GuardedClient,
  signal: AbortSignal
): Promise<(owner: PictureOwner) => MovePictures> => {
  const config = readConfig(env)
  const warn = ({ err }: { readonly err: unknown }, message: string) => {
    stderr.write(`${message}: ${messageOf(err)}\n`)
  }
  const { filePrefix } = uploads(sql)
  const archive = await openArchive(config, { filePrefix, log: { error: warn, warn } })
  const base = withoutFinalSlashes(config.BASE_URL)
  // Each remembers its pictures, and a file of WordPress may have thousands of blogs, one after the other.
  const movers = new LRUCache<number, MovePictures>({ max: MAX_MOVERS })
  return (owner) => {
    const mover =
      movers.get(owner.source) ??
      pictureMover({
        get,
        archive: pictureArchive(sql, (work) => transact(sql, work), archive, owner),
        base: address ?? '',
        folder,
        maxBytes: config.UPLOAD_MB * MEBIBYTE,
        addressOf: (content) => `${base}/${content}`,
        signal
      })
    movers.set(owner.source, mover)
    return mover
  }
}

const number = new Intl.NumberFormat('en')

/** Returns the report of an import for people. */
export const textOf = ({ Blogs, Losses }: ImportReport, isDryRun: boolean): string => {
  const verb = isDryRun ? 'Would import' : 'Imported'
  const lines = Blogs.map(({ Blog, Title, IsNew, Added, Changed, Unchanged }) => {
    const place = Blog === undefined ? 'a new blog' : `${IsNew ? 'new ' : ''}blog ${Blog}`
    const [added, changed, unchanged] = [Added, Changed, Unchanged].map((count) => number.format(count))
    return `${verb} “${Title}” into ${place}: ${added} added, ${changed} changed, ${unchanged} as before.`
  })
  if (Losses.length > 0) lines.push('Not taken over as it was:', table(Losses, ['Count', 'What', 'Example']))
  return lines.join('\n')
}
