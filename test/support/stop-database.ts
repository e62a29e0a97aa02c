/** tap runs this file after the test files. It stops the server, because the process that started it has ended. */
import { discard, RUN } from './database.ts'

await discard(RUN)
