/** tap runs this after the test files. The process that started the server has ended, so it is ours to stop. */
import { discard, RUN } from './database.ts'

await discard(RUN)
