/** Small things kept by name. Storage can be full or switched off: then they last as long as the page. */

export function readStored(key: string, storage = (): Storage => localStorage): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export function writeStored(key: string, value: unknown, storage = (): Storage => localStorage): void {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, JSON.stringify(value))
  } catch {
    // See above.
  }
}

/** Lasts as long as the tab. */
export const ofTab = (): Storage => sessionStorage

/** The names of what is kept. */
export function storedNames(fits: RegExp): string[] {
  try {
    return Object.keys(localStorage).filter((name) => fits.test(name))
  } catch {
    return []
  }
}
