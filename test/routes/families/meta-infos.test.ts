/** Texts about the files of the archive, and the search in the whole archive. */
import t from 'tap'
import { build } from '../../support/app.ts'

const resourcesUrl = 'https://desk.example/resources'

await t.test('texts about files can be read and searched', async (t) => {
  const { get } = await build(t, { BASE_URL: 'https://desk.example' })
  const json = async (path: string) => (await get(`/resources/${path}`, { accept: 'application/json' })).json()
  const titles = async (path: string, list: string): Promise<string[]> =>
    (await json(`${path}${path.includes('?') ? '&' : '?'}X-Filter=Title`))[list].map(
      ({ Title }: { Title: string }) => Title
    )

  await t.test('a text can be read in both formats', async (t) => {
    const {
      ImageInfoList: [{ href, Id, MetaData }]
    } = await json('Archive/ImageInfo?qi.title=mittlere&X-Filter=Id,MetaData.Id,MetaData.Name')
    t.same(MetaData.Name, 'harbour-bridge.svg')
    t.equal(
      (await get(href.slice('https://desk.example'.length))).body,
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        `<ImageInfo><Id>${Id}</Id><Caption>Noch ohne Läufer: die mittlere Brücke im Morgenrot.</Caption>` +
        '<Description>Die zweite der drei Brücken der Strecke</Description>' +
        '<Keywords>Hafen, Brücke, Marathon, Morgenrot</Keywords>' +
        '<Title>Die mittlere Brücke</Title>' +
        `<Language href="${resourcesUrl}/Localization/Language/2"><Id>2</Id></Language>` +
        `<MetaData href="${resourcesUrl}/Archive/ImageData/${MetaData.Id}"><Id>${MetaData.Id}</Id></MetaData>` +
        '</ImageInfo>'
    )
    t.match(await json(`Archive/MetaInfo/${Id}`), {
      Title: 'Die mittlere Brücke',
      MetaData: { href: `${resourcesUrl}/Archive/MetaData/${MetaData.Id}` },
      Caption: undefined
    })
  })

  await t.test('texts are listed by file, by language, and by both', async (t) => {
    t.same(await titles('Archive/ImageData/4/ImageInfo', 'ImageInfoList'), ['The middle bridge', 'Die mittlere Brücke'])
    t.same(await titles('Archive/MetaData/4/Language/2/MetaInfo', 'MetaInfoList'), ['Die mittlere Brücke'])
    t.same(await titles('Archive/AudioData/7/Language/2/AudioInfo', 'AudioInfoList'), ['Das Schiffshorn'])
    t.same(await titles('Archive/VideoData/8/VideoInfo', 'VideoInfoList'), ['The tide comes in'])
    t.same(await titles('Localization/Language/2/MetaInfo', 'MetaInfoList'), [
      'Die mittlere Brücke',
      'Zugbahn des Sturms',
      'Das Schiffshorn',
      'Gezeitentafel'
    ])
    t.same(await titles('Localization/Language/2/AudioInfo', 'AudioInfoList'), ['Das Schiffshorn'])
    t.same(await titles('Localization/Language/3/ImageInfo', 'ImageInfoList'), [])
    for (const path of [
      'Archive/ImageData/7/ImageInfo',
      'Archive/MetaData/4/Language/9/MetaInfo',
      'Localization/Language/9/VideoInfo',
      'Archive/VideoInfo/3'
    ]) {
      t.equal((await get(`/resources/${path}`)).statusCode, 404, path)
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
    t.same(await titles('Archive/MetaDataInfo/Query?qa.type=video,other&desc=qi.title', 'MetaDataInfoList'), [
      'Tide table',
      'The tide comes in',
      'Gezeitentafel'
    ])
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
