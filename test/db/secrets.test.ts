/** Passwords: who guesses names learns nothing from the work that a login makes. */
import { createHook } from 'node:async_hooks'
import t from '../support/tap.ts'
import { hashPassword, isPassword, NO_PASSWORD } from '../../db/secrets.ts'

/** What a piece of code hands to Node's threads: one entry for each password that is hashed or checked. */
// Promises and the messages that load modules are not work of that kind.
const workOf = async (run: () => Promise<unknown>): Promise<string[]> => {
  const work: string[] = []
  const hook = createHook({
    init: (_id, type) => {
      if (!/PROMISE|MESSAGEPORT/.test(type)) work.push(type)
    }
  }).enable()
  await run()
  hook.disable()
  return work
}

t.test('a password is the one that was hashed', async (t) => {
  const hash = await hashPassword('correct horse')
  t.match(hash, /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/)
  t.ok(await isPassword(hash, 'correct horse'))
  t.notOk(await isPassword(hash, 'correct horse '))
  t.notOk(await isPassword(undefined, 'correct horse'), 'of an account that does not exist')
  t.notOk(await isPassword(NO_PASSWORD, NO_PASSWORD), 'of an account without a password')
})

t.test('an account that does not exist makes as much work as one that does', async (t) => {
  const hash = await hashPassword('correct horse')
  await isPassword(hash, 'the first login of a process also hashes the password that nobody has')
  const work = await workOf(() => isPassword(hash, 'wrong'))
  t.equal(work.length, 1, 'one check')
  t.same(await workOf(() => isPassword(undefined, 'wrong')), work)
  t.same(await workOf(() => isPassword(NO_PASSWORD, 'wrong')), work)
})
