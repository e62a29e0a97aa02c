/** Makes the data of the embedded server. */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from './place.ts'

/** Makes the data unless it exists. It is made aside and then renamed, so that it is there whole or not at all. */
export const initialise = async (place: Place, settings: Record<string, string>): Promise<void> => {
  const { home } = place
  const data = join(home, 'postgresql')
  if (!existsSync(data)) {
    const fresh = join(home, `unfinished.${randomUUID()}`)
    try {
      await makeData(fresh, place, settings)
      await rename(fresh, data)
    } catch (error) {
      // Another process may have been faster, and have removed what this one was making.
      if (!existsSync(data)) throw error
    }
  }
  const unfinished = (await readdir(home)).filter((name) => name.startsWith('unfinished.'))
  // An initdb whose process was killed may still be writing.
  for (const name of unfinished) await rm(join(home, name), { recursive: true, force: true, maxRetries: 20 })
}

const makeData = async (folder: string, { home, account, run }: Place, settings: Record<string, string>) => {
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
    // The same order of text on every machine, independent of its locales.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(settings['fsync'] === 'off' ? ['--no-sync'] : [])
  ])
  if (failure !== undefined) throw new Error(`PostgreSQL could not make its data in ${home}: ${output || failure}`)
}
