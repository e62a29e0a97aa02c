/** Golden documents of the resources that blogs, posts and users link to. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { compareDocuments } from '../golden-documents.ts'

const documents = [
  ['collaborator', '/resources/Data/Collaborator/13'],
  ['collaborator-without-user', '/resources/Data/Collaborator/7'],
  ['blog-collaborator', '/resources/Desk/Blog/3/Collaborator/13'],
  ['blog-collaborator-administrator', '/resources/Desk/Blog/3/Collaborator/16'],
  ['blog-collaborator-list', '/resources/Desk/Blog/3/Collaborator'],
  ['language', '/resources/Localization/Language/2'],
  ['language-with-territory', '/resources/Localization/Language/4'],
  ['blog-type', '/resources/Desk/BlogType/1'],
  ['post-type', '/resources/Data/PostType/wrapup'],
  ['post-type-list', '/resources/Data/PostType'],
  ['user-type', '/resources/HR/UserType/standard'],
  ['person', '/resources/HR/Person/3'],
  ['person-without-telephone', '/resources/HR/Person/7'],
  ['meta-data', '/resources/Archive/MetaData/1'],
  ['meta-data-icon', '/resources/HR/Person/2/MetaData/Icon'],
  ['data-post', '/resources/Data/Post/83'],
  ['user-role-list', '/resources/HR/User/3/Role'],
  ['parameters-of-blog-list', '/resources/Desk/Blog?params=show'],
  ['parameters-of-post-list', '/resources/Desk/Blog/3/Post/Published?params=show'],
  ['parameters-of-blog', '/resources/Desk/Blog/3?params=show']
] as const

await t.test('the documents that blogs, posts and users link to equal the golden documents', async (t) => {
  const { get, sql } = await build(t, { BASE_URL: 'https://desk.example' })
  await sql`insert into languages (code) values ('zh_Hans_CN')`
  await sql`update meta_data set created_on = '2026-01-02T00:04:05Z'`
  await sql`
    update meta_data set name = 'Mira & boat.jpg', type = 'image', size_in_bytes = 90125,
      content = 'content/mira & boat.jpg', thumbnail = 'content/mira-small.jpg', creator = 2,
      created_on = '2026-02-03T12:59:59Z' where id = 2`
  await sql`insert into person_icons (person, meta_data) values (2, 2)`

  await compareDocuments(t, get, documents)
})

await t.test('an expanded link to an item that is gone shows its address and key', async (t) => {
  const { get, sql } = await build(t, { BASE_URL: 'https://desk.example', CACHE_MB: '0' })
  // As if the item were deleted after the list was read.
  await sql`alter table syncs drop constraint syncs_source_fkey`
  await sql`update syncs set source = 9999 where id = 1`
  const href = 'https://desk.example/resources/Data/Source/9999'
  for (const path of ['Desk/Sync/1', 'Desk/Sync']) {
    const url = `/resources/${path}?X-Filter=Source.Name`
    t.match((await get(url)).body, `<Source href="${href}"><Id>9999</Id></Source>`, path)
    t.match((await get(url, { accept: 'application/json' })).body, `"Source":{"href":"${href}","Id":"9999"}`, path)
  }
})
