/** Lists of addresses and names. */

/** Splits a text at white space. */
export const words = ([text = '']: TemplateStringsArray): string[] => text.trim().split(/\s+/)

/** Returns one property of each item. */
export const each = <T, K extends keyof T>(items: readonly T[], name: K): T[K][] => items.map((item) => item[name])
