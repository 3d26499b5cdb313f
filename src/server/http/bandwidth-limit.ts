import { setTimeout as pause } from 'node:timers/promises'

/**
 * Bytes of files that a server reads in a second, of all senders together. One that reads as fast as a local network sends has
 * neither processor nor memory left for who works beside it: at twice this rate their calls take twice as long.
 */
const BYTES_A_MS = (16 * 2 ** 20) / 1000
/** Shorter waits cost more than they spread. */
const WAITED_LEAST_MS = 2

let freeAt = 0

/** Waits until so many bytes, which were just read, have had their time; senders wait in the order in which they ask. */
export async function limitBandwidth(bytes: number): Promise<void> {
  const now = performance.now()
  freeAt = Math.max(freeAt, now) + bytes / BYTES_A_MS
  if (freeAt - now >= WAITED_LEAST_MS) await pause(freeAt - now)
}
