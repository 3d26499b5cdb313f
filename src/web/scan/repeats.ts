/** The same code within this is the same scan. */
export const REPEAT_MS = 2000

/**
 * Tells a code that was taken just now. A camera may see two at a time, so that others in between change nothing; it sees a code as long
 * as it is held there, so that each look counts anew, and one that the look before saw too is the same however long a busy device took
 * between the two (`isStill`). Whoever aims a scanner at another code and then at this one again means it.
 */
export function repeats() {
  const until = new Map<string, number>()
  let latest: string | undefined
  return (code: string, now: number, isSeen = false, isStill = false): boolean => {
    for (const [known, end] of until) if (end <= now) until.delete(known)
    const isRepeat = isStill || (until.has(code) && (isSeen || code === latest))
    latest = code
    if (!isRepeat || isSeen) until.set(code, now + REPEAT_MS)
    return isRepeat
  }
}
