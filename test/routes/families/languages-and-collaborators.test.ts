/** Languages, collaborators, and the template posts of blog types. */
import t from 'tap'
import { build, numberFrom, wholeList, words } from '../../support/index.ts'

const resourcesUrl = 'https://desk.example/resources'

const { get, sql, json } = await build(t, { BASE_URL: 'https://desk.example', CACHE_MB: '0' })

await t.test('languages can be read', async (t) => {
  await t.test('a language is named in itself, or in the language that Accept-Language prefers', async (t) => {
    t.match(await json('Localization/Language/2'), { Code: 'de', Name: 'Deutsch' })
    t.match(await json('Localization/Language/2', { 'accept-language': 'fr-CH, en;q=0.5' }), { Name: 'allemand' })
    t.match(await json('Localization/Language/2', { 'accept-language': '*' }), { Name: 'Deutsch' })
    t.match(await json('Localization/Language?X-Filter=Name&accept-language=en'), {
      LanguageList: ['English', 'German', 'French', 'Spanish', 'Arabic'].map((Name) => ({ Name }))
    })
    const shown = await json('Desk/Blog/1?X-Filter=Language.Name', { 'accept-language': 'de' })
    t.match(shown, { Language: { Name: 'Englisch' } })
  })

  await t.test('a language can be read by any valid code, and other codes are 404', async (t) => {
    for (const [code, language] of [
      ['en-gb', { Code: 'en_GB', Name: 'English', Territory: 'United Kingdom' }],
      ['zh_Hans_CN', { Code: 'zh_Hans_CN', Name: '中文', Territory: '中国', Script: '简体' }],
      ['de_1901', { Code: 'de_1901', Name: 'Deutsch', Variant: 'Alte deutsche Rechtschreibung' }]
    ] as const) {
      t.same(await json(`Localization/Language/${code}`), language, code)
    }
    for (const code of ['xx', 'de_ZZ', 'de_XX', 'de_u_ca_buddhist', 'English', '9', '99999999999', '%00', '-']) {
      t.equal((await get(`/resources/Localization/Language/${code}`)).statusCode, 404, code)
    }
  })

  await t.test('a code of any parts is known or unknown, and a known one has a name for each part', async (t) => {
    const parts = [
      ['de', 'zh', 'sl'],
      ['', '_Latn', '_Hans'],
      ['', '_AT', '_419'],
      ['', '_1901', '_fonipa', '_1901_fonipa', '_biske_rozaj']
    ]
    const codes = parts.reduce((all, ends) => all.flatMap((code) => ends.map((end) => code + end)), [''])
    for (const code of codes) {
      const { statusCode, body } = await get(`/resources/Localization/Language/${code}.json`)
      if (statusCode === 404) continue
      const names = Object.keys(JSON.parse(body)).filter((name) => name !== 'Code')
      t.same([statusCode, names.length], [200, code.split('_').length], code)
    }
  })

  await t.test('every available language has a link that can be read', async (t) => {
    const { total, LanguageList } = await json('Localization/Language/Available?limit=1000')
    t.ok(Number(total) > 700)
    t.equal(LanguageList.length, Number(total))
    t.ok(LanguageList.some(({ href }: { href: string }) => href === `${resourcesUrl}/Localization/Language/sr_Latn_RS`))
    const statuses = new Set<number>()
    for (const { href } of LanguageList.filter((_: unknown, index: number) => index % 5 === 0)) {
      statuses.add((await get(href.slice('https://desk.example'.length))).statusCode)
    }
    t.same([...statuses], [200])
  })

  await t.test('available languages can be filtered and paged', async (t) => {
    t.match(await json('Localization/Language/Available?name=Schw%25&accept-language=de&X-Filter=Name'), {
      total: '8',
      LanguageList: { 0: { href: /gsw$/, Name: 'Schweizerdeutsch' }, 4: { Name: 'Schwedisch' } }
    })
    t.match(await json('Localization/Language/Available?limit=1&offset=1'), { LanguageList: [{ href: /af_NA$/ }] })
  })

  await t.test('the blogs of a user in a language are listed', async (t) => {
    const first = wholeList('BlogList', { href: `${resourcesUrl}/Desk/Blog/1` })
    t.same(await json('Localization/Language/1/User/2/Blog'), first)
    t.same(await json('Localization/Language/1/User/5/Blog/Live?asc=title'), first)
    t.same(await json('Localization/Language/3/User/2/Blog'), wholeList('BlogList'))
  })
})

await t.test('collaborators, sources, roles and rights can be read', async (t) => {
  const names = async (path: string, list: string): Promise<string[]> =>
    (await json(`${path}${path.includes('?') ? '&' : '?'}X-Filter=Name`))[list].map(
      ({ Name }: { Name: string }) => Name
    )

  await t.test('collaborators are filtered and ordered by their users and sources', async (t) => {
    t.same(await names('Data/Collaborator?qu.firstName=M%25', 'CollaboratorList'), ['Mira Okafor'])
    const shown = await names('Data/Collaborator?qs.name=%25t%25&qs.type=xml&desc=qs.name', 'CollaboratorList')
    t.same(shown, ['youtube', 'twitter', 'instagram'])
    const found = await names('Data/Collaborator?qu.all.ilike=%25TIDEWATER%25&desc=qu.name&limit=2', 'CollaboratorList')
    t.same(found, ['سلمى البحّاري', 'Орися Вітрогон'])
    const result = await json('Data/Collaborator/13?X-Filter=Source.Name,User.Name')
    t.match(result, { Source: { Name: 'internal' }, User: { Name: 'mira' } })
    t.equal((await get('/resources/Data/Collaborator?firstName=M%25')).statusCode, 400)
  })

  await t.test('the collaborators, posts and rights of a user are listed below another resource', async (t) => {
    const shown = await json('HR/User/2/Source/1/Collaborator')
    t.match(shown, { total: '1', CollaboratorList: [{ href: `${resourcesUrl}/Data/Collaborator/13` }] })
    t.match(await json('HR/User/2/Source/7/Collaborator'), { total: '0' })
    const Total = await numberFrom(sql`
      select count(*)::integer as total from posts
      where creator = 2 and author = 13 and deleted_on is null and published_on is not null`)
    t.match(await json('HR/User/2/Collaborator/13/Post/Published'), { total: String(Total) })
    t.match(await json('HR/User/3/Collaborator/13/Post'), { total: '0' })
  })

  await t.test('the members of a blog and the potential members are listed', async (t) => {
    const {
      CollaboratorList: [member]
    } = await json('Desk/Blog/1/Collaborator?X-Filter=*,Source.Type.Key,User.Name&limit=1')
    t.match(member, {
      Name: 'Aurélie Kermorgat',
      Blog: { Id: '1' },
      Source: { Type: { Key: 'internal' } },
      Type: { Name: 'Collaborator' },
      User: { Name: 'aurelie' }
    })
    t.same(await names('Desk/Blog/1/Collaborator/Potential', 'CollaboratorList'), ['Ada Min'])
    t.same(await names('Desk/Blog/1/Collaborator/Potential?excludeSources=false&qs.name=f%25', 'CollaboratorList'), [
      'facebook',
      'flickr'
    ])
  })

  await t.test('sources, source types and post types are listed, filtered and ordered', async (t) => {
    t.same(await names('Data/Source?name=twitter', 'SourceList'), ['twitter'])
    t.same(await names('Data/SourceType/xml/Source?all.ilike=%25TUBE%25', 'SourceList'), ['youtube'])
    const status = (await get('/resources/Data/Source/7?X-Filter=Key')).statusCode
    t.match(status, 400, 'the secret key of a source is not a property')
    t.same(
      (await json('Data/SourceType?key=c%25&X-Filter=Key')).SourceTypeList.map(({ Key }: { Key: string }) => Key),
      ['chained blog', 'comment']
    )
    t.match(await json('HR/User/2?X-Filter=Type.Key'), { Type: { Key: 'standard' } })
    t.match(await json('Data/PostType?desc=key&limit=1&X-Filter=*'), { PostTypeList: [{ Key: 'wrapup' }] })
  })

  await t.test('roles and right types can be read by id and by name', async (t) => {
    t.same(await json('RBAC/Role/Editor'), await json('RBAC/Role/3'))
    t.same(await json('Security/RightType/Access%20control%20layer'), await json('Security/RightType/2'))
    t.same(await names('RBAC/Role?desc=name', 'RoleList'), ['Editor', 'Collaborator', 'Administrator'])
    const shown = await names('Security/Right?name=IAM%25view&asc=name', 'RightList')
    t.same(shown, ['IAM Audio view', 'IAM Image view', 'IAM Video view', 'IAM view'])
    const found = await names('HR/User/1/RightType/2/Right', 'RightList')
    t.same(found, ['Translation access', 'Translation manage', 'Translation modify'])
    t.match(await json('Security/Right/12?X-Filter=Type.Name'), { Type: { Name: 'Access control layer' } })
    for (const path of words`
      RBAC/Role/Nobody RBAC/Role/99999999999 RBAC/Role/%00 Security/RightType/Nothing Security/RightType/0`) {
      t.equal((await get(`/resources/${path}`)).statusCode, 404, path)
    }
  })
})

await t.test('template posts are listed by descending order, also by post type', async (t) => {
  await sql`
    insert into template_posts (blog_type, type, creator, name, content, "order")
    values (1, 'wrapup', 2, 'Half-time', 'So far …', 1.5)`
  t.same(
    await json('Desk/BlogType/1/Post?X-Filter=Name,BlogType.Name,Creator'),
    wholeList(
      'PostList',
      ...[
        ['2', 'Conclusion'],
        ['3', 'Half-time', { href: `${resourcesUrl}/HR/User/2`, Id: '2' }],
        ['1', 'Hello']
      ].map(([id, Name, Creator]) => ({
        href: `${resourcesUrl}/Desk/BlogType/1/Post/${id}`,
        Name,
        BlogType: { href: `${resourcesUrl}/Desk/BlogType/1`, Name: 'default' },
        ...(Creator && { Creator })
      }))
    )
  )
  const wrapups = await json('Desk/BlogType/1/PostType/wrapup/Post?detailed=false')
  t.same(wrapups, { PostList: [{ href: `${resourcesUrl}/Desk/BlogType/1/Post/3` }] })
})

await t.test('blog types can be filtered by name, and only their own posts are below them', async (t) => {
  await sql`insert into blog_types (name) values ('sports')`
  const sports = { href: `${resourcesUrl}/Desk/BlogType/2`, Name: 'sports' }
  t.same(await json('Desk/BlogType?name=sp%25&X-Filter=Name'), wholeList('BlogTypeList', sports))
  t.same(await json('Desk/BlogType/2/Post'), wholeList('PostList'))
  t.equal((await get('/resources/Desk/BlogType/2/Post/1')).statusCode, 404)
})
