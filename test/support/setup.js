// Prepares each process in which tap runs a file.
import { register } from 'node:module'
import processOnSpawn from 'process-on-spawn'
import { Match } from 'tcompare'
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

// By itself, tap's `match` takes a longer list for the expected one, and in documents a longer text, so that no test
// would notice a post or a word too many.
const { test } = Match.prototype
Match.prototype.test = function () {
  const { object: found, expect: expected, parent } = this
  if (Array.isArray(found) && Array.isArray(expected) && found.length !== expected.length) return false
  if (parent !== null && typeof found === 'string' && typeof expected === 'string') return found === expected
  return test.call(this)
}
