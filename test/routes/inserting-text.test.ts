/** A text comes back as it was sent, to the last character, whatever it was sent in and whatever it is asked for in. */
import t from '../support/tap.ts'
import { build } from '../support/app.ts'
import { escapeXml } from '../support/xml.ts'
import { documentOf, notations } from './wire.ts'

const texts = [
  ' ',
  '\n',
  '\t',
  '\r',
  '\r\n',
  ' a ',
  '\n\n a\tb\r\nc\rd \n',
  'a\u00A0b',
  '\u200Ba\u200D\u2060',
  'Ullenmouth wählt – „heute“',
  'Ça va, Œuvre, naïf',
  'Zażółć gęślą jaźń',
  'Příliš žluťoučký kůň',
  'İstanbul’da ağaç',
  'Đặng Thị Ngọc',
  'Fọlákẹ́ Adéòkun',
  'Ξεσκεπάζω την ψυχοφθόρα',
  'Щастя — це море',
  'Հայերեն',
  'ქართული',
  'עברית וגם ‏RTL‎',
  'العربية ١٢٣ لا',
  'فارسی ۴۵۶',
  'हिन्दी क्षत्रिय',
  'বাংলা',
  'தமிழ்',
  'తెలుగు',
  'മലയാളം',
  'සිංහල',
  'ไทยกำลัง',
  'ພາສາລາວ',
  'བོད་ཡིག',
  'မြန်မာ',
  'ខ្មែរ',
  'ᏣᎳᎩ',
  'አማርኛ',
  'ᠮᠣᠩᠭᠣᠯ',
  '中文简体',
  '漢字繁體',
  '日本語ひらがなカタカナ',
  '한국어',
  '𠀀𪚥𮯠',
  '𐐀𐐨 𓀀 𒀀 𝔘𝔩𝔩𝔢',
  'é ≠ e\u0301',
  '\u1E9B\u0323',
  '🚪',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '🇺🇦🇯🇵',
  '1️⃣',
  '\u{10FFFF}',
  '\u{1FFFE}',
  '\uFFFD',
  '\uFEFFa\uFEFF',
  '\uE000\uF8FF',
  '\u007F\u0080\u0085\u009F',
  '\u2028\u2029',
  '\u202Eabc\u202C',
  '<b>fett</b> & <i>kursiv</i>',
  '&amp; &lt; &#65; &nbsp; &unknown;',
  ']]>',
  '<![CDATA[x]]>',
  '<!-- x -->',
  '<?x y?>',
  '<!DOCTYPE x>',
  '</Content></Post>',
  '"a" \'b\' `c`',
  'a\\b\\n\\u0041\\',
  '{"a":[1,2]}',
  '%s %20 + %',
  '$1 $& {Id} {Module}',
  '--; drop table posts',
  '<script>alert(1)</script>',
  'null',
  'true',
  '0',
  '-1.50',
  '1e3',
  '[]',
  '{}'
]

await t.test('text', async (t) => {
  const { get, post, tokenOf } = await build(t, { BASE_URL: 'https://desk.example' })
  const authorization = await tokenOf('bjarki')
  const insert = async (type: string, body: string) =>
    post('/resources/Desk/Blog/3/Post', body, { authorization, 'content-type': type })
  const ways = [
    ['application/xml', (text: string) => `<Post><Content>${escapeXml(text)}</Content></Post>`],
    ['application/json', (text: string) => JSON.stringify({ Content: text })],
    ['application/x-www-form-urlencoded', (text: string) => `Content=${encodeURIComponent(text)}`]
  ] as const

  for (const [type, written] of ways) {
    await t.test(`sent as ${type}`, async (t) => {
      for (const text of texts) {
        const made = await insert(type, written(text))
        const {
          headers: { location }
        } = made
        const shown = await Promise.all(
          notations.map(
            async ([, accept]) => documentOf(await get(new URL(String(location)).pathname, { accept })).Content
          )
        )
        t.same([documentOf(made).Content, ...shown], [text, text, text], encodeURIComponent(text))
      }
    })
  }

  await t.test('in Meta', async (t) => {
    // JSON can spell what XML forbids, so that is no secret to keep out of its text.
    for (const text of [...texts, '\0', '\u0001\u001F', '\uD800', 'a\uDC00b']) {
      const made = documentOf(
        await post('/resources/Desk/Blog/3/Post', { Content: 'x', Meta: { [text]: text } }, { authorization })
      )
      t.same(JSON.parse(String(made.Meta)), { [text]: text })
    }
  })

  await t.test('an XML line break is a line feed, in whatever form it is sent (XML 1.0, section 2.11)', async (t) => {
    t.equal(
      documentOf(await insert('application/xml', '<Post><Content>a\r\nb\rc\nd&#13;e&#xD;&#10;f</Content></Post>'))
        .Content,
      'a\nb\nc\nd\re\r\nf'
    )
  })

  await t.test('of the greatest length', async (t) => {
    for (const [type, written] of ways) {
      for (const character of ['x', 'ß', '漢', '🚪', '<', '\r']) {
        const text = character.repeat(65535)
        const made = await insert(type, written(text))
        t.equal(made.statusCode, 201, `${type} ${character}`)
        t.ok(documentOf(made).Content === text, `${type} ${character} comes back`)
      }
    }
  })
})
