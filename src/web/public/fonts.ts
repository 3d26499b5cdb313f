const WEIGHTS = [400, 500, 700]
const LETTERS = 'aạđ'
const MOST_MS = 250

/** The slow ones of the browser's own classes, and lines on which nothing arrives in that time; there the device's face stays. */
const isSlow = (): boolean => {
  const line: object = ('connection' in navigator && navigator.connection) || {}
  const [kind, roundTrip]: unknown[] = [Reflect.get(line, 'effectiveType') ?? '4g', Reflect.get(line, 'rtt')]
  return kind !== '4g' || Number(roundTrip) >= MOST_MS
}

/** Roboto before the first word where that costs no waiting: what comes later would make the lines jump. */
export function fontsOrSoon(): Promise<unknown> {
  if (isSlow() || !document.fonts) return Promise.resolve()
  const all = Promise.all(WEIGHTS.map((weight) => document.fonts.load(`${weight} 16px Roboto`, LETTERS)))
  const soon = new Promise((resolve) => setTimeout(resolve, MOST_MS))
  return Promise.race([all.catch(() => {}), soon])
}
