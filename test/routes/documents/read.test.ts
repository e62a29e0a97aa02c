/** Golden documents of the GET endpoints of docs/spec.md, section 4. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { compareDocuments } from '../golden-documents.ts'

const documents = [
  ['resources', '/resources'],
  ['blog-list', '/resources/Desk/Blog'],
  ['blog-list-second-page', '/resources/Desk/Blog?offset=2&limit=1'],
  ['blog-list-not-detailed', '/resources/Desk/Blog?detailed=false'],
  ['user-blog-list', '/resources/HR/User/2/Blog'],
  ['user-blog-live-list', '/resources/HR/User/2/Blog/Live'],
  ['blog-live', '/resources/Desk/Blog/1'],
  ['blog-closed', '/resources/Desk/Blog/2'],
  ['blog-without-posts', '/resources/Desk/Blog/4'],
  ['post-list-published', '/resources/Desk/Blog/3/Post/Published'],
  ['post-list-all', '/resources/Desk/Blog/3/Post'],
  ['post-list-empty', '/resources/Desk/Blog/4/Post'],
  ['post-published', '/resources/Desk/Blog/3/Post/83'],
  ['post-draft', '/resources/Desk/Blog/3/Post/89'],
  ['post-wrapup', '/resources/Desk/Blog/3/Post/92'],
  ['post-modified', '/resources/Desk/Blog/3/Post/86'],
  ['post-between-others', '/resources/Desk/Blog/3/Post/84'],
  ['post-of-any-text', '/resources/Desk/Blog/3/Post/85'],
  ['post-by-source', '/resources/Desk/Blog/3/Post/88'],
  ['post-deleted', '/resources/Desk/Blog/3/Post/82'],
  ['user', '/resources/HR/User/3'],
  ['user-inactive', '/resources/HR/User/12'],
  ['user-without-names', '/resources/HR/User/11']
] as const

await t.test('the documents of the GET endpoints equal the golden documents', async (t) => {
  const { get, sql } = await build(t, { BASE_URL: 'https://desk.example' })
  await sql`
    insert into blogs (type, language, creator, title, created_on)
    values (1, 2, 4, 'Leer & <still>', '2026-12-31T00:00:00Z')`
  await sql`update posts set updated_on = '2026-11-18T12:00:00Z', published_on = '2026-11-18T12:34:00Z' where id = 86`
  await sql`update posts set "order" = 8.50 where id = 84`
  // A restored database may contain characters that inserts refuse: U+0001 and U+FFFE.
  const anyText = '<p>a\r\nb\rc\td & "e" \'f\' ]]> \u0085\u2028\u{1F6AA}\u0001\uFFFE</p>'
  await sql`update posts set content = ${anyText} where id = 85`
  await sql`update posts set author = 2 where id = 88`
  await sql`update posts set deleted_on = '2026-11-19T00:30:59Z' where id = 82`
  await sql`
    update persons set first_name = null, last_name = null, e_mail = null, phone_number = null, address = null
    where id = 11`

  await compareDocuments(t, get, documents)
})
