/** The links of blogs, posts and users have the names, addresses and order of docs/spec.md, sections 2.3 to 2.5. */
import t from 'tap'
import { build } from '../support/app.ts'
import { expectSameDocument } from './same-document.ts'
import { hrefsOf, itemsOf, linksOf } from './wire.ts'

const blog = (id: number, creator: number, language: number) => [
  ['Creator', `HR/User/${creator}`],
  ['Language', `Localization/Language/${language}`],
  ['Type', 'Desk/BlogType/1'],
  ...[
    'Collaborator/',
    'Collaborator/Potential',
    'Sync/',
    'Configuration/',
    'Post/',
    'Post/Comment',
    'Post/Published',
    'Post/Unpublished',
    'Comment/Post/',
    'Source/',
    'BlogMedia/'
  ].map((path) => [path.replaceAll('/', ''), `Desk/Blog/${id}/${path}`])
]

const post = (blog: number, type: string, user: number) => [
  ['Author', `Data/Collaborator/${user + 11}`],
  ['AuthorPerson', `HR/Person/${user}`],
  ['Blog', `Desk/Blog/${blog}`],
  ['Creator', `HR/User/${user}`],
  ['Type', `Data/PostType/${type}`]
]

const user = (id: number) => [
  ['Type', 'HR/UserType/standard'],
  ...[
    'Role/',
    'Right/',
    'Blog/',
    'Blog/Live',
    'Action/',
    'Post/',
    'Post/Published',
    'Post/Unpublished',
    'Collaborator/'
  ].map((path) => [path.replaceAll('/', ''), `HR/User/${id}/${path}`]),
  ['MetaDataIcon', `HR/Person/${id}/MetaData/Icon`]
]

const items = [
  ['Desk/Blog/1', blog(1, 2, 1)],
  ['Desk/Blog/2', blog(2, 5, 1)],
  ['Desk/Blog/3', blog(3, 3, 2)],
  ['Desk/Blog/3/Post/83', post(3, 'link', 6)],
  ['Desk/Blog/3/Post/92', post(3, 'wrapup', 3)],
  ['HR/User/1', user(1)],
  ['HR/User/12', user(12)]
] as const

await t.test('every link of an item leads to a document', async (t) => {
  const { app } = await build(t, { BASE_URL: 'https://desk.example' })

  await t.test('blogs, posts and users have the links of the specification, and each can be read', async (t) => {
    for (const [path, expected] of items) {
      const links = linksOf(await expectSameDocument(t, app, `/resources/${path}`))
      t.same(
        links,
        expected.map(([name, target]) => [name, `https://desk.example/resources/${target}`]),
        path
      )
      for (const [, href] of links) await expectSameDocument(t, app, new URL(href).pathname)
    }
  })

  await t.test('a link in a list leads to the item with that id', async (t) => {
    for (const path of ['Desk/Blog', 'Desk/Blog/3/Post', 'Desk/Blog/3/Post/Published', 'HR/User/2/Blog']) {
      const list = await expectSameDocument(t, app, `/resources/${path}`)
      t.ok(itemsOf(list).length > 0, `${path} is not empty`)
      for (const href of hrefsOf(list)) {
        const { Id } = await expectSameDocument(t, app, new URL(href).pathname)
        t.equal(Id, href.split('/').at(-1))
      }
    }
  })

  await t.test('following links from the index reaches every kind of address', async (t) => {
    const kinds = new Set<string>()
    const unvisited = ['/resources']
    for (let path = unvisited.pop(); path !== undefined; path = unvisited.pop()) {
      const kind = path.replace(/\/\d+/g, '/:id').replace(/(Type\/)(?!Post)\w+/, '$1:key')
      if (kinds.has(kind) || path.startsWith('/content/')) continue
      kinds.add(kind)
      const links = linksOf(await expectSameDocument(t, app, path)).filter(([, href]) =>
        href.startsWith('https://desk.example/')
      )
      unvisited.push(...links.map(([, href]) => new URL(href).pathname))
    }
    t.ok(kinds.size > 100, `${kinds.size} kinds of addresses`)
    for (const kind of [
      '/resources/Desk/Blog/:id/Collaborator/:id/Post/Unpublished',
      '/resources/Data/SourceType/:key/Source/',
      '/resources/RBAC/Role/:id/Roles/'
    ]) {
      t.ok(kinds.has(kind), kind)
    }
  })
})
