/** X-Filter on an insert applies to the post, not to the list at the same address; an invalid one stores nothing. */
import t from 'tap'
import { build } from '../support/app.ts'
import { expectNothingStored } from './state.ts'

const built = await build(t)
const { get, post, tokenOf } = built

t.test('an insert with an invalid X-Filter is refused and stores nothing', async (t) => {
  const headers = { authorization: await built.tokenOf('admin'), 'x-filter': 'Nothing' }
  await expectNothingStored(
    t,
    built,
    { url: '/resources/Desk/Blog/3/Post', headers, payload: { Content: 'x' } },
    {
      status: 400,
      kind: 'bad-parameter',
      places: ['X-Filter'],
      about: 'an unknown property'
    }
  )
})

t.test('X-Filter applies to the list on GET and to the inserted post on POST', async (t) => {
  const address = '/resources/Desk/Blog/3/Post?X-Filter=Content,Creator.FullName'
  const list = await get(address)
  const inserted = await post(address, { Content: 'seen at once' }, { authorization: await tokenOf('admin') })
  t.equal(inserted.statusCode, 201)
  t.match(inserted.body, /^<\?xml[^>]*>\n<Post href=.*<Content>seen at once<\/Content>.*<FullName>Ada Min<\/FullName>/)
  t.match((await get(address)).body, /^<\?xml[^>]*>\n<PostList .*<Content>seen at once<\/Content>/)
  t.equal(list.statusCode, 200)
})
