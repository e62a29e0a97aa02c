/** Runs transactions, also over connections that are lost in the middle of them. */
import { isLost, type Pool, type Transaction } from './client.ts'

/**
 * Runs work in a transaction. If the connection is lost, no further statement is sent to it, not even the `rollback` of
 * the driver, whose write to a socket that is gone ends the process.
 * @param work sends all its statements to the transaction: the lost connection of another one would not end it
 */
export const transact = async <T>(pool: Pool, work: (transaction: Transaction) => Promise<T>): Promise<T> => {
  let isOver = false
  /** Returns the result of work; never, if the connection is lost: `begin` of the driver fails by itself then. */
  const unlessLost = <R>(result: Promise<R>): Promise<R> =>
    result.catch((error: unknown) => (isOver || isLost(error) ? new Promise<never>(() => {}) : Promise.reject(error)))
  const unlessOver = <R>(send: () => R): R => {
    if (isOver) throw new Error('The transaction has ended already')
    return send()
  }
  const guarded = (transaction: Transaction): Transaction =>
    new Proxy(transaction, {
      apply: (target, self, parameters) => unlessOver(() => Reflect.apply(target, self, parameters)),
      get: (target, name) =>
        name === 'savepoint'
          ? (part: (inner: Transaction) => Promise<unknown>) =>
              unlessOver(() => target.savepoint((inner) => unlessLost(part(guarded(inner)))))
          : Reflect.get(target, name)
    })
  try {
    const { result } = await pool.begin(async (transaction) => ({
      result: await unlessLost(work(guarded(transaction)))
    }))
    return result
  } finally {
    isOver = true
  }
}
