/**
 * The PostgreSQL server of a run of tap. `TEST_DATABASE` is the address of a server that takes its place, with a
 * superuser and the locale C.
 */
import { createHash } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../db/embedded/index.ts'
import { root } from './root.ts'

/**
 * Settings of the server. They trade durability for speed, because no data needs to survive a crash, and no database
 * lives long enough to need vacuuming.
 */
export const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  scram_iterations: '1',
  max_connections: '500'
}

/** Returns the size of a folder's file system in bytes; 0 if the folder does not exist. */
const sizeOf = (folder: string) => {
  try {
    const { blocks, bsize } = statfsSync(folder)
    return blocks * bsize
  } catch {
    return 0
  }
}

/** Folder of databases: in memory if it has the space, because cloning a database on disk takes ten times as long. */
export const TEMPORARY = sizeOf('/dev/shm') >= 4 * 1024 ** 3 ? '/dev/shm' : tmpdir()

const { TEST_DATABASE = '' } = process.env

const project = createHash('sha256').update(`${userInfo().uid} ${root}${TEST_DATABASE}`).digest('hex')

/** Prefix of the folders of all runs of this project. The process id of tap follows. */
export const RUNS = `desk-test-${project.slice(0, 8)}-`

/** This run's folder. tap is the parent process of the files that it runs before, between and after. */
export const RUN = join(TEMPORARY, `${RUNS}${process.ppid}`)

/** Joins the server of a folder, or starts it. */
export const open = async (folder: string) =>
  TEST_DATABASE === ''
    ? await openEmbedded({ dataDir: folder, pid: process.pid, settings: SETTINGS, log: console.error })
    : { url: TEST_DATABASE, dataDir: folder, close: async () => {} }

/** Stops the server of a folder and deletes its data. */
export const discard = async (folder: string) => {
  const server = await open(folder)
  await server.close()
  for (const path of [server.dataDir, folder]) await rm(path, { recursive: true, force: true })
}
