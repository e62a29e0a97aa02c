/** Small parts of the page of a blog. */
import type { ComponentChildren } from 'preact'
import type { State } from './state.ts'

/** Returns markup without anything that could run, load or disturb the page. */
export type Sanitise = (markup: string) => string

/** The parts of the state that all items depend on. It is the same object while they stay the same. */
export interface Context extends Pick<
  State,
  'blog' | 'panel' | 'me' | 'mayPost' | 'mayPublish' | 'isAlive' | 'zone' | 'base' | 'isRich'
> {
  readonly sanitise: Sanitise
  /** The day on which times are shown without their day. */
  readonly today: string
}

/** Returns the context of a state, without its other members, whose changes would render all items again. */
export const contextOf = (
  { blog, panel, me, mayPost, mayPublish, isAlive, zone, base, isRich }: State,
  sanitise: Sanitise
): Context => ({
  ...{ blog, panel, me, mayPost, mayPublish, isAlive, zone, base, isRich },
  ...{ sanitise, today: todayIn(zone) }
})

/** Everything that the parts of the page are made from. */
export interface View {
  readonly state: State
  readonly context: Context
}

/** Returns whether an object has another value than another one in any of its members. */
export const differ = <Members extends object>(one: Members, other: Members): boolean => {
  for (const name in one) if (one[name] !== other[name]) return true
  return false
}

/** A point in time: the hour, with the day if it is not today, and with the year if it is not this one. */
export const Time = ({ at, zone }: { at: string; zone: string }) => (
  <time dateTime={at} title={format(at, { dateStyle: 'full', timeStyle: 'long', timeZone: zone })}>
    {shortTime(at, zone)}
  </time>
)

const shortTime = (at: string, zone: string): string => {
  const now = new Date().toISOString()
  const hour = format(at, { hour: '2-digit', minute: '2-digit', timeZone: zone })
  if (yearOf(at, zone) !== yearOf(now, zone)) return `${dayOf(at, zone)} ${yearOf(at, zone)}, ${hour}`
  return dayOf(at, zone) === dayOf(now, zone) ? hour : `${dayOf(at, zone)}, ${hour}`
}

/** Returns the present day in a zone. */
const todayIn = (zone: string): string => format(new Date().toISOString(), { dateStyle: 'full', timeZone: zone })

const dayOf = (at: string, zone: string) => format(at, { day: 'numeric', month: 'short', timeZone: zone })
const yearOf = (at: string, zone: string) => format(at, { year: 'numeric', timeZone: zone })

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formatting objects take a millisecond to make, and a timeline shows hundreds of times. */
const format = (at: string, options: Intl.DateTimeFormatOptions): string => {
  const key = JSON.stringify(options)
  const formatter = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', options)
  formats.set(key, formatter)
  return formatter.format(Date.parse(at))
}

export const Badge = ({ kind, children }: { kind: string; children: ComponentChildren }) => (
  <span class={`badge ${kind}`}>{children}</span>
)

/** The reason why something failed. */
export const Reason = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p class="error" role="alert">
      {text}
    </p>
  )

interface ButtonProps {
  /** Name of the action that the script takes. */
  readonly action: string
  /** Address for the form of the button without scripts. If absent, the button appears once scripts run. */
  readonly address?: string
  readonly value?: string | number
  readonly children: ComponentChildren
  readonly class?: string | undefined
  readonly label?: string
}

/** A button. */
export const Act = ({ action, address, value, children, class: name = 'plain small', label }: ButtonProps) => (
  <button
    type={address === undefined ? 'button' : 'submit'}
    formAction={address}
    data-action={action}
    data-value={value}
    class={name}
    aria-label={label}
  >
    {children}
  </button>
)
