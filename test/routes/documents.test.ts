/** How documents are shown: the tests of a folder in one process. */
import { importAll } from './together.ts'

await importAll(new URL('documents/', import.meta.url))
