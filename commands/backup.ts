/** `desk backup` and `desk restore`: the service's own database, and uploaded files. */
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { inNewFolder } from './new-folder.ts'
import { onAnyDatabase, printLine, type Shell, type Work } from './shell.ts'

/** Adds the commands. */
export const backupCommands = (desk: Command, shell: Shell) => {
  desk
    .command('backup')
    .description('copy the database and the uploaded files under DATA_DIR into a new folder; the service may run')
    .argument('<folder>', 'folder that the command creates')
    .action(async (name: string) => {
      const files = filesOf(requireEmbedded(shell))
      const { backUp, copyFiles } = await import('../db/embedded/backup.ts')
      const folder = await inNewFolder(shell, name, async (unfinished) => {
        const copy: Work = async ({ sql, name: home }, signal) => {
          await backUp(sql, home, unfinished, signal)
          // After the database: every file that it refers to is in the backup.
          await copyFiles(files, join(unfinished, 'files'), signal)
        }
        await onAnyDatabase(shell, copy, { create: false })
      })
      printLine(shell, `Backed up to ${folder}.`)
      if (readConfig(shell.env).FILES_ENDPOINT !== '') printLine(shell, NOT_FILES)
    })

  desk
    .command('restore')
    .description('put a backup into DATA_DIR, which must hold no database; then start the service')
    .argument('<folder>', 'folder that desk backup created')
    .action(async (name: string) => {
      const dataDir = requireEmbedded(shell)
      const folder = resolve(name)
      const { restore } = await import('../db/embedded/backup.ts')
      const files = filesOf(dataDir)
      await restore(folder, dataDir, { files, log: (line) => printLine(shell, line) })
      printLine(shell, `Restored ${folder}.`)
      const restored = await readdir(join(folder, 'files')).catch(() => [])
      if (readConfig(shell.env).FILES_ENDPOINT !== '' && restored.length > 0) {
        printLine(shell, `Its uploaded files are in ${files}, not in the bucket: copy those that it lacks.`)
      }
    })
}

/** Returns the folder of the embedded database. @throws Error if the service uses the database at DATABASE_URL */
const requireEmbedded = ({ env }: Shell) => {
  const { DATABASE_URL, DATA_DIR } = readConfig(env)
  if (DATABASE_URL !== '') throw new Error(NOT_EMBEDDED)
  return DATA_DIR
}

const NOT_EMBEDDED =
  'This works on the database that the service runs itself. For the one at DATABASE_URL, use pg_dump, ' +
  'as docs/operations.md says'

const NOT_FILES = 'The uploaded files in the store of FILES_ENDPOINT are not in this backup.'

const filesOf = (dataDir: string) => resolve(dataDir, 'files')
