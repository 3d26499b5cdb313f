import type { Clock } from './complaints/clock.ts'
import type { Language } from './language.ts'
import type { RouteAccess, Scope } from './users/permissions.ts'

/** The one shape of every JSON answer (design/platform.md 1). */
export interface Envelope<D = unknown> {
  ErrorCode: number
  ErrorDescription: string
  Data: D
}

export interface Page<R> {
  data: R[]
  total: number
  page: number
  perpage: number
  /** True where a search matched more than were counted; `total` is then a lower bound. */
  total_is_more?: boolean
}

/** Data of a refusal, beside its own facts. */
export interface RefusalData {
  fields?: Record<string, string>
  [fact: string]: unknown
}

export interface SessionUser {
  id: number
  email: string
  user_name: string
  avatar: string | null
  department: { id: number; name: string } | null
  store: { id: number; name: string } | null
  position: string | null
  locale: Language | null
  role: { id: number; name: string; scope: Scope; cost_limit: number | null }
  route_access: RouteAccess
  /** Facts of the installation a screen needs. */
  time_zone: string
  /** As customers know it, where somebody said. */
  chain_name: string | null
  /** What the names of all stores begin with, e.g. the chain's own name: left out where many of them stand. */
  store_prefix: string
  /** Where the first stream of live events begins; null of a server without any. */
  live_mark: string | null
  /** Whether a generative service is set up for the assistant. */
  has_provider: boolean
  /** After so many without a call the session ends. */
  idle_minutes: number
}

export interface Notification {
  id: number
  /** Of src/modules/notifications/kinds.ts. */
  kind: string
  /** Whether the person wants the browser to tell it, too. */
  in_browser: boolean
  title: string
  description: string
  ticket_id: number | null
  ticket_code: string | null
  /** Where a click leads. */
  link: string | null
  /** How its complaint stands at this moment; null of everything else. */
  clock: Clock | null
  /** Code of its complaint's store, where the person sees that. */
  store: string | null
  created_at: string
  is_read: 0 | 1
}

/** Where a person wants to be told, by kind of notification. */
export type NotificationChoices = Record<string, NotificationChoice>
export interface NotificationChoice {
  /** Off: not in the browser either, which tells what comes into the app. */
  app: boolean
  browser: boolean
  /** At once. */
  mail: boolean
  /** Counts for those who get one. */
  digest: boolean
}
/** How a person is told of what happens. */
export interface NotificationSettings {
  choices: NotificationChoices
  /** Whether they get the morning digest by e-mail. */
  digest: boolean
  /** Where their mail goes. */
  email: string
  /** Whether the chain sends mail at all. */
  is_mail_set_up: boolean
}

/** One line of a record's history or of the audit. */
export interface ActivityLine {
  id: number
  at: string
  /** When it was done, where a device without a line sent it later. */
  done_at: string | null
  /** `is_key`: another system, by the API key of this name. */
  actor: { id: number; name: string; is_key?: true } | null
  action: string
  resource: string
  record_id: number | null
  record_title: string | null
  /** Field to [before, after]; for a step also `reason` and the like. */
  changes: Record<string, [unknown, unknown]>
  address: string | null
}

/** So many records of an act on many are done while the caller waits; more go on in the background, whatever becomes of the page. */
export const BULK_AT_ONCE = 100

/** One act on many records, and how far it is. */
export interface Bulk {
  id: number
  module: string
  act: string
  total: number
  done: number
  refused: number
  is_cancelled: boolean
  is_finished: boolean
  created_at: string
}

/** How far open deadlines are counted anew after a change of the calendar; `total` is 0 until it has begun. */
export interface Recount {
  is_running: boolean
  total: number
  done: number
}

/** A record that was refused, and why. */
export interface BulkRow {
  id: number
  /** Null where the caller no longer sees it. */
  name: string | null
  reason: string
}

/** How far an import is, with a page of its rows that need a look. */
export interface ImportView {
  id: number
  file_name: string
  state: 'reading' | 'ready' | 'importing' | 'done' | 'failed' | 'cancelled'
  problem: string | null
  /** What stands in each column of the file; null for those left out. */
  columns: { label: string; field: string | null }[]
  rows_read: number
  counts: { new: number; changed: number; same: number; bad: number; warned: number; gone: number }
  /** Rows written so far. */
  done: number
  changes_known: boolean
  /** Whether records that are there already can be brought up to date here. */
  can_change: boolean
  /** Whether the file says all there is: changes come with it, and records that it does not name go. */
  is_whole: boolean
  /** The module that another sheet of the workbook goes to, imported after this one. */
  next: string | null
  page: number
  perpage: number
  rows: { line: number; cells: (string | number | null)[]; said: Record<string, string> }[]
  /** Asked for the changes instead: what stands there now, and what the file says, of the fields in which they differ … */
  changes?: { line: number; name: string; fields: Record<string, [now: unknown, then: unknown]> }[]
  /** … or for what goes: the records as the list shows them. */
  gone?: Record<string, unknown>[]
}

/** How far an export is. */
export interface ExportView {
  state: 'running' | 'done' | 'broken'
  rows: number
  expected: number
  bytes: number
}

export const PERPAGE_DEFAULT = 10
export const PERPAGE_MOST = 1000
export const PERPAGE_OFFERED = [10, 15, 25, 50, 100, 1000] as const
/** The code of the one refusal that a list answers otherwise than by saying it. */
export const TOO_MANY_TO_SORT = 1603
/** The code of the refusal after which the password is asked for, and the call sent again. */
export const UNPROVEN = 1106
/** The code of the refusal of a session that gave way to younger ones, and how many a person has at once. */
export const DISPLACED = 1107
export const SESSIONS_MOST = 5

export const SEARCH_DEBOUNCE_MS = 500

/** A parameter's name without what says that several values follow. */
export const bareName = (name: string): string => (name.endsWith('[]') ? name.slice(0, -2) : name)
