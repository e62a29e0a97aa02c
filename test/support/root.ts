/** Where files lie: tests run from `test/`, or compiled from `dist-tests/`. */
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the running modules' names end with. */
export const extension = extname(import.meta.url)

/** The folder of the running modules: the project, or `dist-tests/`. */
export const code = new URL('../../', import.meta.url)

/** The project's folder, without a slash at its end. */
export const root = fileURLToPath(new URL(extension === '.ts' ? '.' : '..', code)).replace(/[/\\]$/, '')
