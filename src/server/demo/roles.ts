import {
  FLAGS,
  type Flag,
  IDENTIFIERS,
  type Identifier,
  type Permissions,
  type Scope,
} from '../../shared/permissions.ts'

export interface RoleWords {
  name: string
  description: string
  scope: Scope
  permissions: Permissions
}

const grant = (flags: readonly Flag[], ...identifiers: readonly Identifier[]): Permissions =>
  Object.fromEntries(
    identifiers.map((identifier) => [identifier, Object.fromEntries(flags.map((flag) => [flag, true]))]),
  )

const READ = ['read'] as const
const SEEN = ['read', 'report'] as const
const KEPT = ['add', 'edit', 'read', 'report'] as const
const LOOKUPS = ['stores', 'departments', 'users'] as const

/** The nine roles a chain starts with (design/platform.md 3). */
export const ROLES: readonly RoleWords[] = [
  {
    name: 'Administrator',
    description: 'Toàn quyền trên mọi phân hệ.',
    scope: 'chain',
    permissions: grant(FLAGS, ...IDENTIFIERS),
  },
  { name: 'CEO', description: 'Xem và báo cáo toàn chuỗi.', scope: 'chain', permissions: grant(SEEN, ...IDENTIFIERS) },
  {
    name: 'Store manager',
    description: 'Quản lý mọi việc của cửa hàng mình.',
    scope: 'store',
    permissions: {
      ...grant(READ, 'ticket', ...LOOKUPS),
      ...grant(FLAGS, 'complaints', 'task-management', 'shippers', 'supplier-staffs-checking'),
      ...grant(SEEN, 'report', 'customer-survey-responses', 'orders'),
      ...grant(
        KEPT,
        'register-dictionary',
        'vat-info',
        'vat-get-info',
        'goods-delivery',
        'supplier-staffs',
        'product-promotions',
      ),
      ...grant(KEPT, 'price-checking', 'revenue-forecast', 'gift-card-event-logs', 'event-logs', 'master-company'),
    },
  },
  {
    name: 'Customer service',
    description: 'Tiếp nhận, phân công và theo dõi khiếu nại toàn chuỗi.',
    scope: 'chain',
    permissions: {
      ...grant(READ, 'ticket', 'shippers', ...LOOKUPS),
      ...grant(FLAGS, 'complaints'),
      ...grant(SEEN, 'report', 'customer-survey-responses', 'orders'),
      ...grant(KEPT, 'register-dictionary', 'vat-info', 'goods-delivery', 'task-management'),
    },
  },
  {
    name: 'Department manager',
    description: 'Xử lý khiếu nại được giao cho phòng ban mình.',
    scope: 'department',
    permissions: {
      ...grant(READ, 'ticket', ...LOOKUPS),
      ...grant(['add', 'edit', 'read', 'report', 'other'], 'complaints', 'task-management'),
      ...grant(SEEN, 'report', 'revenue-forecast'),
      ...grant(KEPT, 'product-promotions', 'price-checking', 'supplier-staffs'),
    },
  },
  {
    name: 'Marketing',
    description: 'Sự kiện, khuyến mãi và khảo sát khách hàng.',
    scope: 'chain',
    permissions: {
      ...grant(READ, 'ticket', 'complaints', ...LOOKUPS),
      ...grant(SEEN, 'report'),
      ...grant(FLAGS, 'events', 'event-products', 'event-logs', 'gift-card-events', 'gift-card-event-products'),
      ...grant(FLAGS, 'gift-card-event-logs', 'customer-survey-responses'),
      ...grant(KEPT, 'product-promotions', 'task-management', 'register-dictionary'),
    },
  },
  {
    name: 'Accounting',
    description: 'Hóa đơn VAT, hoàn tiền và đối chiếu.',
    scope: 'chain',
    permissions: {
      ...grant(READ, 'ticket', 'complaints', ...LOOKUPS),
      ...grant(FLAGS, 'vat-info', 'vat-get-info', 'master-company', 'register-dictionary'),
      ...grant(SEEN, 'report', 'revenue-forecast', 'orders', 'goods-delivery'),
      ...grant(KEPT, 'task-management'),
    },
  },
  {
    name: 'Reception',
    description: 'Đón nhân viên nhà cung cấp và nhận giao hàng.',
    scope: 'store',
    permissions: {
      ...grant(READ, 'stores', 'departments'),
      ...grant(
        ['add', 'edit', 'read', 'report', 'other'],
        'supplier-staffs',
        'supplier-staffs-checking',
        'goods-delivery',
      ),
      ...grant(['add', 'edit', 'read'], 'shippers', 'register-dictionary', 'task-management'),
    },
  },
  {
    name: 'Staff',
    description: 'Xem khiếu nại của cửa hàng và làm việc được giao.',
    scope: 'store',
    permissions: {
      ...grant(READ, 'ticket', 'complaints', 'stores', 'departments'),
      ...grant(['edit', 'read'], 'task-management'),
    },
  },
]
