/** Versions of tags, by which the cache and streams learn of changes. */
import t from 'tap'
import { blogTag, type Tag } from '../../db/changes.ts'
import { tagVersions } from '../../plugins/database/versions.ts'

const [ONE, TWO] = [blogTag(1), blogTag(2)]
const tags = (...all: readonly Tag[]): ReadonlySet<Tag> => new Set(all)

t.test('a caller is called once, at the first change under any of its tags', (t) => {
  const { raise, whenChanged, areUnchanged, now } = tagVersions()
  let calls = 0
  whenChanged([ONE, 'blogs'], now(), () => {
    calls += 1
  })
  raise(tags(TWO))
  t.equal(calls, 0)
  raise(tags('blogs', ONE))
  t.equal(calls, 1)
  raise(tags(ONE))
  t.equal(calls, 1)
  t.notOk(areUnchanged([ONE], 2))
  t.ok(areUnchanged([ONE], 3))
  t.ok(areUnchanged([TWO], 1))
  whenChanged([ONE], 2, () => {
    calls += 1
  })
  t.equal(calls, 2, 'at once, if it has changed already')
  t.end()
})

t.test('a caller that stops waiting is not called, and a change of everything calls all others', (t) => {
  const { raise, whenChanged, areUnchanged } = tagVersions()
  const called: string[] = []
  const stop = whenChanged([ONE], 0, () => called.push('stopped'))
  whenChanged([ONE], 0, () => called.push('one'))
  whenChanged([TWO], 0, () => called.push('two'))
  stop()
  raise(tags('everything'))
  t.same(called, ['one', 'two'])
  t.notOk(areUnchanged(['sessions'], 0))
  t.ok(areUnchanged(['sessions'], 1))
  t.end()
})

t.test('after 100,000 tags, everything counts as changed, once', (t) => {
  const { raise, areUnchanged, now } = tagVersions()
  for (let blog = 1; blog <= 100_000; blog += 1) raise(tags(blogTag(blog)))
  const before = now()
  t.ok(areUnchanged(['sessions'], 0))
  raise(tags(blogTag(100_001)))
  t.notOk(areUnchanged(['sessions'], before))
  const after = now()
  raise(tags(ONE))
  t.same([areUnchanged([ONE], after), areUnchanged(['sessions'], after)], [false, true])
  t.end()
})
