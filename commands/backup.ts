/** `desk backup` and `desk restore`: the service's own database, and uploaded files. */
import { cp, rename, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { onAnyDatabase, type Shell } from './shell.ts'

/** Adds the commands. */
export const backupCommands = (desk: Command, shell: Shell) => {
  const say = (line: string) => {
    shell.stdout.write(`${line}\n`)
  }

  desk
    .command('backup')
    .description('copy the database under DATA_DIR and the uploaded files into a new folder; the service may run')
    .argument('<folder>', 'folder that the command creates')
    .action(async (name: string) => {
      requireOwn(shell)
      const folder = resolve(name)
      const unfinished = `${folder}.unfinished`
      for (const path of [folder, unfinished]) if (await exists(path)) throw new Error(`${path} exists already`)
      await onAnyDatabase(
        shell,
        async ({ sql, name: home }) => {
          const { backUp } = await import('../db/embedded/backup.ts')
          await backUp(sql, home, unfinished)
        },
        { create: false }
      )
      // After the database: every file that it refers to is in the backup.
      await copyFiles(filesIn(shell), join(unfinished, 'files'))
      await rename(unfinished, folder)
      say(`Backed up to ${folder}.`)
    })

  desk
    .command('restore')
    .description('put a backup into DATA_DIR, which must hold no database; then start the service')
    .argument('<folder>', 'folder that desk backup created')
    .action(async (name: string) => {
      const { DATA_DIR } = requireOwn(shell)
      const folder = resolve(name)
      const { restore } = await import('../db/embedded/backup.ts')
      await restore(folder, DATA_DIR, say)
      await copyFiles(join(folder, 'files'), filesIn(shell))
      say(`Restored ${folder}.`)
    })
}

/** @throws Error if the service does not run its own database */
const requireOwn = ({ env }: Shell) => {
  const config = readConfig(env)
  if (config.DATABASE_URL !== '') throw new Error(NOT_OWN)
  return config
}

const NOT_OWN =
  'This works on the database that the service runs itself. For the one at DATABASE_URL, use pg_dump, ' +
  'as docs/operations.md says'

const filesIn = ({ env }: Shell) => resolve(readConfig(env).DATA_DIR, 'files')

/** There is no folder before the first upload. */
const copyFiles = async (from: string, to: string) => {
  if (await exists(from)) await cp(from, to, { recursive: true, preserveTimestamps: true })
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false
  )
