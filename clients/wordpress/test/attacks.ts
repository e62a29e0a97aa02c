/** Tests with hostile services and authors. */
import type { Test } from 'tap'
import type { Answer } from './door.ts'
import { blockOf, sectionIn, type Newsroom } from './newsroom.ts'

/** Answers with a page whose JSON-LD has this data. */
const showing =
  (data: object): Answer =>
  (_request, response) => {
    const json = JSON.stringify(data).replaceAll('<', '\\u003c')
    response.setHeader('content-type', 'text/html').end(`<script type="application/ld+json">${json}</script>`)
  }

const HOSTILE = {
  headline: '<script>alert(1)</script>[embed]x[/embed]" onload="x',
  inLanguage: '"><b>',
  liveBlogUpdate: [
    {
      headline: ['a'],
      articleBody: '<img src=x onerror=alert(1)>\n\n[gallery]\nhttps://x.example/\n',
      url: 'javascript:x'
    },
    {
      headline: '</section>',
      articleBody: { text: 1 },
      datePublished: 'never',
      author: 'nobody',
      // WordPress leaves brackets before the host, and looks for shortcodes in attributes.
      url: 'https://[gallery]@x.example/'
    },
    // WordPress embeds addresses alone in their paragraph, also of texts that stand in place of another address.
    { articleBody: 'https://embedded.example/' },
    'a text',
    null
  ]
}

export const testAttacks = async (t: Test, { blog, door, stranger, grow, view, write }: Newsroom): Promise<void> => {
  await t.test('what a service sends becomes text', async (t) => {
    for (const content of [blockOf(blog), `Before\n\n${blog}\n\nAfter`, `[embed]${blog}[/embed]`]) {
      const page = await write(content)
      await grow()
      door.settings.answer = showing(HOSTILE)
      const { status, text } = await view(page)
      door.settings.answer = door.pass
      const section = sectionIn(text)
      t.equal(status, 200, content)
      t.match(section, '&lt;script&gt;alert(1)&lt;/script&gt;')
      t.match(section, '&lt;img src=x onerror=alert(1)&gt;')
      t.notMatch(section, /<(?:script|img|b|iframe)\b|\[gallery\]|javascript:|" on\w+=/)
      t.match(section, /href="https:\/\/&#0?91;gallery&#0?93;@x\.example\//)
      t.match(section, /&#0?91;gallery&#0?93;<br/, 'a shortcode is not carried out')
    }
  })

  await t.test('redirects are not followed', async (t) => {
    const page = await write(blockOf(blog))
    await grow()
    door.requests.length = 0
    door.settings.answer = (_request, response) => response.writeHead(302, { location: `${stranger.origin}/` }).end()
    await view(page)
    door.settings.answer = door.pass
    t.equal(door.requests.length, 1)
    t.equal(stranger.requests.length, 0)
  })

  await t.test('addresses of other services are not requested', async (t) => {
    door.requests.length = 0
    for (const address of [
      `${stranger.origin}/live/1`,
      `${door.origin}@${new URL(stranger.origin).host}/live/1`,
      `${door.origin}.evil.example/live/1`,
      `${door.origin}/live/1/../../resources/`,
      `${door.origin}/resources/HR/User/1`,
      `${blog}\n/x`,
      'javascript:alert(1)//live/1',
      ''
    ]) {
      const { text } = await view(await write(blockOf(address)))
      t.notMatch(text, /data-frame|href="javascript/, address)
    }
    t.equal(door.requests.length + stranger.requests.length, 0)
  })
}
