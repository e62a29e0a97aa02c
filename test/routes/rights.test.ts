/** Who may read and write: the tests of a folder in one process. */
import { importAll } from './together.ts'

await importAll(new URL('rights/', import.meta.url))
