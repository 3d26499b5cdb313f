/** The same code within this is the same scan. */
export const REPEAT_MS = 2000

/**
 * Tells a code that was taken just now, whatever was taken in between: a camera may see two at a time. It sees a code as long as it is
 * held there, so that each look counts anew.
 */
export function repeats() {
  const until = new Map<string, number>()
  return (code: string, now: number, isSeen = false): boolean => {
    for (const [known, end] of until) if (end <= now) until.delete(known)
    const isRepeat = until.has(code)
    if (!isRepeat || isSeen) until.set(code, now + REPEAT_MS)
    return isRepeat
  }
}
