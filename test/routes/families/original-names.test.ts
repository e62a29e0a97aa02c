/** Names and parameters that programs written for the original service use. */
import t from 'tap'
import { build, numberFrom, words } from '../../support/index.ts'

await t.test('names and parameters of the original service are accepted', async (t) => {
  const { get, json, sql } = await build(t, { BASE_URL: 'https://desk.example' })
  const totalOf = async (path: string) => Number((await json(path)).total)

  await t.test('criteria with and without prefix have the same results', async (t) => {
    for (const [plain, prefixed] of [
      ['Archive/MetaDataInfo/Query?all.inc=sturm', 'Archive/MetaDataInfo/Query?qa.all.inc=sturm'],
      ['Archive/MetaDataInfo/Query?type=video&language=2', 'Archive/MetaDataInfo/Query?qa.type=video&qa.language=2'],
      ['Archive/MetaInfo?title.inc=tide', 'Archive/MetaInfo?qi.title.inc=tide'],
      ['Archive/ImageInfo?title.inc=storm', 'Archive/ImageInfo?qi.title.inc=storm'],
      ['Archive/AudioInfo?caption.inc=los', 'Archive/AudioInfo?qi.caption.inc=los'],
      ['Archive/VideoInfo?title.inc=tide', 'Archive/VideoInfo?qi.title.inc=tide'],
      ['Admin/Message?singular.ilike=%25blog%25', 'Admin/Message?qm.singular.ilike=%25blog%25'],
      ['Admin/Message?context=Blog.%25', 'Admin/Message?qm.context=Blog.%25']
    ] as const) {
      t.equal(await totalOf(plain), await totalOf(prefixed), plain)
    }
    t.ok((await totalOf('Archive/MetaDataInfo/Query?all.inc=sturm')) > 0)
  })

  await t.test('sources can be filtered by the blog that takes posts from them', async (t) => {
    const Total = await numberFrom(sql`
      select count(*)::integer as total from blog_sources join sources on sources.id = source
      where blog = 1 and type = 'chained blog'`)
    t.ok(Total > 0)
    for (const path of ['Data/SourceType/chained%20blog/Source?blogId=1', 'Data/Source?type=chained%20blog&blogId=1']) {
      t.equal(await totalOf(path), Total, path)
      t.equal(await totalOf(path.replace('blogId=1', 'blogId.equal=1')), Total, path)
      t.equal(await totalOf(path.replace('blogId=1', 'blogId=99')), 0, path)
    }
    t.ok((await totalOf('Data/Source?type=chained%20blog')) > Total)
  })

  await t.test('a list may be sent in one parameter or in several', async (t) => {
    for (const [repeated, joined] of [
      ['Archive/MetaDataInfo/Query?type=image&type=audio', 'Archive/MetaDataInfo/Query?type=image,audio'],
      ['Archive/MetaDataInfo/Query?qa.type=image&qa.type=audio', 'Archive/MetaDataInfo/Query?type=image,audio'],
      ['Archive/MetaData?creator=2&creator.values=3&creator=5', 'Archive/MetaData?creator=2,5&creator.values=3'],
      ['Archive/MetaInfo?title.inc=tide&title.inc=harbour', 'Archive/MetaInfo?title.inc=tide,harbour'],
      ['Archive/MetaInfo?title.ext=tide&title.ext=storm', 'Archive/MetaInfo?title.ext=tide,storm'],
      ['Desk/Blog?asc=createdOn&asc=title', 'Desk/Blog?asc=createdOn,title'],
      ['Desk/Blog?X-Filter=Id&x-filter=Title', 'Desk/Blog?X-Filter=Id,Title'],
      ['Desk/Blog/1?Accept-Language=de&Accept-Language=en', 'Desk/Blog/1?Accept-Language=de,en']
    ] as const) {
      const [one, other] = [await get(`/resources/${repeated}`), await get(`/resources/${joined}`)]
      t.same([one.statusCode, one.body], [other.statusCode, other.body], repeated)
    }
    const typed = (type: string) => totalOf(`Archive/MetaDataInfo/Query?${type}`)
    t.equal(await typed('type=image&type=audio'), (await typed('type=image')) + (await typed('type=audio')))
    t.ok((await typed('type=image')) > 0)
    t.ok((await typed('type=audio')) > 0)
  })

  await t.test('every criterion has an explicit operator', async (t) => {
    const total = await totalOf('Desk/Blog/3/Post?search=tide')
    t.equal(await totalOf('Desk/Blog/3/Post?search.like=tide'), total)
    t.equal(await totalOf('Desk/Blog/3/Post?search.ilike=tide'), total)
    t.equal(await totalOf('Data/Source?type.equal=xml'), await totalOf('Data/Source?type=xml'))
    t.equal(await totalOf('Archive/AudioData?tcmp.equal=1'), await totalOf('Archive/AudioData?tcmp=1'))
  })

  await t.test('lists with posts of several blogs can be filtered by change number', async (t) => {
    for (const [path, where] of [
      ['Data/Post', sql`true`],
      ['HR/User/2/Post', sql`creator = 2`],
      ['Data/Source/1/Post', sql`author in (select id from collaborators where source = 1)`]
    ] as const) {
      const Total = await numberFrom(sql`
        select count(*)::integer as total from posts where deleted_on is null and c_id > 20 and ${where}`)
      t.equal(await totalOf(`${path}?cId.since=20`), Total, path)
    }
  })

  await t.test('inactive users and their collaborators can be listed', async (t) => {
    const Total = await numberFrom(sql`select count(*)::integer as total from users where not active`)
    t.ok(Total > 0)
    for (const path of ['HR/User?inactive=True', 'HR/User?inactive.value=true', 'Data/Collaborator?qu.inactive=true']) {
      t.equal(await totalOf(path), Total, path)
    }
    t.equal(await totalOf('HR/User?inactive=false'), await totalOf('HR/User'))
  })

  await t.test('template posts accept the criteria of posts', async (t) => {
    t.equal(await totalOf('Desk/BlogType/1/Post?cId=0'), 2)
    t.equal(await totalOf('Desk/BlogType/1/Post?cId.since=0'), 0)
    t.equal(await totalOf('Desk/BlogType/1/Post?isPublished=true'), 0)
    const shown = await json('Desk/BlogType/1/Post?content.like=%25night%25&X-Filter=Name')
    t.match(shown, { total: '1', PostList: [{ Name: 'Conclusion' }] })
    t.match(await json('Desk/BlogType/1/Post?asc=order&X-Filter=Name'), {
      PostList: [{ Name: 'Hello' }, { Name: 'Conclusion' }]
    })
  })

  await t.test('X-Filter accepts names of the original that have no data', async (t) => {
    t.notHas((await json('Data/SourceType?X-Filter=Key,Name')).SourceTypeList[0], { Name: String })
    for (const path of words`
      Desk/Blog/1/Post?X-Filter=ContentPlain Data/Post?X-Filter=ContentPlain Desk/Blog?X-Filter=LastUpdatedOn
      Desk/Blog/1/Post?X-Filter=PostVerification.Checker Data/Source?X-Filter=PostSourceUnpublished
      Desk/Blog/1/Source?X-Filter=PostSourceUnpublished`) {
      t.equal((await get(`/resources/${path}`)).statusCode, 200, path)
    }
  })

  await t.test('UpdatedOn of a blog without changes equals CreatedOn', async (t) => {
    await sql`update blogs set updated_on = null, created_on = '2026-01-02T03:04:05Z' where id = 2`
    t.match(await json('Desk/Blog/2'), { CreatedOn: '1/2/26 3:04 AM', UpdatedOn: '1/2/26 3:04 AM' })
    t.match(await json('Desk/Blog?asc=lastUpdatedOn&X-Filter=Id'), { BlogList: [{ Id: '2' }, {}, {}] })
  })

  await t.test('Archive/QueryCriteria shows all criteria on one page', async (t) => {
    const { QueryCriteriaList, total } = await json('Archive/QueryCriteria')
    t.equal(QueryCriteriaList.length, Number(total))
    t.equal(Object.keys(QueryCriteriaList[0])[0], 'Key')
    const keys = QueryCriteriaList.map(({ Key }: { Key: string }) => Key)
    t.same(keys, keys.toSorted())
  })
})
