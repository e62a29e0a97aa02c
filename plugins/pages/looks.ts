/** The looks of a blog's pages: custom properties by the names that its settings have. Browsers load this file, too. */
import type { Colours } from './contrast.ts'

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
