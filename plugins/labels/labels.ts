/**
 * Labels: all texts of pages that no user has written. The code contains them in English, and a catalogue translates
 * them. Nothing of the service is imported here, because scripts of pages use labels too.
 */
import { directionOf, localeFor } from '../locales.ts'

/** The names of the placeholders in a message: `service` of `Video on {service}`. */
type Placeholder<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never

/** The values of the placeholders in a message; nothing for a message without placeholders. */
type Values<Message extends string, Value> = [Placeholder<Message>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholder<Message>, Value>>]

/** The forms of a text with a number, by the plural categories of a language, such as `one` and `other`. */
export type Forms = Readonly<Record<string, string>>

/**
 * The labels for the readers of a blog. Call `text`, `nodes`, `plural` and `forms` with literals, as in
 * `labels.text('Pause updates')`: scripts/labels.ts collects them for translators.
 */
export interface Labels extends PostLabels {
  /** Direction of the content, and so of the page. */
  readonly direction: 'ltr' | 'rtl'
  /** Locale of Intl for numbers and times. */
  readonly locale: string
  /** Returns a label with a number, `{count}`. @param one and `other` are the English forms */
  readonly plural: (one: string, other: string, count: number) => string
  /** Returns all forms of a label with a number, for scripts. */
  readonly forms: (one: string, other: string) => Forms
}

/** The labels of posts: those without numbers. */
export interface PostLabels extends ReturnType<typeof momentsIn> {
  /** Language tag of the labels: that of the content, or `en` if there is no catalogue for it. */
  readonly language: string
  /** Language tag of the content if its language is not that of the labels. */
  readonly contentLanguage: string | undefined
  /** Returns a label. */
  readonly text: <Message extends string>(message: Message, ...values: Values<Message, string>) => string
  /** Returns the texts of a label and the nodes between them. */
  readonly nodes: <Message extends string, Node>(
    message: Message,
    ...values: Values<Message, Node>
  ) => (string | Node)[]
}

/** The contents of a catalogue. */
export interface Translations {
  /** Language tag of the catalogue. */
  readonly language: string
  /** Translations by their English texts: one for a text, one for each plural category for a text with a number. */
  readonly messages: ReadonlyMap<string, readonly string[]>
}

/** The labels as they are in the code. */
export const untranslated: Translations = { language: 'en', messages: new Map() }

/** All plural categories, in the order in which catalogues have their forms. */
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** Returns the plural categories of a language in the order in which its catalogue has the forms. */
export const categoriesOf = (language: string): readonly string[] => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  return CATEGORIES.filter((category) => pluralCategories.includes(category))
}

/** Locale of plain English: its dates are those of Great Britain, as everywhere in the service. */
const PLAIN_ENGLISH = 'en-GB'

/**
 * Returns the labels of a catalogue.
 * @param tag language tag of the content
 * @param timeZone IANA name of the zone in which times are
 */
export const labelsFrom = ({ language, messages }: Translations, tag: string, timeZone: string): Labels => {
  const isTranslated = tag.split('-', 1)[0]?.toLowerCase() === language.split('-', 1)[0]?.toLowerCase()
  const locale = isTranslated && tag !== 'en' ? (localeFor(tag) ?? language) : language.replace(/^en$/, PLAIN_ENGLISH)
  const rules = new Intl.PluralRules(language)
  const categories = categoriesOf(language)
  const numbers = new Intl.NumberFormat(locale)

  const forms = (one: string, other: string): Forms => {
    const translations = messages.get(one)
    if (translations === undefined) return { one, other }
    return Object.fromEntries(categories.map((category, index) => [category, translations[index] ?? other]))
  }
  return {
    language: isTranslated ? tag : language,
    contentLanguage: isTranslated ? undefined : tag,
    direction: directionOf(tag),
    locale,
    plural: (one, other, count) => {
      const all = forms(one, other)
      return filled(all[rules.select(count)] ?? other, { count: numbers.format(count) })
    },
    forms,
    ...textsIn(messages),
    ...momentsIn(locale, timeZone)
  }
}

const textsIn = (messages: Translations['messages']): Pick<Labels, 'text' | 'nodes'> => {
  const translated = (message: string) => messages.get(message)?.[0] ?? message
  return {
    text: (message, ...[values]) => filled(translated(message), values ?? {}),
    nodes: <Node>(message: string, ...[values]: readonly object[]) => {
      const nodes = new Map<string, Node>(Object.entries(values ?? {}))
      return translated(message)
        .split(PLACEHOLDER)
        .map((part, index) => (index % 2 === 0 ? part : (nodes.get(part) ?? `{${part}}`)))
    }
  }
}

const PLACEHOLDER = /\{(\w+)\}/

const filled = (message: string, values: object): string => {
  const texts = new Map<string, string>(Object.entries(values))
  return message.replaceAll(new RegExp(PLACEHOLDER, 'g'), (placeholder, name: string) => texts.get(name) ?? placeholder)
}

/**
 * Returns functions that print times for readers. The service and the script of the live page print them alike.
 * @param locale a locale of Intl
 * @param timeZone IANA name of the zone; undefined for that of the device
 */
export const momentsIn = (locale: string, timeZone: string | undefined) => {
  const zoned: Intl.DateTimeFormatOptions = timeZone === undefined ? {} : { timeZone }
  const zonedTime = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...zoned
  })
  const short: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...zoned
  }
  const withoutYear = new Intl.DateTimeFormat(locale, short)
  const withYear = new Intl.DateTimeFormat(locale, { ...short, year: 'numeric' })
  const year = new Intl.DateTimeFormat(locale, { year: 'numeric', ...zoned })
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'full', ...zoned })
  return {
    /** Prints a time with the short name of its zone, such as `22 November 2026 at 13:00 CET`. */
    time: (at: Date) => zonedTime.format(at),
    /**
     * Prints a short time without zone, such as `22 Nov 2026, 13:00`.
     * @param now of the reader, to leave out the year if it is this one. Pages are kept for longer, and always have it
     */
    shortTime: (at: Date, now?: Date) =>
      (now && year.format(at) === year.format(now) ? withoutYear : withYear).format(at),
    /** Prints a time in full, with the name of its zone in words. */
    fullTime: (at: Date) => full.format(at)
  }
}

const englishLabels = (): PostLabels => ({
  language: 'en',
  contentLanguage: undefined,
  ...textsIn(untranslated.messages),
  ...momentsIn(PLAIN_ENGLISH, 'UTC')
})

/** English labels of posts, with times in UTC. Scripts that need no others contain no code for other languages. */
export const english = /* @__PURE__ */ englishLabels()

/** Id of the element of a page that has the labels for its scripts. */
export const SCRIPT_LABELS = 'labels'
