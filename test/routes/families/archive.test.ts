/** The archive: its files, thumbnails and pictures of authors, texts about files, and the search in all of it. */
import t from 'tap'
import { thumbSizes } from '../../../schemas/meta-data.ts'
import { build, words } from '../../support/index.ts'

const BASE = 'https://desk.example'

await t.test('the files of the archive can be read', async (t) => {
  const { get, json } = await build(t, { BASE_URL: BASE })
  const pathOf = ({ href }: { href: string }) => href.slice(BASE.length)

  await t.test('every file can be read and has the size of its metadata', async (t) => {
    const { MetaDataList } = await json('Archive/MetaData?X-Filter=Name,SizeInBytes,Content,Thumbnail')
    t.equal(MetaDataList.length, 9)
    for (const { Name, SizeInBytes, Content, Thumbnail } of MetaDataList) {
      const { statusCode, rawPayload } = await get(pathOf(Content))
      t.equal(statusCode, 200, Name)
      t.equal(rawPayload.length, Number(SizeInBytes), Name)
      t.equal((await get(pathOf(Thumbnail))).headers['content-type'], 'image/svg+xml; charset=utf-8', Name)
    }
    t.equal((await get('/content/nothing.svg')).statusCode, 404)
  })

  await t.test('a thumbnail has the height that thumbSize selects', async (t) => {
    for (const [size, height] of Object.entries(thumbSizes)) {
      const { MetaDataList } = await json(`Archive/MetaData?X-Filter=Thumbnail&thumbSize=${size}`)
      for (const { Thumbnail } of MetaDataList) t.match((await get(pathOf(Thumbnail))).body, `height="${height}"`)
    }
    t.match((await json('Archive/MetaData/1?thumbSize=tiny')).Thumbnail, { href: `${BASE}/content/tiny/person.svg` })
    t.equal((await get('/resources/Archive/MetaData/1?thumbSize=vast')).statusCode, 400)
  })

  await t.test('persons and their posts link to the picture of the person', async (t) => {
    const shown = await json('HR/Person/3/MetaData/Icon?thumbSize=medium')
    t.match(shown, { Name: 'bjarki.svg', Thumbnail: { href: `${BASE}/content/medium/bjarki.svg` } })
    t.match(await json('HR/Person/2/MetaData/Icon'), { Name: 'person.svg' })
    t.match(
      await json('Data/Post?X-Filter=AuthorImage,Creator.Name&limit=1000').then(({ PostList }) =>
        PostList.find(({ Creator }: { Creator: { Name: string } }) => Creator.Name === 'mio')
      ),
      { AuthorImage: { href: `${BASE}/content/mio.svg` } }
    )
  })

  await t.test('thumbSize selects the size of author pictures on every list of posts and on each post', async (t) => {
    const filter = 'X-Filter=AuthorImage&limit=1000'
    for (const path of words`
      Desk/Blog/1/Post Desk/Blog/1/Post/Published Desk/Blog/1/User/3/Post/Published Desk/Blog/1/User/3/Post/Owned
      Data/Post HR/User/3/Post Data/Source/1/Post/Published`) {
      const pictures = async (query: string): Promise<string[]> =>
        (await json(`${path}?${filter}${query}`)).PostList.map(
          ({ AuthorImage }: { AuthorImage?: { href: string } }) => AuthorImage?.href ?? ''
        )
      const originals = await pictures('')
      const holds = originals.some((href) => href.startsWith(`${BASE}/content/`))
      t.ok(holds, path)
      for (const size of Object.keys(thumbSizes)) {
        const shown = originals.map((href) => href.replace('/content/', `/content/${size}/`))
        t.same(await pictures(`&thumbSize=${size}`), shown, `${path}, ${size}`)
      }
      t.equal((await get(`/resources/${path}?thumbSize=vast`)).statusCode, 400, path)
    }
    const {
      PostList: [{ href, AuthorImage }]
    } = await json('Desk/Blog/1/User/3/Post/Published?X-Filter=AuthorImage&limit=1')
    for (const path of [href.slice(`${BASE}/resources/`.length), `Data/Post/${href.split('/').at(-1)}`]) {
      t.same((await json(`${path}?X-Filter=AuthorImage`)).AuthorImage, AuthorImage, path)
      const found = (await json(`${path}?X-Filter=AuthorImage&thumbSize=large`)).AuthorImage
      t.same(found, { href: AuthorImage.href.replace('/content/', '/content/large/') }, path)
      t.equal((await get(`/resources/${path}?thumbSize=vast`)).statusCode, 400, path)
    }
  })

  await t.test('files are listed by type', async (t) => {
    const total = async (path: string) => (await json(path)).total
    const ends = words`1/MetaData 1/ImageData 1/AudioData 2/AudioData 3/VideoData 4/MetaData`
    const totals = await Promise.all(ends.map((end) => total(`Archive/MetaType/${end}`)))
    t.same(totals, ['6', '6', '0', '1', '1', '1'])
    t.equal((await get('/resources/Archive/ImageData/7')).statusCode, 404, 'a recording is not a picture')
  })

  await t.test('files can be filtered and ordered', async (t) => {
    const names = async (query: string): Promise<string[]> =>
      (await json(`Archive/MetaData?X-Filter=Name&${query}`)).MetaDataList.map(({ Name }: { Name: string }) => Name)
    t.same(await names('name=TIDE'), ['tide-coming-in.y4m', 'tide-table.csv'])
    t.same(await names('name=tide,table'), ['tide-table.csv'], 'several words must all match')
    t.same(await names('name.inc=tide&name.exc=table'), ['tide-coming-in.y4m'])
    const shown = await names('name.inc=tide&name.exc=table&name.ext=horn,ballot&desc=name')
    t.same(shown, ['tide-coming-in.y4m', 'ships-horn.wav', 'ballot-box.svg'])
    t.same(await names('creator=3,5&asc=createdOn'), ['bjarki.svg', 'tide-table.csv', 'storm-track.svg'])
    t.same(await names('creator=999999999999999'), [])
    t.same(await names('sizeInBytes.since=10000&desc=sizeInBytes'), ['ships-horn.wav', 'tide-coming-in.y4m'])
    t.equal((await get('/resources/Archive/MetaData?creator=mira')).statusCode, 400)
  })
})

await t.test('texts about files can be read and searched', async (t) => {
  const { get, json } = await build(t)
  const titles = async (path: string, list: string): Promise<string[]> =>
    (await json(`${path}${path.includes('?') ? '&' : '?'}X-Filter=Title`))[list].map(
      ({ Title }: { Title: string }) => Title
    )

  await t.test('texts are listed by file, by language, and by both', async (t) => {
    t.same(await titles('Archive/ImageData/4/ImageInfo', 'ImageInfoList'), ['The middle bridge', 'Die mittlere Brücke'])
    t.same(await titles('Archive/MetaData/4/Language/2/MetaInfo', 'MetaInfoList'), ['Die mittlere Brücke'])
    t.same(await titles('Archive/AudioData/7/Language/2/AudioInfo', 'AudioInfoList'), ['Das Schiffshorn'])
    t.same(await titles('Archive/VideoData/8/VideoInfo', 'VideoInfoList'), ['The tide comes in'])
    const shown = await titles('Localization/Language/2/MetaInfo', 'MetaInfoList')
    t.same(shown, ['Die mittlere Brücke', 'Zugbahn des Sturms', 'Das Schiffshorn', 'Gezeitentafel'])
    t.same(await titles('Localization/Language/2/AudioInfo', 'AudioInfoList'), ['Das Schiffshorn'])
    t.same(await titles('Localization/Language/3/ImageInfo', 'ImageInfoList'), [])
    for (const path of words`Archive/ImageData/7/ImageInfo Archive/VideoInfo/3`) {
      t.equal((await get(`/resources/${path}`)).statusCode, 404, `${path} is of another type`)
    }
  })

  await t.test('texts are filtered by their own fields and by those of their files', async (t) => {
    t.same(await titles('Archive/ImageInfo?qi.keywords=storm,map', 'ImageInfoList'), ['Storm track'])
    t.same(await titles('Archive/ImageInfo?qd.width.start=480&qd.height.until=360&desc=qi.title', 'ImageInfoList'), [
      'Zugbahn des Sturms',
      'Storm track'
    ])
    t.same(await titles('Archive/AudioInfo?qd.artist=%25Ropewalk&qi.caption=los', 'AudioInfoList'), ['Das Schiffshorn'])
  })

  await t.test('the whole archive can be searched, including files without a text', async (t) => {
    const results = await json('Archive/MetaDataInfo/Query?qa.all.ext=sturm,horn&qa.language=2')
    t.match(results, {
      total: '2',
      MetaDataInfoList: [
        { Name: 'storm-track.svg', Title: 'Zugbahn des Sturms' },
        { Name: 'ships-horn.wav', Language: { Id: '2' } }
      ]
    })
    const shown = await titles('Archive/MetaDataInfo/Query?qa.type=video,other&desc=qi.title', 'MetaDataInfoList')
    t.same(shown, ['Tide table', 'The tide comes in', 'Gezeitentafel'])
    t.match(
      await json('Archive/MetaDataInfo/Query?limit=1'),
      { total: '13', limit: '1', MetaDataInfoList: [{ Id: '1', Name: 'person.svg', Title: undefined }] },
      'a file without a text is a result too'
    )
    t.match(
      (await get('/resources/Archive/MetaDataInfo/Query?qa.type=other&qa.language=1&thumbSize=tiny')).body,
      /<MetaDataInfoList total="1" limit="1" offset="0"><MetaDataInfo><Id>9<\/Id>.*content\/tiny\/paper\.svg/s
    )
  })

  await t.test('the search finds a file by each of its details', async (t) => {
    const { QueryCriteriaList } = await json('Archive/QueryCriteria?key.ilike=qd.%25&limit=1000')
    const found = new Set<string>()
    for (const path of words`ImageData/4 AudioData/7 VideoData/8`) {
      const file = await json(`Archive/${path}?X-Format-DateTime=iso`)
      for (const { Key, Name } of QueryCriteriaList) {
        const value = file[Name.charAt(0).toUpperCase() + Name.slice(1)]
        if (typeof value !== 'string') continue
        const search = await json(`Archive/MetaDataInfo/Query?${Key}=${encodeURIComponent(value)}`)
        const ids = search.MetaDataInfoList.map(({ Id }: { Id: string }) => Id)
        t.ok(ids.includes(file.Id), `${path} by ${Key}=${value}`)
        found.add(Key)
      }
    }
    t.ok(found.size >= 19, [...found].join())
  })

  await t.test('the search accepts every criterion that QueryCriteria lists', async (t) => {
    const { QueryCriteriaList } = await json('Archive/QueryCriteria?limit=1000')
    t.equal(QueryCriteriaList.length, 32)
    for (const { Key } of QueryCriteriaList) {
      const value = Key.endsWith('On') || Key.endsWith('Date') ? '2026-01-01' : '1'
      const { statusCode } = await get(`/resources/Archive/MetaDataInfo/Query?asc=${Key}&${Key}=${value}`)
      t.equal(statusCode, 200, Key)
    }
    t.same((await json('Archive/QueryCriteria?name=width')).QueryCriteriaList, [
      { Criteria: 'AsRangeOrdered', Key: 'qd.width', Name: 'width', Types: 'image-video' }
    ])
  })
})
