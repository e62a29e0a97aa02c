/**
 * Turns the embed settings of a blog into parts of its pages (docs/live.md). Only values checked here get into a page;
 * everything else is left out. Scripts use this too, so nothing of the service is imported here.
 */
import { membersIn, membersOf } from '../../schemas/language/rows.ts'
import { zoneNamed } from '../locales.ts'
import {
  embeddedAt,
  isPicture,
  isRecording,
  pictureFrom,
  sizeFrom,
  webUrl,
  wholeAddress,
  type Embedded,
  type Picture
} from './media.ts'

/** Returns whether the settings of a blog let readers send comments. */
export const acceptsComments = (embedConfig = '{}'): boolean => membersIn(embedConfig).UserComments === true

/** Returns the time zone of a blog's newsroom, and so of its pages; undefined if nobody has chosen one. */
export const timeZoneIn = (embedConfig: string | undefined): string | undefined => {
  const { TimeZone } = membersIn(embedConfig ?? '{}')
  return typeof TimeZone === 'string' && zoneNamed(TimeZone) !== undefined ? TimeZone : undefined
}

/** The lead picture or video of a blog. */
export interface Lead {
  /** The picture; also shown in place of the video until that is played. */
  readonly picture?: Picture
  readonly video?: Embedded
  /** Address of a recording of the archive, which is the video. */
  readonly recording?: string
  readonly credit?: string
}

/** Returns the lead of a blog; undefined if it has none that pages may show. @param base without a final slash */
export const leadIn = (embedConfig: string | undefined, base: string): Lead | undefined => {
  const { url, alt, width, height, credit, video } = membersOf(membersIn(embedConfig ?? '{}').Lead)
  const described = { address: textIn(url), alt: textIn(alt), size: sizeFrom(width, height) }
  const picture = isPicture(described.address, base) ? pictureFrom(described, base) : undefined
  const embedded = embeddedAt(textIn(video))
  const recording = isRecording(textIn(video), base) ? wholeAddress(textIn(video), base) : undefined
  if ((picture ?? embedded ?? recording) === undefined) return undefined
  return {
    ...(picture && { picture }),
    ...(embedded && { video: embedded }),
    ...(recording !== undefined && { recording }),
    ...(textIn(credit) !== '' && { credit: textIn(credit) })
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The parts of a page that the settings of its blog change. */
export interface Theme {
  /** The custom properties; empty if the settings change nothing. */
  readonly css: string
  readonly logo?: { readonly url: string; readonly text: string }
  /** Name of the publication, which is shown if there is no logo. */
  readonly name?: string
}

/** Returns the theme that the embed settings of a blog describe. */
export const themeOf = (embedConfig: string | undefined): Theme => {
  const { theme, Style } = membersIn(embedConfig ?? '{}')
  const style = membersOf(Style)
  const css = [
    rule([lookNamed(THEMES, theme), lookNamed(FONTS, style.font), lookNamed(SIZES, style.size), colours(style)]),
    darkRule(colours(style.dark))
  ].join('')
  const url = typeof style.logo === 'string' ? webUrl(style.logo) : undefined
  const text = typeof style.logoText === 'string' ? style.logoText : ''
  if (url?.protocol !== 'https:') return text === '' ? { css } : { css, name: text }
  return { css, logo: { url: url.href, text } }
}

const rule = (parts: readonly (string | undefined)[]): string => {
  const all = parts.filter((part) => part !== undefined)
  return all.length === 0 ? '' : `:root { ${all.join('; ')} }\n`
}
const darkRule = (part: string | undefined): string =>
  part === undefined ? '' : `@media (prefers-color-scheme: dark) { ${rule([part])} }\n`

/** Returns custom properties for the colours in a part of a style; undefined unless they can be read on each other. */
const colours = (part: unknown): string | undefined => {
  const chosen = coloursIn(part)
  if (chosen === undefined || unreadable(chosen).length > 0) return undefined
  const { background, text, accent } = chosen
  const scheme = luminance(background) < luminance(text) ? 'dark' : 'light'
  return [
    `--background: ${background}; --surface: ${background}`,
    `--text: ${text}; --accent: ${accent}; --scheme: ${scheme}`
  ].join('; ')
}

/** Custom properties of the themes that are part of the service, by the name of their `BlogTheme`. */
export const THEMES: Readonly<Record<string, string>> = {
  'big-screen': '--size: 1.375rem; --measure: 56rem',
  compact: '--size: 0.9375rem; --space: 0.55rem; --heading-font: var(--sans)',
  night: '--background: #14171a; --surface: #1d2125; --text: #eceae4; --accent: #ff9d85; --scheme: dark'
}
export const FONTS: Readonly<Record<string, string>> = {
  serif: '--body-font: var(--serif); --heading-font: var(--serif)',
  sans: '--body-font: var(--sans); --heading-font: var(--sans)'
}
export const SIZES: Readonly<Record<string, string>> = {
  small: '--size: 0.9375rem',
  normal: '--size: 1.0625rem',
  large: '--size: 1.25rem'
}

/** Colours of the live page without a theme (live.css). */
export const DEFAULT_COLOURS: Readonly<Record<'light' | 'dark', Colours>> = {
  light: { background: '#fbfaf7', text: '#1c1a17', accent: '#a3231c' },
  dark: { background: '#161514', text: '#ece8e1', accent: '#ff9a86' }
}

/** Returns the value of a name; undefined for unknown names. */
export const lookNamed = (looks: Readonly<Record<string, string>>, name: unknown): string | undefined =>
  typeof name === 'string' && Object.hasOwn(looks, name) ? looks[name] : undefined

/** Colours of a page. */
export interface Colours {
  readonly background: string
  readonly text: string
  readonly accent: string
}

/** Returns the colours in a part of the settings; undefined unless it has all three, such as `#1a2b3c`. */
export const coloursIn = (part: unknown): Colours | undefined => {
  const { background, text, accent } = membersOf(part)
  return isColour(background) && isColour(text) && isColour(accent) ? { background, text, accent } : undefined
}

/** Contrasts that WCAG 2.2 level AA demands of text; mixtures of text and background need more. */
const ACCENT_CONTRAST = 4.5
const TEXT_CONTRAST = 9

export const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value)

/** Returns the contrast of two colours such as `#1a2b3c`, from 1 to 21. */
const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns the relative luminance of a colour, from 0 to 1. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the colours that cannot be read on the background, with their contrast and the minimum. */
export const unreadable = ({ background, text, accent }: Colours) =>
  [
    { name: 'text' as const, has: contrast(text, background), needs: TEXT_CONTRAST },
    { name: 'accent' as const, has: contrast(accent, background), needs: ACCENT_CONTRAST }
  ].filter(({ has, needs }) => has < needs)
