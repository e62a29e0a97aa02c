// Prepares each process in which tap runs a file.
import { register } from 'node:module'
import processOnSpawn from 'process-on-spawn'
import { build, isBuilt } from '../../scripts/build.js'

// tap runs this file before all tests.
if (process.argv[1]?.endsWith('start-database.ts')) {
  if (!isBuilt()) await build()
  const { compileTests } = await import('./compile.js')
  await compileTests()
}

register('./compiled.js', import.meta.url)

// Lets the processes that tests start run as their users start them. Otherwise tap adds its loader to each of them, by
// itself and by a variable that they would inherit, and a start of the service takes three times as long.
processOnSpawn.removeAllListeners()
delete process.env.NODE_OPTIONS
