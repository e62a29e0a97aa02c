/**
 * Base backups of the embedded database, by PostgreSQL's own protocol for copying the files of a running server
 * (PostgreSQL documentation, "Making a Base Backup Using the Low Level API").
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Pool, Transaction } from '../client.ts'
import { transact } from '../transactions.ts'
import { isAlive, readPidFile } from './index.ts'
import { removeUnfinished } from './initialise.ts'
import { findInstallation, hasData, type Log } from './installation.ts'

/** Folders whose contents only the running server needs; the write-ahead log is copied last. */
const EMPTIED: ReadonlySet<string> = new Set([
  ...['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans', 'pg_wal']
])
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*)$/

/**
 * Copies the database of a running server.
 * @param home folder of the data, with `postgresql/` in it
 * @param target folder of the copy, which must not exist
 * @param signal lets the copy fail between two files
 */
export const backUp = async (sql: Pool, home: string, target: string, signal: AbortSignal): Promise<void> => {
  const [source, copy] = [join(home, 'postgresql'), join(target, 'postgresql')]
  await mkdir(target, { recursive: true, mode: 0o700 })
  await mkdir(copy, { mode: 0o700 })
  const lost = new AbortController()
  const untilLost = AbortSignal.any([signal, lost.signal])
  // All on one connection: with its end, the server would forget the backup and the log that it keeps for it.
  const copyAll = async (session: Transaction): Promise<void> => {
    await session`set local statement_timeout = 0`
    await session`set local idle_in_transaction_session_timeout = 0`
    const slot = `backup_${randomUUID().replaceAll('-', '_')}`
    await session`select pg_create_physical_replication_slot(${slot}, true, true)`
    await session`select pg_backup_start('desk backup', true)`
    await copyFolder(join(source, 'data'), join(copy, 'data'), {
      mode: 0o700,
      signal: untilLost,
      skips: (path) => EMPTIED.has(basename(dirname(path))) || LEFT_OUT.test(basename(path))
    })
    const [{ Label, Last }] = await session<[{ Label: string; Last: string }]>`
      select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)`
    for (const segment of await readdir(join(source, 'data/pg_wal'))) {
      if (!/^[\dA-F]{24}$/.test(segment) || segment > Last) continue
      await copyFile(join(source, 'data/pg_wal', segment), join(copy, 'data/pg_wal', segment))
    }
    await writeFile(join(copy, 'data/backup_label'), Label, { mode: 0o600 })
    await copyFile(join(source, 'password'), join(copy, 'password'))
  }
  let copying = Promise.resolve()
  try {
    await transact(sql, (session) => (copying = copyAll(session)))
  } finally {
    // The transaction ends as soon as its connection is lost. The caller removes the folder, so nobody may write to it.
    lost.abort()
    await copying.catch(() => {})
  }
}

/**
 * Copies uploaded files, which are all in one folder and never change. Those that are still coming in are left out.
 * There is no folder before the first upload.
 */
export const copyFiles = async (from: string, to: string, signal?: AbortSignal): Promise<void> => {
  const skips = (path: string) => basename(path) === 'incoming'
  if (existsSync(from)) await copyFolder(from, to, { mode: 0o755, signal, skips })
}

/**
 * Puts a backup in the place of a database that does not exist. The database appears last: a restore that failed, or
 * was killed, can be repeated.
 * @param files folder for the uploaded files
 * @throws Error whose message is a sentence
 */
export const restore = async (
  source: string,
  dataDir: string,
  { files, log }: { files: string; log: Log }
): Promise<void> => {
  if (!existsSync(join(source, 'postgresql'))) throw new Error(`There is no backup in ${source}`)
  // The copy would be torn, and with the address of this server in it, the service would join it.
  const { pid } = await readPidFile(source)
  if (isAlive(pid)) {
    throw new Error(`PostgreSQL uses ${source} (process ${pid}): stop its service first, or restore a backup of it`)
  }
  if (await hasData(dataDir)) {
    throw new Error(`There is a database in ${dataDir} already; move it away, or set DATA_DIR to another folder`)
  }
  const { home, account } = await findInstallation(resolve(dataDir), log)
  await removeUnfinished(home)
  await copyFiles(join(source, 'files'), files)
  const unfinished = join(home, `unfinished.${randomUUID()}`)
  try {
    await copyFolder(join(source, 'postgresql'), unfinished, { mode: 0o700, account })
    await rename(unfinished, join(home, 'postgresql'))
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Copies a folder. Its files may vanish meanwhile. */
const copyFolder = async (from: string, to: string, how: Copying): Promise<void> => {
  const { mode, account: { uid, gid } = {}, signal, skips = () => false } = how
  const own = async (path: string) => {
    if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
  }
  await mkdir(to, { recursive: true, mode })
  await own(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    signal?.throwIfAborted()
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (skips(source)) continue
    if (entry.isDirectory()) await copyFolder(source, target, how)
    else {
      try {
        await copyFile(source, target)
        await own(target)
      } catch (error) {
        // The file of a table that was dropped just now, or an uploaded one that was deleted.
        if (!(error instanceof Error && error.message.startsWith('ENOENT'))) throw error
      }
    }
  }
}

interface Copying {
  /** Mode of folders. */
  readonly mode: number
  readonly account?: { readonly uid?: number; readonly gid?: number }
  readonly signal?: AbortSignal | undefined
  readonly skips?: (path: string) => boolean
}
