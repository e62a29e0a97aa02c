/** Paths of the project. Tests run from `test/`, or compiled from `dist-tests/`. */
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** File extension of the running modules: `.ts`, or `.js` if they are compiled. */
export const extension = extname(import.meta.url)

/** Folder of the running modules: the project's folder, or `dist-tests/`. */
export const code = new URL('../../', import.meta.url)

/** The project's folder, without a trailing slash. */
export const root = fileURLToPath(new URL(extension === '.ts' ? '.' : '..', code)).replace(/[/\\]$/, '')
