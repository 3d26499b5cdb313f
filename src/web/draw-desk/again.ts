import { ApiRefusal } from '../api.ts'

/** An answer that takes longer is lost, and asked for again. */
const PATIENCE_MS = 10_000

/** How the server is asked at a desk. */
export const asked = () => ({ quiet: true, signal: AbortSignal.timeout(PATIENCE_MS) })

/** No answer, or one that says not now: whether it was done nobody knows. */
export const isLost = (error: unknown): boolean =>
  error instanceof ApiRefusal && (error.status === 0 || error.status === 429 || error.status >= 500)
