/** The same code within this is the same scan. */
export const REPEAT_MS = 2000

/** Tells a code that was taken just now. A camera sees one as long as it is held: each look counts anew. */
export function repeats() {
  let last = ''
  let until = Number.NEGATIVE_INFINITY
  return (code: string, now: number, isSeen = false): boolean => {
    const isRepeat = code === last && now < until
    if (!isRepeat || isSeen) until = now + REPEAT_MS
    last = code
    return isRepeat
  }
}
