/** Reads the packages that the service depends on from their package.json files. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ComponentRow } from '../../schemas/component.ts'

const FILE = fileURLToPath(import.meta.url)

/** Returns the version of the service. */
export const ownVersion = (): string => readManifest(ownFolder()).version ?? ''

/** Reads the package.json files of the service and of the packages it depends on in production, sorted by name. */
export const readPackages = () => {
  const root = ownFolder()
  const { name = 'service', dependencies = {} } = readManifest(root)
  const own = describe(name, root, root)
  const folders = createRequire(FILE).resolve.paths('any') ?? []
  const packages = Object.keys(dependencies).map((dependency) =>
    describe(dependency, folders.map((folder) => join(folder, dependency)).find(hasManifest), root)
  )
  return { own, components: [own, ...packages].sort((one, other) => (one.Id < other.Id ? -1 : 1)) }
}

/** Describes a package. Without a folder it is not installed, and `Loaded` is false. */
const describe = (Id: string, folder: string | undefined, root: string): ComponentRow => {
  const { description, version } = folder === undefined ? {} : readManifest(folder)
  const [, scope, Name = Id] = /^(?:@([^/]+)\/)?(.+)$/.exec(Id) ?? []
  return {
    Id,
    InEgg: false,
    Loaded: folder !== undefined,
    ...(description !== undefined && { Description: description }),
    ...(scope !== undefined && { Group: scope }),
    Locale: 'en',
    Name,
    ...(folder !== undefined && { Path: relative(root, folder).split(sep).join('/') || '.' }),
    ...(version !== undefined && { Version: version })
  }
}

/** Fields of package.json. npm validates their types when it installs a package. */
interface Manifest {
  name?: string
  description?: string
  version?: string
  dependencies?: object
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/**
 * Returns the nearest folder with a package.json, upwards from here: the service runs from its sources or
 * from `dist`.
 */
const folderAbove = (folder: string): string => (hasManifest(folder) ? folder : folderAbove(dirname(folder)))

const ownFolder = () => folderAbove(dirname(FILE))

const hasManifest = (folder: string) => existsSync(join(folder, 'package.json'))
