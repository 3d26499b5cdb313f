import { choice, type Named, text } from './fields.ts'

/** Whom a saved view is shared with. */
export const SHARES = [
  { value: 'nobody', label: 'Only me' },
  { value: 'store', label: 'My store' },
  { value: 'department', label: 'My department' },
  { value: 'everyone', label: 'Everyone' },
] as const
export type Share = (typeof SHARES)[number]['value']

/** What the address of a list says of how it looks; the server is not asked for it. */
export const OF_THE_SCREEN: readonly string[] = ['columns', 'density', 'view']

/** What a person says of a view; the rest is the address of the list as it stands. */
export const VIEW_FIELDS = {
  name: text('Name', { required: true, max: 60 }),
  share: choice('Shared with', SHARES, { required: true, default: 'nobody' }),
}

/** A saved view as the API shows it. */
export interface SavedView {
  id: number
  version: number
  name: string
  /** The part of the list it is of, e.g. `new`; '' for the whole. */
  path: string
  query: string
  share: Share
  owner: Named | null
  /** Whether the caller may rename, share, change and delete it. */
  is_mine: boolean
}

/** How one person likes one list or page; kept on the server, so that it is the same in every browser. */
export interface ListChoices {
  columns?: string[]
  isCompact?: boolean
  /** The record stands beside the list, where there is room. */
  isSplit?: boolean
  /** Of a page that offers both: only what is theirs. */
  isMine?: boolean
  /** Ids of the views in the order of the tabs; those not named follow. */
  order?: number[]
  /** The view the list begins with. */
  view?: number
}

export interface ListSetup {
  views: SavedView[]
  choices: ListChoices
  /** With whom the caller may share a view of this list. */
  shares: Share[]
}
