/** Texts that an import keeps do not keep the file that they were read from. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { detached } from '../../../moving/detached.ts'

t.test('a kept part of a text does not keep the whole in memory', async (t) => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const bytesInUse = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const piece = Buffer.alloc(500_000, 'x')
  const before = bytesInUse()
  const kept = Array.from({ length: 100 }, () => detached(piece.toString('latin1').slice(0, 36)))
  const growth = bytesInUse() - before
  t.same(new Set(kept), new Set(['x'.repeat(36)]))
  t.ok(growth < 10_000_000, `${growth} bytes of 50,000,000`)
})
