/** Creates the data of the embedded server. */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Installation } from './installation.ts'

/** Creates the data if it doesn't exist: in another folder that is then renamed, so that it is never half finished. */
export const initialise = async (installation: Installation, settings: Record<string, string>): Promise<void> => {
  const { home } = installation
  const data = join(home, 'postgresql')
  if (!existsSync(data)) {
    const newFolder = join(home, `unfinished.${randomUUID()}`)
    try {
      await createData(newFolder, installation, settings)
      await rename(newFolder, data)
    } catch (error) {
      // No failure if another process was faster: it may also have deleted this process's unfinished folder.
      if (!existsSync(data)) throw error
    }
  }
  await removeUnfinished(home)
}

/** Removes the files of processes that were killed while they created or restored the data. */
export const removeUnfinished = async (home: string): Promise<void> => {
  const unfinished = (await readdir(home)).filter((name) => name.startsWith('unfinished.'))
  // Retries, because the initdb of a killed process may still be writing files there.
  for (const name of unfinished) await rm(join(home, name), { recursive: true, force: true, maxRetries: 20 })
}

const createData = async (folder: string, { home, account, run }: Installation, settings: Record<string, string>) => {
  const password = join(folder, 'password')
  await mkdir(folder, { mode: 0o700 })
  await writeFile(password, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (account.uid !== undefined && account.gid !== undefined) {
    await chown(password, account.uid, account.gid)
    await chown(folder, account.uid, account.gid)
  }
  const { failure, output } = await run('initdb', [
    `--pgdata=${join(folder, 'data')}`,
    '--username=desk',
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    // Sorts texts in the same way on every machine, whatever locales it has.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(settings['fsync'] === 'off' ? ['--no-sync'] : [])
  ])
  if (failure !== undefined) throw new Error(`PostgreSQL could not create its data in ${home}: ${output || failure}`)
}
