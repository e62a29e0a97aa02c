/** Reads which packages the service runs on, from their own files. */
import { access, readFile } from 'node:fs/promises'
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

/** Reads every package once. */
export const readPackages = async (): Promise<Packages> => {
  const here = fileURLToPath(import.meta.url)
  const root = await folderAbove(dirname(here))
  const manifest = await readManifest(root)
  const own = { ...describe(manifest, textOf(manifest, 'name') ?? 'service'), Loaded: true, Path: '.' }
  const places = createRequire(here).resolve.paths('any') ?? []
  const names = isObject(manifest.dependencies) ? Object.keys(manifest.dependencies) : []
  const others = await Promise.all(names.map((name) => readComponent(name, places, root)))
  return { root, own, components: [own, ...others].sort((one, other) => one.Id < other.Id ? -1 : 1) }
}

/** A package in the first of some places that has it; one that is nowhere is not loaded. */
const readComponent = async (name: string, places: readonly string[], root: string): Promise<ComponentRow> => {
  for (const place of places) {
    const folder = join(place, name)
    if (!await exists(join(folder, 'package.json'))) continue
    return { ...describe(await readManifest(folder), name), Loaded: true, Path: relative(root, folder).split(sep).join('/') }
  }
  return describe({}, name)
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

const readManifest = async (folder: string): Promise<Manifest> => {
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  return isObject(manifest) ? manifest : {}
}

/** The nearest folder with a package.json, here or above: the service runs from its sources and from `dist`. */
const folderAbove = async (folder: string): Promise<string> =>
  await exists(join(folder, 'package.json')) || folder === dirname(folder) ? folder : folderAbove(dirname(folder))

const exists = (file: string) => access(file).then(() => true, () => false)
const textOf = (manifest: Manifest, name: string) => typeof manifest[name] === 'string' ? manifest[name] : undefined
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
