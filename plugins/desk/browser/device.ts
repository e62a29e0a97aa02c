/** Small settings on this device. Browsers can forbid them, or have no room: then each page begins without them. */

/** Returns a setting; undefined if the device has none. */
export const recall = (name: string): string | undefined => {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a setting, if the device can. */
export const remember = (name: string, value: string): void => {
  try {
    localStorage.setItem(name, value)
  } catch {
    // The next page begins without it.
  }
}
