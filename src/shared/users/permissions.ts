/** Who may do what: six flags per permission identifier, and the part of the chain a role sees. */

export const FLAGS = ['add', 'edit', 'delete', 'read', 'report', 'other'] as const
export type Flag = (typeof FLAGS)[number]
export type Flags = Record<Flag, boolean>
export type Permissions = Record<string, Partial<Flags>>

export const SCOPES = ['chain', 'store', 'department', 'own'] as const
export type Scope = (typeof SCOPES)[number]

/** The specification's identifiers (section 6), and `orders`, which the menu needs. */
export const IDENTIFIERS = [
  'ticket',
  'complaints',
  'report',
  'system',
  'stores',
  'users',
  'shippers',
  'departments',
  'user-roles',
  'register-dictionary',
  'vat-info',
  'vat-get-info',
  'goods-delivery',
  'supplier-staffs',
  'supplier-staffs-checking',
  'master-company',
  'price-checking',
  'revenue-forecast',
  'product-promotions',
  'gift-card-events',
  'gift-card-event-products',
  'gift-card-event-logs',
  'events',
  'event-products',
  'event-logs',
  'task-management',
  'customer-survey-responses',
  'orders',
] as const
export type Identifier = (typeof IDENTIFIERS)[number]

/** Where the first path segment is not itself the identifier (design/platform.md 3). */
const SEGMENTS: Record<string, Identifier> = {
  'assignment-rules': 'system',
  'member-register': 'register-dictionary',
  'goods-refund': 'register-dictionary',
  'supplier-staffs-checkin': 'supplier-staffs-checking',
  checkin: 'supplier-staffs-checking',
  'supplier-staffs-statistics': 'supplier-staffs-checking',
  'product-promotions-history': 'product-promotions',
  'product-promotion-history': 'product-promotions',
  'product-promotions-sum-report': 'product-promotions',
  'product-promotions-statistics': 'product-promotions',
  surveys: 'customer-survey-responses',
  'task-statistics': 'task-management',
  'task-templates': 'task-management',
  'task-rounds': 'task-management',
  'gift-card-event-statistics': 'gift-card-event-logs',
  'scan-order-success': 'orders',
  'my-orders': 'orders',
  'ticket-types': 'system',
  tags: 'system',
  solutions: 'system',
  'canned-replies': 'system',
  holidays: 'system',
  'working-time': 'system',
  'escalation-rungs': 'system',
  'supplier-groups': 'system',
  suppliers: 'system',
  products: 'system',
  competitors: 'system',
  'promotion-locations': 'system',
  'shipping-units': 'system',
  'failure-reasons': 'system',
  'vat-rates': 'system',
  'delivery-fees': 'system',
  'api-keys': 'system',
  webhooks: 'system',
  audit: 'system',
  jobs: 'system',
  mailbox: 'system',
  chain: 'system',
}

/** Open to everyone signed in. */
export const ALWAYS = ['dashboard', 'mail', 'profile-setting', 'modules', 'about', 'api', 'not-found'] as const

export const ALL_FLAGS: Flags = { add: true, edit: true, delete: true, read: true, report: true, other: true }
export const NO_FLAGS: Flags = { add: false, edit: false, delete: false, read: false, report: false, other: false }

export const identifierOf = (segment: string): string => SEGMENTS[segment] ?? segment

/** The flags of one identifier; a missing entry is all false. */
export const flagsOf = (permissions: Permissions, identifier: string): Flags => ({
  ...NO_FLAGS,
  ...permissions[identifier],
})

export const may = (permissions: Permissions, identifier: string, right: Right): boolean =>
  flagsOfRight(right).every((flag) => permissions[identifier]?.[flag] === true)

/** What an act needs: one flag, or each of several. */
export type Right = Flag | readonly Flag[]
export const flagsOfRight = (right: Right): readonly Flag[] => (typeof right === 'string' ? [right] : right)

export type RouteAccess = Record<string, Flags>

/** The map from menu id and first path segment to flags that a session carries (specification section 3, User). */
export function routeAccess(permissions: Permissions): RouteAccess {
  const access: RouteAccess = {}
  for (const identifier of IDENTIFIERS) access[identifier] = flagsOf(permissions, identifier)
  for (const [segment, identifier] of Object.entries(SEGMENTS)) access[segment] = flagsOf(permissions, identifier)
  for (const segment of ALWAYS) access[segment] = { ...NO_FLAGS, read: true }
  return access
}

/** Pages that are figures as a whole, and those for scanning orders. */
const FIRST_SEGMENT = new Map<string, Flag>([
  ['report', 'report'],
  ['supplier-staffs-statistics', 'report'],
  ['product-promotions-sum-report', 'report'],
  ['product-promotions-statistics', 'report'],
  ['task-statistics', 'report'],
  ['gift-card-event-statistics', 'report'],
  ['scan-order-success', 'other'],
  ['my-orders', 'other'],
])

/** `mails`: what customers wrote, and what becomes of it. */
const SECOND_SEGMENT = new Map<string, Flag>([
  ['create', 'add'],
  ['update', 'edit'],
  ['delete', 'delete'],
  ['view', 'read'],
  ['mails', 'other'],
  ['statistics', 'report'],
  ['figures', 'report'],
  ['price-index', 'report'],
  ['results', 'report'],
  ['closing', 'report'],
  ['reports', 'report'],
])

/** The specification's route guard (section 5): whether a signed-in user may open this path. */
export function mayOpen(access: RouteAccess, path: string): boolean {
  const [first = 'dashboard', second = ''] = path.split('/').filter(Boolean)
  if (first === 'dashboard') return true
  const flags = access[first]
  if (!flags?.read) return false
  // The reports of complaints at the addresses of another register.
  if (second === 'reports' && !access.report?.report) return false
  const needed = FIRST_SEGMENT.get(first) ?? SECOND_SEGMENT.get(second)
  return needed === undefined || flags[needed]
}

/** Whether a limit in money reaches as far as an amount, or as another limit; null is no limit at all. */
export const covers = (mine: number | null, amount: number | null): boolean =>
  mine === null || (amount !== null && amount <= mine)

/** Whether `mine` holds every flag of `theirs`: nobody grants what they do not hold. */
export const holdsAll = (mine: Permissions, theirs: Permissions): boolean =>
  Object.entries(theirs).every(([identifier, flags]) =>
    FLAGS.every((flag) => !flags[flag] || may(mine, identifier, flag)),
  )

/** What only people do: nobody's rights, role or account changes by a key. */
const OF_PEOPLE: Readonly<Record<string, readonly Flag[]>> = { users: ['read'], 'user-roles': ['read'] }

/** Whether an API key may hold this right at all. */
export const isForKeys = (identifier: string, flag: Flag): boolean => OF_PEOPLE[identifier]?.includes(flag) ?? true

/** What of its own rights a key has at this moment: no more than the person who made it. */
export const keyPermissions = (own: Permissions, makers: Permissions): Permissions =>
  Object.fromEntries(
    Object.entries(own).map(([identifier, flags]) => [
      identifier,
      Object.fromEntries(
        FLAGS.map((flag) => [
          flag,
          flags[flag] === true && isForKeys(identifier, flag) && may(makers, identifier, flag),
        ]),
      ),
    ]),
  )
