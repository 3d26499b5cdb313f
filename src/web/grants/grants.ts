import { type MenuNode, menuFor } from '../../modules/menu.ts'
import {
  ALL_FLAGS,
  FLAGS,
  type Flag,
  IDENTIFIERS,
  identifierOf,
  may,
  type Permissions,
  type RouteAccess,
  routeAccess,
} from '../../shared/users/permissions.ts'

/** One line of the matrix: a permission identifier, in the words of the menu. */
export interface GrantRow {
  identifier: string
  label: string
  /** The screens it opens, where they are more than the label says. */
  opens: readonly string[]
}
export interface GrantGroup {
  id: string
  label: string
  rows: readonly GrantRow[]
}
export type Cell = readonly [identifier: string, flag: Flag]
export type Amount = 'all' | 'some' | 'none'

export const FLAG_LABELS: Record<Flag, string> = {
  add: 'Add',
  edit: 'Edit',
  delete: 'Delete',
  read: 'Read',
  report: 'Report',
  other: 'Special',
}

export const FLAG_MEANINGS: Record<Flag, string> = {
  add: 'Create and import',
  edit: 'Change what is there',
  delete: 'Delete and restore',
  read: 'Open lists and records, find them in pickers',
  report: 'Reports, statistics and export',
  other: 'The special actions of a module, such as assigning and closing a complaint, or bringing a delivery',
}

/** What the special right opens in each module. */
export const SPECIAL_MEANINGS: Readonly<Record<string, string>> = {
  complaints: 'Assign and merge, write to customers, decide about costs, deal with incoming mail',
  users: 'Export addresses in full, with a reason',
  shippers: 'See ID numbers and export phones in full, with a reason',
  'register-dictionary': 'See and find ID and card numbers, export contact data in full, with a reason',
  'vat-info': 'Send requests to the invoicing provider, adjust and replace invoices, accept odd tax codes',
  'goods-delivery': 'Send deliveries out and say how they ended',
  'supplier-staffs': 'Block people, read why they are blocked, see their ID numbers',
  'supplier-staffs-checking': 'Let in people whom the check-in refuses, settle visits that nobody ended',
  'master-company': 'Accept odd tax codes, export contact data in full, with a reason',
  'price-checking': 'Say whether a price is right, and that a wrong one is fixed',
  'gift-card-events': 'Release, pause and end events',
  'gift-card-event-logs': 'Export the contact data of winners in full, with a reason',
  events: 'Release, pause and end events',
  'event-logs': 'Export the contact data of winners in full, with a reason',
  'task-management': 'Decide about work of which somebody else is the approver, reopen tasks and drop them',
  'customer-survey-responses': 'Export contact data in full, with a reason',
  orders: 'Scan packed parcels and take scans back',
}

export const meaningOf = (identifier: string, flag: Flag): string =>
  (flag === 'other' ? SPECIAL_MEANINGS[identifier] : undefined) ?? FLAG_MEANINGS[flag]

/** Reading first: every other right is worth nothing without it. */
export const FLAG_ORDER: readonly Flag[] = ['read', ...FLAGS.filter((flag) => flag !== 'read')]

/** Identifiers that open more screens than one, in words of their own. */
const NAMED: Record<string, string> = { report: 'Report', system: 'Lookup lists, audit and jobs' }

/** The modules that are built, grouped as in the menu; one that is not built keeps its rights untouched. */
export function grantGroups(): GrantGroup[] {
  const everything = routeAccess(Object.fromEntries(IDENTIFIERS.map((identifier) => [identifier, ALL_FLAGS])))
  const taken = new Set<string>()
  return menuFor(everything)
    .map((group) => ({
      id: group.id,
      label: group.title,
      rows: rowsOf(group).filter((row) => isFirst(taken, row.identifier)),
    }))
    .filter((group) => group.rows.length > 0)
}

export const cellsOf = (rows: readonly GrantRow[], flags: readonly Flag[] = FLAG_ORDER): Cell[] =>
  rows.flatMap((row) => flags.map((flag): Cell => [row.identifier, flag]).filter(opensSomething))

/** The flags by which nothing is opened: whoever grants rights is not asked about them. */
export const OPENS_NOTHING: Readonly<Record<string, readonly Flag[]>> = {
  report: ['add', 'edit', 'delete', 'other'],
  system: ['other'],
  stores: ['other'],
  departments: ['other'],
  'user-roles': ['report', 'other'],
  'vat-get-info': ['other'],
  'revenue-forecast': ['edit', 'delete', 'other'],
  'product-promotions': ['other'],
  'gift-card-event-products': ['other'],
  'gift-card-event-logs': ['delete'],
  'event-products': ['other'],
  'event-logs': ['delete'],
}

export const opensSomething = ([identifier, flag]: Cell): boolean => !OPENS_NOTHING[identifier]?.includes(flag)

export function amountOf(permissions: Permissions, cells: readonly Cell[]): Amount {
  const granted = cells.filter(([identifier, flag]) => may(permissions, identifier, flag)).length
  if (granted === 0) return 'none'
  return granted === cells.length ? 'all' : 'some'
}

/** Grants or takes the cells away; granting anything in a module grants reading it as well, where that is held. */
export function grant(
  permissions: Permissions,
  cells: readonly Cell[],
  isGranted: boolean,
  isHeld: (cell: Cell) => boolean,
): Permissions {
  const next: Permissions = { ...permissions }
  for (const cell of cells.filter(isHeld)) {
    const [identifier, flag] = cell
    const reads = isGranted && isHeld([identifier, 'read']) ? { read: true } : {}
    next[identifier] = { ...next[identifier], ...reads, [flag]: isGranted }
  }
  return next
}

export const isSameGrant = (one: Permissions, other: Permissions, [identifier, flag]: Cell): boolean =>
  may(one, identifier, flag) === may(other, identifier, flag)

export const differences = (one: Permissions, other: Permissions, cells: readonly Cell[]): Cell[] =>
  cells.filter((cell) => !isSameGrant(one, other, cell))

/** What one person ticked on top of what another saved meanwhile, from the same start. */
export function mergeGrants(start: Permissions, mine: Permissions, theirs: Permissions): Permissions {
  const merged = structuredClone(theirs)
  for (const identifier of IDENTIFIERS)
    for (const flag of FLAGS)
      if (!isSameGrant(start, mine, [identifier, flag]))
        merged[identifier] = { ...merged[identifier], [flag]: may(mine, identifier, flag) }
  return merged
}

/** Whether the editor holds it: nobody grants, or takes away, what they do not hold. */
export const isHeldBy =
  (access: RouteAccess) =>
  ([identifier, flag]: Cell): boolean =>
    access[identifier]?.[flag] === true

/** Rights that open nothing, as the module cannot be read. */
export const isBlind = (permissions: Permissions, identifier: string): boolean =>
  !may(permissions, identifier, 'read') && FLAGS.some((flag) => may(permissions, identifier, flag))

function rowsOf(group: MenuNode): GrantRow[] {
  const opened = new Map<string, string[]>()
  for (const leaf of leavesOf(group)) {
    const identifier = identifierOf(leaf.url?.split('/')[1] ?? leaf.id)
    if (!IDENTIFIERS.some((known) => known === identifier)) continue
    opened.set(identifier, [...(opened.get(identifier) ?? []), leaf.title])
  }
  return [...opened].map(([identifier, titles]) => ({
    identifier,
    label: NAMED[identifier] ?? titles[0] ?? identifier,
    opens: NAMED[identifier] ? titles : titles.slice(1),
  }))
}

const leavesOf = (node: MenuNode): MenuNode[] => (node.children ? node.children.flatMap(leavesOf) : [node])

function isFirst(taken: Set<string>, identifier: string): boolean {
  if (taken.has(identifier)) return false
  taken.add(identifier)
  return true
}
