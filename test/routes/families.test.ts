/** What each family shows: the tests of a folder in one process. */
import { importAll } from './together.ts'

await importAll(new URL('families/', import.meta.url))
