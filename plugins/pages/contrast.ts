/** Contrasts of colours (WCAG 2.2). Pages and their scripts use this file. */

/** Contrasts that WCAG 2.2 level AA demands of text; mixtures of text and background need more. */
export const ACCENT_CONTRAST = 4.5
export const TEXT_CONTRAST = 9

export const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value)

/** Returns the contrast of two colours such as `#1a2b3c`, from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns the relative luminance of a colour, from 0 to 1. */
export const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Colours of a page. */
export interface Colours {
  readonly background: string
  readonly text: string
  readonly accent: string
}

/** Returns the colours that cannot be read on the background, with their contrast and the least that is needed. */
export const unreadable = ({ background, text, accent }: Colours) =>
  [
    { name: 'text' as const, has: contrast(text, background), needs: TEXT_CONTRAST },
    { name: 'accent' as const, has: contrast(accent, background), needs: ACCENT_CONTRAST }
  ].filter(({ has, needs }) => has < needs)
