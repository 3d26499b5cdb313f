import { DAY_MS, HOUR_MS } from '../../shared/time/units.ts'

/** From here on a machine's clock is called wrong; those that follow a time server differ by less than a second. */
const WRONG_FROM_MS = 30_000

/**
 * The time of the database, which all servers of a chain share: what one of them signs for a while must end at the same moment
 * on the others, whatever their own clocks say. Told anew with every look at the activity, so asking costs nothing.
 */
export class DatabaseClock {
  /** What the database's clock is ahead of this process's monotonic one, in milliseconds. */
  #ahead: number | undefined

  /** Milliseconds of the epoch; by this machine's own clock until the database has told the time. */
  now(): number {
    return this.#ahead === undefined ? Date.now() : this.#ahead + performance.now()
  }

  /** The database said `told` (milliseconds of the epoch) between two readings of `performance.now()`. */
  set(databaseTime: number, asked: number, answered: number): void {
    this.#ahead = databaseTime - (asked + answered) / 2
  }

  /** In one sentence that this machine's clock is wrong, and what to do; null while it is right. */
  problem(): string | null {
    const wrongBy = Date.now() - this.now()
    if (Math.abs(wrongBy) < WRONG_FROM_MS) return null
    return `The clock of this server is ${lengthOf(Math.abs(wrongBy))} ${wrongBy > 0 ? 'ahead of' : 'behind'} the database's: sessions go by the database's, but scheduled work and the log do not, so set the clock right (NTP).`
  }
}

function lengthOf(ms: number): string {
  const units = [
    [DAY_MS, 'days'],
    [HOUR_MS, 'hours'],
    [60_000, 'minutes'],
    [1000, 'seconds'],
  ] as const
  const [size, name] = units.find(([unit]) => ms >= 2 * unit) ?? units[3]
  return `${Math.round(ms / size)} ${name}`
}
