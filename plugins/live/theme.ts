/**
 * The look of a blog: custom properties from its embed settings. Only values that are checked here get into a style
 * sheet; everything else is left out.
 */
import { membersIn, membersOf } from '../../schemas/language/rows.ts'
import { isColour, luminance, unreadable } from '../pages/contrast.ts'
import { FONTS, lookNamed, SIZES, THEMES } from '../pages/looks.ts'
import { webUrl } from '../pages/services.ts'

/** The parts of a page that the settings of its blog change. */
export interface Theme {
  /** The custom properties; empty if the settings change nothing. */
  readonly css: string
  readonly logo?: { readonly url: string; readonly text: string }
  /** Name of the publication, which is shown if there is no logo. */
  readonly name?: string
}

/** Returns the theme that the embed settings of a blog describe (docs/live.md). */
export const themeOf = (embedConfig: string | undefined): Theme => {
  const { theme, Style } = membersIn(embedConfig ?? '{}')
  const style = membersOf(Style)
  const css = [
    rule([lookNamed(THEMES, theme), lookNamed(FONTS, style.font), lookNamed(SIZES, style.size), colours(style)]),
    darkRule(colours(membersOf(style.dark)))
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

/**
 * Returns the colours of a style; undefined unless all three are colours like `#1a2b3c` that can be read on each other.
 */
const colours = ({ background, text, accent }: Readonly<Record<string, unknown>>): string | undefined => {
  if (!isColour(background) || !isColour(text) || !isColour(accent)) return undefined
  if (unreadable({ background, text, accent }).length > 0) return undefined
  const scheme = luminance(background) < luminance(text) ? 'dark' : 'light'
  return [
    `--background: ${background}; --surface: ${background}`,
    `--text: ${text}; --accent: ${accent}; --scheme: ${scheme}`
  ].join('; ')
}
