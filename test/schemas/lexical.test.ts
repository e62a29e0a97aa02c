/** Compares wire texts with Intl.DateTimeFormat, with integer arithmetic, and with the character table of XML. */
import fc from 'fast-check'
import t from 'tap'
import { isXmlText, printDecimal, printFlag, printMoment, toXmlText } from '../../schemas/language/lexical.ts'
import { formats } from '../../schemas/language/validation.ts'
import { momentText } from '../plugins/document.ts'
import { decimal, isLegal, moment, wildText } from '../support/rows.ts'

// The time zone of the machine must not matter.
process.env.TZ = 'Asia/Kolkata'

t.test('printMoment() formats times in UTC with a two-digit year', async (t) => {
  const examples = {
    '2013-03-05T15:04:09.999Z': '3/5/13 3:04 PM',
    '2000-01-01T00:00:00Z': '1/1/00 12:00 AM',
    '2000-01-01T00:59:59.999Z': '1/1/00 12:59 AM',
    '2009-09-09T01:09:00Z': '9/9/09 1:09 AM',
    '2010-10-10T10:10:10Z': '10/10/10 10:10 AM',
    '2024-02-29T11:59:59Z': '2/29/24 11:59 AM',
    '2024-02-29T12:00:00Z': '2/29/24 12:00 PM',
    '2024-12-31T13:00:00Z': '12/31/24 1:00 PM',
    '2099-12-31T23:59:59.999Z': '12/31/99 11:59 PM',
    '1999-12-31T23:59:00Z': '12/31/99 11:59 PM',
    '2100-01-01T00:00:00Z': '1/1/00 12:00 AM'
  }
  for (const [at, text] of Object.entries(examples)) t.equal(printMoment(new Date(at)), text, at)
  const shown = printMoment(new Date('2024-07-01T00:30:00+02:00'))
  t.equal(shown, '6/30/24 10:30 PM', 'in UTC, whatever the offset in the source')
})

t.test('printMoment() agrees with Intl in every month from 2000 to 2099', async (t) => {
  for (let year = 2000; year <= 2099; year += 1) {
    const wrong = Array.from(
      { length: 12 },
      (_, month) =>
        new Date(Date.UTC(year, month, 1 + ((year + month) % 28), (year * 5 + month) % 24, (year + month * 7) % 60))
    ).filter((at) => printMoment(at) !== momentText(at))
    t.same(wrong, [], `${year}`)
  }
})

t.test('printMoment() agrees with Intl in every minute of a day', async (t) => {
  const minutes = Array.from({ length: 24 * 60 }, (_, minute) => new Date(Date.UTC(2026, 10, 20, 0, minute)))
  const unexpected = minutes.filter((at) => printMoment(at) !== momentText(at))
  t.same(unexpected, [])
  t.equal(new Set(minutes.map(printMoment)).size, 24 * 60, 'all texts differ')
})

t.test('printMoment() agrees with Intl at random times, and truncates seconds', async (t) => {
  fc.assert(
    fc.property(moment, (at) => {
      const text = printMoment(at)
      return (
        text === momentText(at) &&
        text === printMoment(new Date(Math.floor(at.getTime() / 60_000) * 60_000)) &&
        /^([1-9]|1[0-2])\/([1-9]|[12]\d|3[01])\/\d\d ([1-9]|1[0-2]):[0-5]\d [AP]M$/.test(text)
      )
    }),
    { numRuns: 2000 }
  )
  t.pass('2000 times')
})

t.test('printDecimal() keeps one digit after the point and drops other trailing zeros', async (t) => {
  const examples = [
    ['0', '0.0'],
    ['12', '12.0'],
    ['12.0', '12.0'],
    ['12.5', '12.5'],
    ['12.500', '12.5'],
    ['12.050', '12.05'],
    ['100', '100.0'],
    ['100.00', '100.0'],
    ['0.10', '0.1'],
    ['-3', '-3.0'],
    ['-0.50', '-0.5'],
    ['1000000', '1000000.0'],
    ['9007199254740993.1', '9007199254740993.1'],
    ['12345678901234567890.01234567890', '12345678901234567890.0123456789']
  ] as const
  for (const [digits, text] of examples) t.equal(printDecimal(digits), text, digits)
})

t.test('printDecimal() keeps the exact value of random decimals', async (t) => {
  /** Returns a decimal as a whole number, multiplied by 10 to the power of `places`. */
  const scaled = (digits: string, places: number) => {
    const [whole = '', fraction = ''] = digits.split('.')
    return BigInt(`${whole}${fraction.padEnd(places, '0')}`)
  }
  fc.assert(
    fc.property(decimal, (digits) => {
      const text = printDecimal(digits)
      return /^-?\d+\.(\d|\d*[1-9])$/.test(text) && scaled(text, 30) === scaled(digits, 30)
    }),
    { numRuns: 2000 }
  )
  t.pass('2000 decimals')
})

t.test('printFlag() writes True and False', async (t) => {
  t.equal(printFlag(true), 'True')
  t.equal(printFlag(false), 'False')
})

t.test('toXmlText() keeps every character that XML allows and replaces every other one', async (t) => {
  const wrong: number[] = []
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
    const legal = isLegal(codePoint)
    const text = String.fromCodePoint(codePoint)
    if (isXmlText(text) !== legal || toXmlText(text) !== (legal ? text : '\uFFFD')) wrong.push(codePoint)
  }
  t.same(wrong, [])
})

t.test('toXmlText() keeps or replaces each character of random texts in place', async (t) => {
  fc.assert(
    fc.property(wildText, (text) => {
      const characters = [...text]
      const legal = characters.map((character) => isLegal(character.codePointAt(0) ?? 0))
      const expected = characters.map((character, at) => (legal[at] === true ? character : '\uFFFD')).join('')
      return toXmlText(text) === expected && isXmlText(text) === !legal.includes(false) && isXmlText(toXmlText(text))
    }),
    { numRuns: 2000 }
  )
  t.equal(toXmlText('a\0\x01b\uD800\uFFFE\uDC00😀\uDC00c'), 'a\uFFFD\uFFFDb\uFFFD\uFFFD\uFFFD😀\uFFFDc')
})

t.test('the format json-object accepts only the text of a JSON object', async (t) => {
  const isObject = formats['json-object']
  for (const text of ['{}', ' { "a" : [1, null] } ', '{"a":{"b":"\\u0000"}}', '{"😀":"\\ud800"}']) {
    t.ok(isObject(text), text)
  }
  for (const text of ['', 'null', '[]', '1', '"{}"', '{', '{a:1}', '{}{}', '{"a":"\uD800"}', 'true']) {
    t.notOk(isObject(text), text)
  }
})
