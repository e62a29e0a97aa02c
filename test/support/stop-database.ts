/** tap runs this file after the tests. It stops their PostgreSQL server and deletes its data. */
import { discard, RUN } from './server.ts'

await discard(RUN)
