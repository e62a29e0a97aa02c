/** X-Filter on an insert: a wrong one stores nothing, and it is none of the list at the same address. */
import t from '../support/tap.ts'
import { build } from '../support/app.ts'
import { expectNothingStored } from './state.ts'

t.test('a post with a wrong X-Filter is refused before it is stored', async (t) => {
  const built = await build(t)
  const headers = { authorization: await built.tokenOf('admin'), 'x-filter': 'Nothing' }
  await expectNothingStored(
    t,
    built,
    { url: '/resources/Desk/Blog/3/Post', headers, payload: { Content: 'x' } },
    {
      status: 400,
      kind: 'bad-parameter',
      places: ['X-Filter'],
      about: 'an unknown name'
    }
  )
})

t.test('a list and an insert at one address have an X-Filter each', async (t) => {
  const { get, post, tokenOf } = await build(t)
  const address = '/resources/Desk/Blog/3/Post?X-Filter=Content,Creator.FullName'
  const list = await get(address)
  const made = await post(address, { Content: 'seen at once' }, { authorization: await tokenOf('admin') })
  t.equal(made.statusCode, 201)
  t.match(made.body, /^<\?xml[^>]*>\n<Post href=.*<Content>seen at once<\/Content>.*<FullName>Ada Min<\/FullName>/)
  t.match((await get(address)).body, /^<\?xml[^>]*>\n<PostList .*<Content>seen at once<\/Content>/)
  t.equal(list.statusCode, 200)
})
