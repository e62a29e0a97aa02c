/** Languages: stored languages by id, all languages of CLDR by code, and names in the language of the viewer. */
import t from 'tap'
import { build } from '../../support/app.ts'

const resourcesUrl = 'https://desk.example/resources'

await t.test('languages can be read', async (t) => {
  const { get } = await build(t, { BASE_URL: 'https://desk.example' })
  const json = async (path: string, headers = {}) =>
    (await get(`/resources/${path}`, { accept: 'application/json', ...headers })).json()

  await t.test('a language is named in itself, or in the language that Accept-Language prefers', async (t) => {
    t.match(await json('Localization/Language/2'), {
      Id: '2',
      Code: 'de',
      Name: 'Deutsch',
      Blog: { href: `${resourcesUrl}/Localization/Language/2/Blog/` }
    })
    t.match(await json('Localization/Language/2', { 'accept-language': 'fr-CH, en;q=0.5' }), { Name: 'allemand' })
    t.match(await json('Localization/Language/2', { 'accept-language': '*' }), { Name: 'Deutsch' })
    t.match(await json('Localization/Language?X-Filter=Name&accept-language=en'), {
      LanguageList: [{ Name: 'English' }, { Name: 'German' }, { Name: 'French' }]
    })
    t.match(await json('Desk/Blog/1?X-Filter=Language.Name', { 'accept-language': 'de' }), {
      Language: { Name: 'Englisch' }
    })
  })

  await t.test('a language can be read by any valid code, and other codes are 404', async (t) => {
    t.equal(
      (await get('/resources/Localization/Language/en-gb')).body,
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<Language><Code>en_GB</Code><Name>English</Name><Territory>United Kingdom</Territory></Language>'
    )
    t.same(await json('Localization/Language/zh_Hans_CN', { 'accept-language': 'en' }), {
      Code: 'zh_Hans_CN',
      Name: 'Chinese',
      Territory: 'China',
      Script: 'Simplified'
    })
    t.same(await json('Localization/Language/de_1901'), {
      Code: 'de_1901',
      Name: 'Deutsch',
      Variant: 'Alte deutsche Rechtschreibung'
    })
    for (const code of ['xx', 'de_ZZ', 'de_XX', 'de_u_ca_buddhist', 'English', '9', '99999999999', '%00', '-']) {
      t.equal((await get(`/resources/Localization/Language/${code}`)).statusCode, 404, code)
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
      LanguageList: [
        { href: `${resourcesUrl}/Localization/Language/gsw`, Name: 'Schweizerdeutsch' },
        {},
        {},
        {},
        { Name: 'Schwedisch' },
        {},
        {},
        {}
      ]
    })
    t.match(
      (await get('/resources/Localization/Language/Available?limit=1&offset=1')).body,
      `offset="1"><Language href="${resourcesUrl}/Localization/Language/af_NA"/></LanguageList>`
    )
  })

  await t.test('the blogs of a user in a language are listed', async (t) => {
    t.match(await json('Localization/Language/1/User/2/Blog'), {
      total: '1',
      BlogList: [{ href: `${resourcesUrl}/Desk/Blog/1` }]
    })
    t.match(await json('Localization/Language/1/User/5/Blog/Live?asc=title'), {
      BlogList: [{ href: `${resourcesUrl}/Desk/Blog/1` }]
    })
    t.match(await json('Localization/Language/3/User/2/Blog'), { total: '0' })
    t.equal((await get('/resources/Localization/Language/1/User/99/Blog')).statusCode, 404)
    t.equal((await get('/resources/Localization/Language/9/User/2/Blog')).statusCode, 404)
  })
})
