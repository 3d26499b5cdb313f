/** A response and the words of its text. */
export interface ReadText {
  id: number
  words: ReadonlySet<string>
}

const KEPT_MS = 60_000
const KEPT_MOST = 50

/** What was read of texts, for a minute: finding words is work for the processor, and nobody reads faster than they change. */
export class WordsKept {
  readonly #kept = new Map<string, { until: number; texts: Promise<ReadText[]> }>()

  /** @param key says whose texts: survey, question, period and stores */
  ask(key: string, read: () => Promise<ReadText[]>): Promise<ReadText[]> {
    const now = Date.now()
    for (const [other, { until }] of this.#kept)
      if (until <= now || this.#kept.size > KEPT_MOST) this.#kept.delete(other)
    const known = this.#kept.get(key)
    if (known) return known.texts
    const texts = read()
    this.#kept.set(key, { until: now + KEPT_MS, texts })
    // A failure is told to whoever waits for it, and tried anew for the next.
    texts.catch(() => this.#kept.delete(key))
    return texts
  }
}
