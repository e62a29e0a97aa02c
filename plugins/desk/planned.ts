/** Fields of the forms for a blog: the language of its posts, its planned start, and the time zone of its newsroom. */
import type { Row } from '../../schemas/language/rows.ts'
import { zoneNamed } from '../locales.ts'
import type { Field } from '../pages/form.tsx'
import { wrongValues } from './documents.ts'
import { choicesOf } from './forms.tsx'
import { textOf } from './values.ts'
import { itemsIn } from './view/items.ts'
import { localTimeAt, momentIn } from './view/zones.ts'
import type { Visit } from './visit.ts'

/** Returns the field for the language of a blog's posts. @param value the id of the language */
export const languageField = async ({ read }: Visit, value?: string): Promise<Field> => ({
  ...{ name: 'Language', label: 'Language', help: 'The language of the posts', kind: 'select', value },
  choices: choicesOf(itemsIn(await read('Localization/Language?X-Filter=Id,Name&limit=1000'), 'LanguageList'))
})

/** Returns the field for the time zone of a blog. @param zone its IANA name; undefined if nobody has chosen one */
export const zoneField = (zone: string | undefined): Field => ({
  ...{ name: 'TimeZone', label: 'Time zone', kind: 'select', value: zone ?? '' },
  help: 'The newsroom sees and chooses times in this zone',
  choices: [
    { value: '', text: 'The zone of each device' },
    ...timeZones(zone).map((name) => ({ value: name, text: name.replaceAll('_', ' ') }))
  ]
})

/**
 * Returns the names of the time zones, such as `Europe/Lisbon`.
 * @param chosen a zone that the list has in any case: zones have several names, of which it knows one
 */
const timeZones = (chosen: string | undefined): readonly string[] => [
  ...new Set(['UTC', ...(chosen === undefined ? [] : [chosen]), ...Intl.supportedValuesOf('timeZone')])
]

/** Returns the field for the planned start of a blog. */
export const startField = (startsOn: Date | undefined, zone: string | undefined): Field => ({
  ...{ name: 'StartsOn', label: 'Planned start', kind: 'datetime-local' },
  help: 'Readers see title, description and start, and no posts until you go live. In the zone above, otherwise in UTC',
  value: startsOn && localTimeAt(startsOn, zone ?? 'UTC')
})

/** Returns the time zone that a form names; undefined if it names none. @throws Refusal */
export const zoneFrom = (sent: Row): string | undefined => {
  const zone = textOf(sent.TimeZone)
  if (zone !== '' && zoneNamed(zone) === undefined) {
    throw wrongValues({ TimeZone: 'must be one of the list, such as Europe/Lisbon' })
  }
  return zone || undefined
}

/**
 * Returns the planned start as a property of a blog; none if the form has no such field.
 * @param stored the planned start that the blog has
 * @throws Refusal
 */
export const startFrom = (sent: Row, zone: string | undefined, stored?: Date): Row => {
  if (sent.StartsOn === undefined) return {}
  const local = textOf(sent.StartsOn)
  // The field has no seconds, and cannot say which of two it is when clocks are set back.
  if (stored !== undefined && local === localTimeAt(stored, zone ?? 'UTC')) return { StartsOn: stored.toISOString() }
  const moment = LOCAL_TIME.test(local) ? momentIn(local, zone ?? 'UTC') : undefined
  if (local !== '' && moment === undefined) {
    throw wrongValues({ StartsOn: 'must be a date and a time such as 2026-11-24T20:15' })
  }
  return { StartsOn: moment ?? '' }
}

/** Somebody who types a year of two digits chooses one of the first century. */
const LOCAL_TIME = /^2\d{3}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/
