/** The catalogues of labels are complete, and their plural forms are those of their languages. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { categoriesOf } from '../../../plugins/labels/labels.ts'
import { labelsIn, languages } from '../../../plugins/labels/index.ts'
import { readPo, writePo } from '../../../plugins/labels/po.ts'
import { catalogues } from '../../../scripts/labels.ts'
import { build, each } from '../../support/index.ts'
import { root } from '../../support/root.ts'

const read = async (name: string) => readPo(await readFile(`${root}/plugins/labels/${name}`, 'utf8'))
const placeholdersIn = (text: string) => new Set(text.match(/\{\w+\}/g))

/** Numbers by which the plural rules of languages differ. */
const NUMBERS = [...Array(201).keys(), 1_000_000]

/** Returns the function in the header `Plural-Forms`, which is an expression of C. */
const pluralRule = (header = ''): ((n: number) => number) => {
  const [, rule = ''] = /^nplurals=\d+; plural=([n\d\s()?:%!=<>&|]+);$/.exec(header) ?? []
  const choose: (n: number) => unknown = runInNewContext(`(n) => ${rule}`)
  return (n) => Number(choose(n))
}

t.test('each catalogue translates all labels, and nothing else', async (t) => {
  const template = await read('labels.pot')
  t.ok(template.messages.length > 40)
  t.same([...languages()].sort(), ['ar', 'de', 'es', 'fr'])
  for (const language of languages()) {
    const { headers, messages } = await read(`${language}.po`)
    const categories = categoriesOf(language)
    const ruleOf = pluralRule(headers['Plural-Forms'])
    const rules = new Intl.PluralRules(language)
    const wrong = NUMBERS.filter((n) => categories[ruleOf(n)] !== rules.select(n))
    t.same(wrong, [], `${language} has the plural forms of its language, in the order of Unicode`)
    t.equal(headers.Language, language)
    t.equal(headers['Plural-Forms']?.startsWith(`nplurals=${categories.length};`), true)
    t.same(each(messages, 'text'), each(template.messages, 'text'), `${language} has the labels of the code`)
    for (const { text, plural, translations, isFuzzy } of messages) {
      t.equal(isFuzzy, false, `${language}: ${text} is certain`)
      t.equal(translations.length, plural === undefined ? 1 : categories.length, `${language}: ${text}`)
      for (const [index, translation] of translations.entries()) {
        t.not(translation, '', `${language}: ${text} has a translation`)
        // "Two new posts" needs no number: the form is for two only.
        const isForOne = plural !== undefined && NUMBERS.filter((n) => ruleOf(n) === index).length === 1
        const expected = isForOne && !/\{/.test(translation) ? new Set() : placeholdersIn(text)
        t.same(placeholdersIn(translation), expected, `${language}: ${text} has the placeholders`)
      }
    }
  }
})

t.test('people of a new newsroom can choose each language that the pages speak', async (t) => {
  const { sql } = await build(t)
  const stored = await sql<{ Code: string }[]>`select code from languages`
  t.same(each(stored, 'Code').sort(), ['en', ...languages()].sort())
})

t.test('a language without a catalogue has English labels, and one of a region those of its language', async (t) => {
  const austrian = labelsIn('de-AT', 'Europe/Vienna')
  t.equal(austrian.text('Pause updates'), 'Aktualisierung anhalten')
  t.match(austrian.time(new Date('2026-01-24T12:00:00Z')), /^24\. Jänner 2026 um 13:00 MEZ$/)
  t.has(austrian, { language: 'de-AT', contentLanguage: undefined, direction: 'ltr' })
  t.equal(labelsIn('de').plural('{count} new post', '{count} new posts', 1234), '1.234 neue Beiträge')
  t.equal(labelsIn('ar').plural('{count} new post', '{count} new posts', 2), 'منشوران جديدان')
  t.same(labelsIn('fr').nodes('Updated {time}', { time: 1 }), ['Mis à jour\u00a0: ', 1, ''])
  const hebrew = labelsIn('he')
  t.equal(hebrew.text('Pause updates'), 'Pause updates')
  t.has(hebrew, { language: 'en', contentLanguage: 'he', direction: 'rtl', locale: 'en-GB' })
  t.has(labelsIn('en-US'), { language: 'en-US', contentLanguage: undefined, locale: 'en-US' })
  for (const tag of ['', 'x', 'no_such', '../de', 'de/../../x']) t.equal(labelsIn(tag).language, 'en', tag)
})

t.test('the catalogues follow the code', async (t) => {
  const folder = t.testdir()
  await mkdir(`${folder}/plugins/labels`, { recursive: true })
  const path = `${folder}/plugins/labels/pl.po`
  const write = (code: string) => writeFile(`${folder}/plugins/page.tsx`, code)
  const message = { text: 'Old', translations: ['Stary'], sources: [], isFuzzy: true }
  await writeFile(path, writePo({ headers: {}, messages: [message, { ...message, text: 'Gone' }] }))
  await write(`
    labels.text('New')
    page.labels.text('Old')
    labels.forms('{count} post', '{count} posts')`)
  const { 'plugins/labels/pl.po': polish = '', 'plugins/labels/labels.pot': template = '' } = await catalogues(folder)
  const sources = ['plugins/page.tsx']
  t.match(readPo(polish).messages, [
    { text: 'New', translations: [''], sources },
    { text: 'Old', translations: ['Stary'], sources, isFuzzy: true },
    { text: '{count} post', plural: '{count} posts', translations: ['', '', '', ''] }
  ])
  t.equal(readPo(polish).messages.length, 3)
  t.equal(readPo(template).messages.length, 3)
  await write('labels.text(name)')
  await t.rejects(catalogues(folder), /page\.tsx:1: the text of a label must be a literal/)
  await write("\ntexts.text('Old')")
  await t.rejects(catalogues(folder), /page\.tsx:2: the object that has labels must be called labels/)
})
