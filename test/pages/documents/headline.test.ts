/** The headlines of posts: a heading or a bold line with which the content begins. */
import { splitHeadline } from '../../../plugins/pages/safe-markup.tsx'
import t from 'tap'

const long = 'x'.repeat(200)

for (const [content, headline, body] of [
  ['<h2>Halfway</h2><p>Two of four.</p>', 'Halfway', '<p>Two of four.</p>'],
  [' <h4 dir="auto"><b>Half</b> way</h4>\nplain', '<b>Half</b> way', 'plain'],
  ['<p><strong>Goal!</strong></p><p>By the goalkeeper.</p>', 'Goal!', '<p>By the goalkeeper.</p>'],
  ['<p lang="de"><b>Tor!</b><br />Der Torwart.</p>', 'Tor!', '<p lang="de">Der Torwart.</p>'],
  ['<b>Goal!</b><br>By the goalkeeper.', 'Goal!', 'By the goalkeeper.'],
  ['<b>Goal!</b>\nBy the goalkeeper.', 'Goal!', 'By the goalkeeper.'],
  ['<b>Goal!</b><ul><li>One</li></ul>', 'Goal!', '<ul><li>One</li></ul>'],
  ['<b>Only a headline</b>', 'Only a headline', ''],
  ['<b>Goal!</b> By the goalkeeper.'],
  ['<p><b>Goal!</b> By the goalkeeper.</p>'],
  ['<p><b>one</b> <b>two</b></p>'],
  ['<b>a<b>b</b><br>c</b>'],
  ['<h2><img src="https://a.example/a.png"></h2>text'],
  ['<h2> </h2>text'],
  ['text<h2>Later</h2>'],
  [`<p><b>${long}</b></p>`, long, ''],
  [`<p><b>${long}x</b></p>`],
  ['']
] as const) {
  t.same(splitHeadline(content), { headline, body: body ?? content }, content)
}
