/** What a desk is answered to a code; what is refused comes as a refusal with its sentence. */
export interface ScanAnswer {
  outcome: 'done' | 'already'
  /** The code of the order. */
  order: string
  id: number
  /** The parcel that was read, where the order names its parcels. */
  parcel: string | null
  /** Parcels scanned, of how many. */
  done: number
  of: number
  by: string | null
  at: string
}

/** One of the last scans of a person. */
export interface LastScan {
  /** What was read. */
  code: string
  order: string
  id: number
  at: string
  /** Within the minute in which it can be taken back, by whoever did it; only ever the last one. */
  isUndoable: boolean
}

/** What somebody has scanned: codes, each parcel once. */
export interface ScanDesk {
  hour: number
  today: number
  /** A minute, over the last ten; null where they hold too little to tell. */
  pace: number | null
  last: LastScan[]
}

/** Scans of one day. */
export interface ScanDay {
  day: string
  codes: number
  orders: number
}

/** So long the last scan can be taken back. */
export const UNDO_SECONDS = 60
