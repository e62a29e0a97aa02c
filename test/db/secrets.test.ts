/** Hashing of passwords. The time of a login does not reveal whether an account exists. */
import { createHook } from 'node:async_hooks'
import t from 'tap'
import { hashPassword, isPassword, NO_PASSWORD } from '../../db/secrets.ts'

/**
 * Returns the tasks that `run` hands to Node's thread pool: one for each password that is hashed or checked. Promises
 * and the messages that load modules do not count.
 */
const tasksOf = async (run: () => Promise<unknown>): Promise<string[]> => {
  const tasks: string[] = []
  const hook = createHook({
    init: (_id, type) => {
      if (!/PROMISE|MESSAGEPORT/.test(type)) tasks.push(type)
    }
  }).enable()
  await run()
  hook.disable()
  return tasks
}

t.test('only the hashed password is correct', async (t) => {
  const hash = await hashPassword('correct horse')
  t.match(hash, /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/)
  t.ok(await isPassword(hash, 'correct horse'))
  t.notOk(await isPassword(hash, 'correct horse '))
  t.notOk(await isPassword(undefined, 'correct horse'), 'an account that does not exist has no password')
  t.notOk(await isPassword(NO_PASSWORD, NO_PASSWORD), 'an account without a password accepts none')
})

t.test('a login to an account that does not exist takes as much work as to one that exists', async (t) => {
  const hash = await hashPassword('correct horse')
  // The first check of a process also hashes the placeholder for accounts that do not exist.
  await isPassword(hash, 'wrong')
  const tasks = await tasksOf(() => isPassword(hash, 'wrong'))
  t.equal(tasks.length, 1, 'one check')
  t.same(await tasksOf(() => isPassword(undefined, 'wrong')), tasks)
  t.same(await tasksOf(() => isPassword(NO_PASSWORD, 'wrong')), tasks)
})
