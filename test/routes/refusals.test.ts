/** What is refused, and how: the tests of a folder in one process. */
import { importAll } from './together.ts'

await importAll(new URL('refusals/', import.meta.url))
