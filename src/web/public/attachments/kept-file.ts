/** A file as it is kept on the device. */
export interface KeptFile {
  key: string
  /** The draft it belongs to. */
  draft: string
  file: File
  id?: string
  sent_at?: number
}

/** The server forgets what no form claims within an hour. */
export const CLAIM_MS = 45 * 60_000
