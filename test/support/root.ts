/** The project's folder. */
import { fileURLToPath } from 'node:url'

/** URL of the project's folder. */
export const code = new URL('../../', import.meta.url)

/** Path of the project's folder, without a trailing slash. */
export const root = fileURLToPath(code).replace(/[/\\]$/, '')
