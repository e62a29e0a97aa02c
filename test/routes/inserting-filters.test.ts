/** X-Filter on an insert: a wrong one stores nothing. */
import t from '../support/tap.ts'
import { build } from '../support/app.ts'
import { expectNothingStored } from './state.ts'

t.test('a post with a wrong X-Filter is refused before it is stored', async (t) => {
  const built = await build(t)
  const headers = { authorization: await built.tokenOf('admin'), 'x-filter': 'Nothing' }
  await expectNothingStored(t, built, { url: '/resources/Desk/Blog/3/Post', headers, payload: { Content: 'x' } }, {
    status: 400, kind: 'bad-parameter', places: ['X-Filter'], about: 'an unknown name'
  })
})
