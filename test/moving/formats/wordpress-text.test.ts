/** Texts of WordPress are read without its shortcodes and comments. */
import t from 'tap'
import { paragraphs } from '../../../moving/formats/wordpress-text.ts'
import { processorTime } from '../../support/processor-time.ts'

t.test('shortcodes are replaced by their contents, in a moment also if they have no end', async (t) => {
  const text = '<!-- wp:html -->a [caption id="1"]b [audio]c[/audio][/caption] [video]d<!-- wp:x'
  t.equal(paragraphs(text), '<p>a b [audio]c[/audio] [video]d<!-- wp:x</p>')
  for (const beginning of ['[caption]', '[embed ', '<!-- wp:html ', '[audio][video]']) {
    t.ok((await processorTime(() => paragraphs(beginning.repeat(500_000)))) < 1000, beginning)
  }
})
