/** Reads which packages the service runs on, from their own files. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ComponentRow } from '../../schemas/component.ts'

/** The service's own package, and the packages it depends on in production, by name. */
export interface Packages {
  /** The folder that holds the service's package.json. */
  readonly root: string
  readonly own: ComponentRow
  readonly components: readonly ComponentRow[]
}

/** Reads the manifests of all packages. */
export const readPackages = (): Packages => {
  const here = fileURLToPath(import.meta.url)
  const root = folderAbove(dirname(here))
  const { name = 'service', dependencies = {} } = readManifest(root)
  const own = describe(name, root, root)
  const folders = createRequire(here).resolve.paths('any') ?? []
  const others = Object.keys(dependencies).map((dependency) =>
    describe(dependency, folders.map((folder) => join(folder, dependency)).find(hasManifest), root)
  )
  return { root, own, components: [own, ...others].sort((one, other) => (one.Id < other.Id ? -1 : 1)) }
}

/** A package in its folder; one without a folder is not loaded. */
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

/** The fields of a package.json that npm checks when it installs the package. */
interface Manifest {
  name?: string
  description?: string
  version?: string
  dependencies?: object
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The nearest folder with a package.json, here or above: the service runs from its sources and from `dist`. */
const folderAbove = (folder: string): string =>
  hasManifest(folder) || folder === dirname(folder) ? folder : folderAbove(dirname(folder))

const hasManifest = (folder: string) => existsSync(join(folder, 'package.json'))
