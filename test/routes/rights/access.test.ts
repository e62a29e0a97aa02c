/** Filter/Authenticated tells other programs, such as a gateway, whether a user has access. */
import t from 'tap'
import { build } from '../../support/app.ts'

await t.test('Filter/Authenticated tells whether a user has access', async (t) => {
  const { get } = await build(t)
  const address = '/resources/Filter/Authenticated'
  // Users: 2 is mira (creator of blog 1), 3 bjarki (role Administrator), 5 aurelie (member of blog 1,
  // creator of blog 2), 12 gero (inactive member of blog 2).
  const answers = [
    ['2/Blog/1/HasBlog/Administrator', 'True'],
    ['2/Blog/1/HasBlog/Collaborator', 'True'],
    ['2/Blog/1/HasBlog/Status', 'True'],
    ['6/Blog/1/HasBlog/Administrator', 'False'],
    ['6/Blog/1/HasBlog/Collaborator', 'True'],
    ['6/Blog/2/HasBlog/Collaborator', 'False'],
    ['5/Blog/2/HasBlog/Status', 'False'],
    ['12/Blog/2/HasBlog/Collaborator', 'False'],
    ['2/User/2/IsAuthenticated', 'True'],
    ['2/User/3/IsAuthenticated', 'False'],
    ['12/User/12/IsAuthenticated', 'False']
  ] as const
  for (const [path, answer] of answers) {
    const rootName = path.includes('/HasBlog/') ? 'HasBlog' : 'HasAccess'
    t.equal(
      (await get(`${address}/${path}`)).body,
      `<?xml version="1.0" encoding="UTF-8"?>\n<${rootName}><HasAccess>${answer}</HasAccess></${rootName}>`,
      path
    )
    t.same((await get(`${address}/${path}`, { accept: 'application/json' })).json(), { HasAccess: answer }, path)
  }
  for (const path of [
    '99/Blog/1/HasBlog/Status',
    '2/Blog/9/HasBlog/Status',
    '99/User/2/IsAuthenticated',
    '2/User/99/IsAuthenticated',
    '2/Blog/1/HasBlog/Else'
  ]) {
    t.equal((await get(`${address}/${path}`)).statusCode, 404, path)
  }
})
