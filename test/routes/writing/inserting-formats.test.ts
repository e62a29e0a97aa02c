/** Bodies that describe the same post: in XML, JSON and forms, bare and wrapped, with values and with links. */
import t from 'tap'
import { build, documentOf, words, type Document } from '../../support/index.ts'

const content = '<p class="a">b & ç</p>'
const inXml = '&lt;p class="a"&gt;b &amp; ç&lt;/p&gt;'
const meta = '{"k":"v & w","n":[1,{"o":null}]}'
const metaInXml = meta.replaceAll('&', '&amp;')
const inForm = `Content=${encodeURIComponent(content)}&Meta=${encodeURIComponent(meta)}`

/** Bodies with every field, all for the same post. */
const full: readonly (readonly [string, string])[] = [
  ['application/json', JSON.stringify({ Content: content, Type: 'wrapup', Meta: meta, Author: 17, Creator: 6 })],
  [
    'application/json',
    JSON.stringify({ Content: content, Type: 'wrapup', Meta: JSON.parse(meta), Author: '17', Creator: '6' })
  ],
  [
    'application/json; charset=utf-8',
    JSON.stringify({ Post: { Content: content, Type: 'wrapup', Meta: meta, Author: 17, Creator: 6 } })
  ],
  [
    'text/json',
    JSON.stringify({
      Post: {
        Creator: { Id: 6 },
        Author: { Id: '17' },
        Type: { Key: 'wrapup' },
        Meta: JSON.parse(meta),
        Content: content
      }
    })
  ],
  [
    'application/json',
    JSON.stringify({
      Content: content,
      Meta: meta,
      Type: { href: 'https://desk.example/resources/Data/PostType/wrapup', Key: 'wrapup' },
      Author: { href: 'https://desk.example/resources/Data/Collaborator/17', Id: '17' },
      Creator: { href: 'https://desk.example/resources/HR/User/6', Id: '6' }
    })
  ],
  [
    'application/json',
    `\uFEFF${JSON.stringify({ Content: content, Type: 'wrapup', Meta: meta, Author: 17, Creator: 6 }, null, 2)}\n`
  ],
  [
    'application/xml',
    `<Post><Content>${inXml}</Content><Type>wrapup</Type><Meta>${metaInXml}</Meta>` +
      '<Author>17</Author><Creator>6</Creator></Post>'
  ],
  [
    'text/xml',
    '<?xml version="1.0" encoding="UTF-8"?>\n<Post>\n  <Creator>6</Creator>\n  <!-- who -->\n' +
      `  <Author>17</Author>\n  <Meta><![CDATA[${meta}]]></Meta>\n  <Type>wrapup</Type>\n` +
      `  <Content><![CDATA[${content}]]></Content>\n</Post>\n`
  ],
  [
    'application/xml; charset=UTF-8',
    `\uFEFF<Post><Content>${inXml}</Content><Type><Key>wrapup</Key></Type>` +
      `<Meta>${metaInXml}</Meta><Author><Id>17</Id></Author><Creator><Id>6</Id></Creator></Post>`
  ],
  [
    'application/xml',
    `<Post><Content>${inXml}</Content><Meta>${metaInXml}</Meta>` +
      '<Author href="https://desk.example/resources/Data/Collaborator/17"><Id>17</Id></Author>' +
      '<Creator href="https://desk.example/resources/HR/User/6"><Id>6</Id></Creator>' +
      '<Type href="https://desk.example/resources/Data/PostType/wrapup"><Key>wrapup</Key></Type></Post>'
  ],
  [
    'application/xml',
    '<Post><Content>&#60;p class=&quot;a&#x22;><![CDATA[b & ]]>ç<!-- --><![CDATA[</p>]]></Content>' +
      `<Type>wrapup</Type><Meta>${metaInXml}</Meta><Author>17</Author><Creator>6</Creator></Post>`
  ],
  ['application/x-www-form-urlencoded', `${inForm}&Type=wrapup&Author=17&Creator=6`],
  [
    'application/x-www-form-urlencoded; charset=UTF-8',
    `${inForm.replaceAll('%20', '+').replace('%C3%A7', 'ç')}&Type[Key]=wrapup&Author[Id]=17&Creator[Id]=6`
  ],
  [
    'application/x-www-form-urlencoded',
    `${inForm}&Type%5BKey%5D=wrapup&Author%5BId%5D=17&Author%5Bhref%5D=Data%2FCollaborator%2F17&Creator=6`
  ]
]

/** Addresses of the same post type. */
const addresses = words`
  https://desk.example/resources/Data/PostType/wrapup https://desk.example/resources/Data/PostType/wrapup/
  https://desk.example/resources/Data/PostType/wrapup.json https://desk.example/resources/Data/PostType/%77rapup
  http://desk.example/resources/Data/PostType/wrapup.xml //desk.example/resources/Data/PostType/wrapup
  /resources/Data/PostType/wrapup Data/PostType/wrapup /Data/PostType/wrapup`

/** Bodies with content only: the service fills all other fields. */
const bare: readonly (readonly [string, string])[] = [
  ['application/json', '{"Content":"x"}'],
  ['application/json', '{"Content":"x","Type":null,"Meta":null,"Author":null,"Creator":null}'],
  ['application/json', '{"Content":"x","Type":"","Meta":"","Author":"","Creator":""}'],
  ['application/xml', '<Post><Content>x</Content></Post>'],
  ['application/xml', '<Post><Content>x</Content><Type/><Meta></Meta><Author/><Creator/></Post>'],
  ['application/x-www-form-urlencoded', 'Content=x'],
  ['application/x-www-form-urlencoded', 'Content=x&Type=&Meta=&Author=&Creator=']
]

/** The fields that a body sets, and the name that follows from the author. */
const fieldsOf = ({ Content, Type, Meta, Author, Creator, AuthorName }: Document) => ({
  Content,
  Type,
  Meta: JSON.parse(String(Meta)),
  Author,
  Creator,
  AuthorName
})

await t.test('bodies in different formats insert the same post', async (t) => {
  const { get, post, tokenOf } = await build(t, { BASE_URL: 'https://desk.example' })
  const authorization = await tokenOf('bjarki')
  const link = (path: string, key: object) => ({ href: `https://desk.example/resources/${path}`, ...key })

  for (const [bodies, expected] of [
    [
      full,
      {
        Content: content,
        Type: link('Data/PostType/wrapup', { Key: 'wrapup' }),
        Meta: JSON.parse(meta),
        Author: link('Data/Collaborator/17', { Id: '17' }),
        Creator: link('HR/User/6', { Id: '6' }),
        AuthorName: 'Орися Вітрогон'
      }
    ],
    [
      bare,
      {
        Content: 'x',
        Type: link('Data/PostType/normal', { Key: 'normal' }),
        Meta: {},
        Author: link('Data/Collaborator/14', { Id: '14' }),
        Creator: link('HR/User/3', { Id: '3' }),
        AuthorName: 'Bjarki Öxndal'
      }
    ]
  ] as const) {
    for (const [type, body] of bodies) {
      const about = `${type}: ${body}`
      const inserted = await post('/resources/Desk/Blog/3/Post', body, { authorization, 'content-type': type })
      if (!t.equal(inserted.statusCode, 201, about)) continue
      t.same(fieldsOf(documentOf(inserted)), expected, about)
      const { location } = inserted.headers
      t.same(fieldsOf(documentOf(await get(new URL(String(location)).pathname))), expected, about)
    }
  }

  await t.test('a link to a resource is equivalent to its key', async (t) => {
    const insert = async (type: string, body: string) => {
      const inserted = await post('/resources/Desk/Blog/3/Post', body, { authorization, 'content-type': type })
      t.equal(inserted.statusCode, 201, body)
      return documentOf(inserted).Type
    }
    for (const href of addresses) {
      const expected = link('Data/PostType/wrapup', { Key: 'wrapup' })
      t.same(await insert('application/xml', `<Post><Content>x</Content><Type href="${href}"/></Post>`), expected)
      t.same(
        await insert(
          'application/xml',
          `<Post><Content>x</Content><Type href="${href}">\n<Key>wrapup</Key>\n</Type></Post>`
        ),
        expected
      )
      t.same(await insert('application/json', JSON.stringify({ Content: 'x', Type: { href } })), expected)
      t.same(
        await insert('application/x-www-form-urlencoded', `Content=x&Type[href]=${encodeURIComponent(href)}`),
        expected
      )
    }
    const { Author, Creator } = documentOf(
      await post(
        '/resources/Desk/Blog/3/Post',
        {
          Content: 'x',
          Author: { href: '/resources/Data/Collaborator/17' },
          Creator: { href: '/resources/HR/User/6/' }
        },
        { authorization }
      )
    )
    const shown = { Author, Creator }
    t.same(shown, { Author: link('Data/Collaborator/17', { Id: '17' }), Creator: link('HR/User/6', { Id: '6' }) })
  })

  await t.test('the document of a post can be sent to insert the same post', async (t) => {
    for (const id of [83, 89, 92]) {
      const original = documentOf(await get(`/resources/Desk/Blog/3/Post/${id}`, { accept: 'application/json' }))
      const { Content, Type, Meta, Author, Creator } = original
      const fromJson = await post(
        '/resources/Desk/Blog/3/Post',
        { Content, Type, Meta, Author, Creator },
        { authorization }
      )
      t.same(fieldsOf(documentOf(fromJson)), fieldsOf(original))

      const { body } = await get(`/resources/Desk/Blog/3/Post/${id}`)
      const elements = ['Content', 'Type', 'Meta', 'Author', 'Creator'].map(
        (name) => new RegExp(`<${name}[ >].*?</${name}>`, 's').exec(body)?.[0]
      )
      const fromXml = await post('/resources/Desk/Blog/3/Post', `<Post>${elements.join('')}</Post>`, {
        authorization,
        'content-type': 'application/xml'
      })
      t.same(fieldsOf(documentOf(fromXml)), fieldsOf(original))
    }
  })
})
