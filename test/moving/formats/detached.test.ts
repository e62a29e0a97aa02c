/** Texts that an import keeps do not keep the file that they were read from. */
import t from 'tap'
import { detached } from '../../../moving/detached.ts'
import { collectGarbage } from '../../support/garbage.ts'

t.test('a kept part of a text does not keep the whole in memory', async (t) => {
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
