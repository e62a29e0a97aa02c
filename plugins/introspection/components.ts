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
  const manifest = readManifest(root)
  const own = { ...describe(manifest, textOf(manifest, 'name') ?? 'service'), Loaded: true, Path: '.' }
  const places = createRequire(here).resolve.paths('any') ?? []
  const names = isObject(manifest.dependencies) ? Object.keys(manifest.dependencies) : []
  const others = names.map((name) => readComponent(name, places, root))
  return { root, own, components: [own, ...others].sort((one, other) => one.Id < other.Id ? -1 : 1) }
}

/** A package in the first of some folders that has it; a package in none of them is not loaded. */
const readComponent = (name: string, places: readonly string[], root: string): ComponentRow => {
  const folder = places.map((place) => join(place, name)).find(hasManifest)
  if (folder === undefined) return describe({}, name)
  return { ...describe(readManifest(folder), name), Loaded: true, Path: relative(root, folder).split(sep).join('/') }
}

const describe = (manifest: Manifest, id: string): ComponentRow => {
  const [, scope, name = id] = /^(?:@([^/]+)\/)?(.+)$/.exec(id) ?? []
  const description = textOf(manifest, 'description')
  const version = textOf(manifest, 'version')
  return {
    Id: id,
    InEgg: false,
    Loaded: false,
    ...description !== undefined && { Description: description },
    ...scope !== undefined && { Group: scope },
    Locale: 'en',
    Name: name,
    ...version !== undefined && { Version: version }
  }
}

type Manifest = Readonly<Record<string, unknown>>

const readManifest = (folder: string): Manifest => {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return isObject(manifest) ? manifest : {}
}

/** The nearest folder with a package.json, here or above: the service runs from its sources and from `dist`. */
const folderAbove = (folder: string): string =>
  hasManifest(folder) || folder === dirname(folder) ? folder : folderAbove(dirname(folder))

const hasManifest = (folder: string) => existsSync(join(folder, 'package.json'))
const textOf = (manifest: Manifest, name: string) => typeof manifest[name] === 'string' ? manifest[name] : undefined
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
