/** Collaborators, sources, roles and rights: filters and orders of their lists, and lists below two resources. */
import t from 'tap'
import { build } from '../../support/app.ts'

const resourcesUrl = 'https://desk.example/resources'

await t.test('collaborators, sources, roles and rights can be read', async (t) => {
  const { get, sql } = await build(t, { BASE_URL: 'https://desk.example' })
  const json = async (path: string) => (await get(`/resources/${path}`, { accept: 'application/json' })).json()
  const names = async (path: string, list: string): Promise<string[]> =>
    (await json(`${path}${path.includes('?') ? '&' : '?'}X-Filter=Name`))[list].map(
      ({ Name }: { Name: string }) => Name
    )

  await t.test('collaborators are filtered and ordered by their users and sources', async (t) => {
    t.same(await names('Data/Collaborator?qu.firstName=M%25', 'CollaboratorList'), ['Mira Okafor'])
    t.same(await names('Data/Collaborator?qs.name=%25t%25&qs.type=xml&desc=qs.name', 'CollaboratorList'), [
      'youtube',
      'twitter',
      'instagram'
    ])
    t.same(await names('Data/Collaborator?qu.all.ilike=%25TIDEWATER%25&desc=qu.name&limit=2', 'CollaboratorList'), [
      'سلمى البحّاري',
      'Орися Вітрогон'
    ])
    t.match(await json('Data/Collaborator/13?X-Filter=Source.Name,User.Name'), {
      Source: { Name: 'internal' },
      User: { Name: 'mira' }
    })
    t.match(
      (await get('/resources/Data/Collaborator?qs.name=twitter')).body,
      '<CollaboratorList total="1" limit="1" offset="0">' +
        `<Collaborator href="${resourcesUrl}/Data/Collaborator/7"/></CollaboratorList>`
    )
    t.equal((await get('/resources/Data/Collaborator?firstName=M%25')).statusCode, 400)
  })

  await t.test('the collaborators, posts and rights of a user are listed below another resource', async (t) => {
    t.match(await json('HR/User/2/Source/1/Collaborator'), {
      total: '1',
      CollaboratorList: [{ href: `${resourcesUrl}/Data/Collaborator/13` }]
    })
    t.match(await json('HR/User/2/Source/7/Collaborator'), { total: '0' })
    const [{ Total }] = await sql<[{ Total: number }]>`
      select count(*)::integer as total from posts
      where creator = 2 and author = 13 and deleted_on is null and published_on is not null`
    t.match(await json('HR/User/2/Collaborator/13/Post/Published'), { total: String(Total) })
    t.match(await json('HR/User/3/Collaborator/13/Post'), { total: '0' })
    for (const path of [
      'HR/User/2/Source/99/Collaborator',
      'HR/User/99/Source/1/Collaborator',
      'HR/User/2/Collaborator/99/Post',
      'HR/User/1/RightType/9/Right'
    ]) {
      t.equal((await get(`/resources/${path}`)).statusCode, 404, path)
    }
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
    t.same(await json('Data/Source?name=twitter&X-Filter=*,URI'), {
      total: '1',
      limit: '1',
      offset: '0',
      SourceList: [
        {
          href: `${resourcesUrl}/Data/Source/7`,
          Id: '7',
          IsModifiable: 'False',
          Name: 'twitter',
          Version: '1',
          Type: { href: `${resourcesUrl}/Data/SourceType/xml`, Key: 'xml' },
          URI: { href: 'https://www.twitter.com' }
        }
      ]
    })
    t.same(await names('Data/SourceType/xml/Source?all.ilike=%25TUBE%25', 'SourceList'), ['youtube'])
    t.match(
      (await get('/resources/Data/Source/7?X-Filter=Key')).statusCode,
      400,
      'the secret key of a source is not a property'
    )
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
    t.same(await names('Security/Right?name=IAM%25view&asc=name', 'RightList'), [
      'IAM Audio view',
      'IAM Image view',
      'IAM Video view',
      'IAM view'
    ])
    t.same(await names('HR/User/1/RightType/2/Right', 'RightList'), [
      'Translation access',
      'Translation manage',
      'Translation modify'
    ])
    t.match(await json('Security/Right/12?X-Filter=Type.Name'), { Type: { Name: 'Access control layer' } })
    for (const path of [
      'RBAC/Role/Nobody',
      'RBAC/Role/99999999999',
      'RBAC/Role/%00',
      'Security/RightType/Nothing',
      'Security/RightType/0',
      'RBAC/Role/Editor/Right'
    ]) {
      t.equal((await get(`/resources/${path}`)).statusCode, 404, path)
    }
  })
})
