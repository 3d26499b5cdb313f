import pg from 'pg'

/** A statement that on average keeps the others of its connection waiting longer than this, ms, goes by the pool for a while. */
const QUICK_MS = 50
/** What one time counts in that average: a hiccup is forgiven, a second is not. */
const SHARE = 1 / 16
const SLOW_FOR_MS = 60_000

interface Shared {
  client: pg.Client
  isReady: Promise<unknown>
  inFlight: number
  answeredAt: number
}

/**
 * A few connections on which short readings are sent one behind the other, without waiting for the answer before. Under load the
 * database and this process wake each other once for several answers instead of once for each, which is half of a short reading's
 * cost. They stand outside transactions, and a reading behind a slow one waits for it: so slow ones are kept away.
 */
export class SharedConnections {
  readonly #config: pg.ClientConfig
  readonly #most: number
  readonly #textOf: (text: string) => string
  readonly #open = new Set<Shared>()
  /** Names of statements found slow, and until when they stay away. */
  readonly #slow = new Map<string, number>()
  /** How long each statement took lately, ms. */
  readonly #means = new Map<string, number>()

  /** @param textOf the text under which a statement is prepared */
  constructor(config: pg.ClientConfig, most: number, textOf: (text: string) => string) {
    this.#config = config
    this.#most = most
    this.#textOf = textOf
  }

  takes(name: string): boolean {
    const until = this.#slow.get(name)
    if (until === undefined) return true
    if (until > performance.now()) return false
    this.#slow.delete(name)
    return true
  }

  /** Rows of one prepared statement; null where the connection broke and the question may be asked again elsewhere. */
  async ask(name: string, text: string, values: readonly unknown[]): Promise<unknown[] | null> {
    const shared = this.#leastBusy()
    shared.inFlight += 1
    try {
      await shared.isReady
      const sentAt = performance.now()
      try {
        return (await shared.client.query<pg.QueryResultRow>({ name, text: this.#textOf(text), values: [...values] }))
          .rows
      } finally {
        this.#judge(name, Math.max(sentAt, shared.answeredAt), performance.now())
      }
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.severity !== 'FATAL') throw error
      this.#open.delete(shared)
      return null
    } finally {
      shared.inFlight -= 1
      shared.answeredAt = performance.now()
    }
  }

  #judge(name: string, since: number, now: number): void {
    const known = this.#means.get(name) ?? 0
    const mean = known + (now - since - known) * SHARE
    if (mean > QUICK_MS) {
      this.#slow.set(name, now + SLOW_FOR_MS)
      this.#means.delete(name)
    } else this.#means.set(name, mean)
  }

  async close(): Promise<void> {
    const open = [...this.#open]
    this.#open.clear()
    await Promise.all(open.map(({ client, isReady }) => isReady.then(() => client.end()).catch(() => {})))
  }

  /** An idle one; else one more, up to the most; else the one with the least to do. */
  #leastBusy(): Shared {
    let least: Shared | undefined
    for (const one of this.#open) if (!least || one.inFlight < least.inFlight) least = one
    return least && (least.inFlight === 0 || this.#open.size >= this.#most) ? least : this.#connect()
  }

  #connect(): Shared {
    const client = new pg.Client({ ...this.#config, pipeline: true })
    const shared: Shared = { client, isReady: client.connect(), inFlight: 0, answeredAt: 0 }
    const forget = () => this.#open.delete(shared)
    client.on('error', forget)
    client.on('end', forget)
    shared.isReady.catch(forget)
    this.#open.add(shared)
    return shared
  }
}
