/** A text is returned exactly as it was sent, in every format of the request and of the response. */
import t from 'tap'
import { build } from '../support/app.ts'
import { escapeXml } from '../support/xml.ts'
import { documentOf, formats } from './wire.ts'

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

await t.test('text is returned exactly as it was sent', async (t) => {
  const { get, post, tokenOf } = await build(t, { BASE_URL: 'https://desk.example' })
  const authorization = await tokenOf('bjarki')
  const insert = async (type: string, body: string) =>
    post('/resources/Desk/Blog/3/Post', body, { authorization, 'content-type': type })
  const bodies = [
    ['application/xml', (text: string) => `<Post><Content>${escapeXml(text)}</Content></Post>`],
    ['application/json', (text: string) => JSON.stringify({ Content: text })],
    ['application/x-www-form-urlencoded', (text: string) => `Content=${encodeURIComponent(text)}`]
  ] as const

  for (const [type, bodyOf] of bodies) {
    await t.test(`content sent as ${type} is returned unchanged`, async (t) => {
      for (const text of texts) {
        const inserted = await insert(type, bodyOf(text))
        const { location } = inserted.headers
        const contents = await Promise.all(
          formats.map(
            async ([, accept]) => documentOf(await get(new URL(String(location)).pathname, { accept })).Content
          )
        )
        t.equal(documentOf(inserted).Content, text, encodeURIComponent(text))
        t.same(contents, [text, text], `${encodeURIComponent(text)} in XML and JSON`)
      }
    })
  }

  await t.test('Meta is returned unchanged', async (t) => {
    // JSON escapes the characters that XML forbids, so Meta may contain them.
    for (const text of [...texts, '\0', '\u0001\u001F', '\uD800', 'a\uDC00b']) {
      const inserted = documentOf(
        await post('/resources/Desk/Blog/3/Post', { Content: 'x', Meta: { [text]: text } }, { authorization })
      )
      t.same(JSON.parse(String(inserted.Meta)), { [text]: text })
    }
  })

  await t.test('every line break in an XML body becomes a line feed (XML 1.0, section 2.11)', async (t) => {
    t.equal(
      documentOf(await insert('application/xml', '<Post><Content>a\r\nb\rc\nd&#13;e&#xD;&#10;f</Content></Post>'))
        .Content,
      'a\nb\nc\nd\re\r\nf'
    )
  })

  await t.test('content of the maximum length is accepted and returned unchanged', async (t) => {
    for (const [type, bodyOf] of bodies) {
      for (const character of ['x', 'ß', '漢', '🚪', '<', '\r']) {
        const text = character.repeat(65535)
        const inserted = await insert(type, bodyOf(text))
        t.equal(inserted.statusCode, 201, `${type} ${character}`)
        t.ok(documentOf(inserted).Content === text, `${type} ${character} is returned`)
      }
    }
  })
})
