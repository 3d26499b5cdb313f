import { choice, count, type Named, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

export const SHARES = [
  { value: 'nobody', label: 'Only me' },
  { value: 'store', label: 'My store' },
  { value: 'department', label: 'My department' },
  { value: 'everyone', label: 'Everyone' },
] as const
export type Share = (typeof SHARES)[number]['value']

/** A list as somebody set it up, under a name. It holds an address and nothing else: whoever opens it sees what they may see. */
export const savedViews = resource('saved-views', {
  wire: 'saved-view',
  label: 'Saved views',
  one: 'Saved view',
  icon: 'bookmark',
  internal: true,
  fields: {
    name: text('Name', { required: true, max: 60 }),
    list: text('List', { max: 60 }),
    path: text('Part of the list', { max: 60 }),
    query: text('Search and filters', { max: 2000 }),
    share: choice('Shared with', SHARES, { required: true, default: 'nobody' }),
    /** The store or department it is shared with: the owner's when they shared it. */
    place: count('Shared at', { readonly: true }),
  },
})

/** A saved view as the API shows it. */
export interface SavedView {
  id: number
  version: number
  name: string
  path: string
  query: string
  share: Share
  owner: Named | null
  /** Whether the caller may rename, share, change and delete it. */
  is_mine: boolean
}

/** How one person likes one list; kept on the server, so that it is the same in every browser. */
export interface ListChoices {
  columns?: string[]
  isCompact?: boolean
  /** Ids of the views in the order of the tabs; those not named follow. */
  order?: number[]
  /** The view the list opens with. */
  view?: number
}

export interface ListSetup {
  views: SavedView[]
  choices: ListChoices
  /** With whom the caller may share a view of this list. */
  shares: Share[]
}
