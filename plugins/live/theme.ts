/**
 * The look of a blog: custom properties from its embed settings. Only values that are checked here get into a style
 * sheet; everything else is left out.
 */
import { membersOf } from '../../schemas/language/rows.ts'
import { webUrl } from '../pages/services.ts'

/** The parts of a page that the settings of its blog change. */
export interface Theme {
  /** The custom properties; empty if the settings change nothing. */
  readonly css: string
  readonly logo?: { readonly url: string; readonly text: string }
}

/** Custom properties of the themes that are part of the service, by the name of their `BlogTheme`. */
const THEMES: Readonly<Record<string, string>> = {
  'big-screen': '--size: 1.375rem; --measure: 56rem',
  compact: '--size: 0.9375rem; --space: 0.9rem; --heading-font: var(--sans)',
  night: '--background: #14171a; --surface: #1d2125; --text: #eceae4; --accent: #ff9d85; --scheme: dark'
}
const FONTS: Readonly<Record<string, string>> = {
  serif: '--body-font: var(--serif); --heading-font: var(--serif)',
  sans: '--body-font: var(--sans); --heading-font: var(--sans)'
}
const SIZES: Readonly<Record<string, string>> = { small: '0.9375rem', normal: '1.0625rem', large: '1.25rem' }

/** Contrasts that WCAG 2.2 level AA demands of text; mixtures of text and background need more. */
const ACCENT_CONTRAST = 4.5
const TEXT_CONTRAST = 9

/** Returns the theme that the embed settings of a blog describe (docs/live.md). */
export const themeOf = (embedConfig: string | undefined): Theme => {
  const { theme, Style } = membersOf(parsed(embedConfig))
  const style = membersOf(Style)
  const css = [
    rule([memberOf(THEMES, theme), memberOf(FONTS, style.font), sized(style.size), colours(style)]),
    darkRule(colours(membersOf(style.dark)))
  ].join('')
  const url = typeof style.logo === 'string' ? webUrl(style.logo) : undefined
  if (url?.protocol !== 'https:') return { css }
  return { css, logo: { url: url.href, text: typeof style.logoText === 'string' ? style.logoText : '' } }
}

const parsed = (text = '{}'): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const rule = (parts: readonly (string | undefined)[]): string => {
  const all = parts.filter((part) => part !== undefined)
  return all.length === 0 ? '' : `:root { ${all.join('; ')} }\n`
}
const darkRule = (part: string | undefined): string =>
  part === undefined ? '' : `@media (prefers-color-scheme: dark) { ${rule([part])} }\n`

const memberOf = (values: Readonly<Record<string, string>>, name: unknown): string | undefined =>
  typeof name === 'string' && Object.hasOwn(values, name) ? values[name] : undefined

const sized = (name: unknown): string | undefined => {
  const size = memberOf(SIZES, name)
  return size && `--size: ${size}`
}

/**
 * Returns the colours of a style; undefined unless all three are colours like `#1a2b3c` that can be read on each other.
 */
const colours = ({ background, text, accent }: Readonly<Record<string, unknown>>): string | undefined => {
  if (!isColour(background) || !isColour(text) || !isColour(accent)) return undefined
  if (contrast(text, background) < TEXT_CONTRAST || contrast(accent, background) < ACCENT_CONTRAST) return undefined
  const scheme = luminance(background) < luminance(text) ? 'dark' : 'light'
  return [
    `--background: ${background}; --surface: ${background}`,
    `--text: ${text}; --accent: ${accent}; --scheme: ${scheme}`
  ].join('; ')
}

const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value)

/** Returns the contrast of two colours (WCAG 2.2, contrast ratio). */
const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
