import {
  ALL_FLAGS,
  FLAGS,
  type Flag,
  IDENTIFIERS,
  type Identifier,
  NO_FLAGS,
  type Permissions,
  type Scope,
} from '../../shared/users/permissions.ts'

export interface DeliveredRole {
  name: string
  name_vi: string
  name_ko: string
  /** A catalog key. */
  description: string
  scope: Scope
  /** VND; null is no limit. */
  cost_limit: number | null
  permissions: Permissions
}

const flags = (...given: Flag[]) => ({ ...NO_FLAGS, ...Object.fromEntries(given.map((flag) => [flag, true])) })
const grant = (identifiers: readonly Identifier[], ...given: Flag[]): Permissions =>
  Object.fromEntries(identifiers.map((id) => [id, flags(...given)]))
/** Draws at the desk: what was won is handed out there. */
const AT_THE_DESK: Permissions = {
  ...grant(['gift-card-events', 'events'], 'read'),
  ...grant(['gift-card-event-logs', 'event-logs'], 'add', 'edit', 'read'),
}
const everything: Permissions = Object.fromEntries(IDENTIFIERS.map((id) => [id, ALL_FLAGS]))

/** The roles delivered (design/platform.md 3); they can be edited, copied and deleted. */
export const DELIVERED_ROLES: readonly DeliveredRole[] = [
  {
    ...{ name: 'Administrator', name_vi: 'Quản trị viên', name_ko: '관리자' },
    description: 'May do everything',
    scope: 'chain',
    cost_limit: null,
    permissions: everything,
  },
  {
    ...{ name: 'CEO', name_vi: 'Tổng giám đốc', name_ko: '대표이사' },
    description: 'Sees and reports the whole chain, approves costs',
    scope: 'chain',
    cost_limit: null,
    permissions: {
      ...grant(IDENTIFIERS, 'read', 'report'),
      // A cost above everybody's limit needs somebody who may approve it.
      ...grant(['complaints'], 'read', 'report', 'other'),
      ...grant(['revenue-forecast'], 'add', 'edit', 'read', 'report'),
      // Work is given from above, and approved there.
      ...grant(['task-management'], 'add', 'edit', 'read', 'report', 'other'),
    },
  },
  {
    ...{ name: 'Store manager', name_vi: 'Quản lý cửa hàng', name_ko: '점장' },
    description: 'Runs one store',
    scope: 'store',
    cost_limit: 1_000_000,
    permissions: {
      ...grant(['ticket', 'complaints'], ...FLAGS),
      ...grant(['report'], 'read', 'report'),
      ...grant(['stores', 'users'], 'read'),
      ...grant(
        [
          'shippers',
          'goods-delivery',
          'register-dictionary',
          'supplier-staffs',
          'supplier-staffs-checking',
          'price-checking',
          'task-management',
          'orders',
        ],
        'add',
        'edit',
        'read',
        'report',
        'other',
      ),
      ...grant(['product-promotions', 'revenue-forecast'], 'read', 'report'),
      // They call whoever was not satisfied; what is asked is the chain's.
      ...grant(['customer-survey-responses'], 'edit', 'read', 'report', 'other'),
      ...AT_THE_DESK,
    },
  },
  {
    ...{ name: 'Customer service', name_vi: 'Chăm sóc khách hàng', name_ko: '고객 서비스' },
    description: 'Receives and handles the complaints of the whole chain',
    scope: 'chain',
    cost_limit: 2_000_000,
    permissions: {
      ...grant(['ticket', 'complaints'], ...FLAGS),
      ...grant(['report'], 'read', 'report'),
      ...grant(['stores', 'users', 'departments'], 'read'),
      ...grant(
        ['register-dictionary', 'goods-delivery', 'customer-survey-responses', 'vat-info', 'orders'],
        'add',
        'edit',
        'read',
        'report',
        'other',
      ),
      // What a complaint needs done.
      ...grant(['task-management'], 'add', 'edit', 'read', 'report', 'other'),
      ...AT_THE_DESK,
      // A complaint about a wrong price has every store look at its shelf.
      ...grant(['price-checking'], 'add', 'read', 'report'),
    },
  },
  {
    ...{ name: 'Department manager', name_vi: 'Quản lý bộ phận', name_ko: '부서장' },
    description: 'Handles the complaints of the own department',
    scope: 'department',
    cost_limit: 5_000_000,
    permissions: {
      ...grant(['ticket', 'complaints'], 'add', 'edit', 'read', 'report', 'other'),
      ...grant(['report'], 'read', 'report'),
      ...grant(['stores', 'users', 'departments'], 'read'),
      ...grant(['task-management'], 'add', 'edit', 'read', 'report', 'other'),
    },
  },
  {
    ...{ name: 'Marketing', name_vi: 'Tiếp thị', name_ko: '마케팅' },
    description: 'Promotions, events, surveys',
    scope: 'chain',
    cost_limit: 0,
    permissions: {
      ...grant(['ticket', 'complaints'], 'read', 'report'),
      ...grant(['report', 'stores'], 'read', 'report'),
      ...grant(['task-management'], 'add', 'edit', 'read', 'report'),
      ...grant(
        [
          'product-promotions',
          'price-checking',
          'gift-card-events',
          'gift-card-event-products',
          'gift-card-event-logs',
          'events',
          'event-products',
          'event-logs',
          'customer-survey-responses',
        ],
        ...FLAGS,
      ),
    },
  },
  {
    ...{ name: 'Accounting', name_vi: 'Kế toán', name_ko: '회계' },
    description: 'VAT invoices, refunds',
    scope: 'chain',
    cost_limit: 0,
    permissions: {
      ...grant(['ticket', 'complaints', 'stores'], 'read'),
      ...grant(['vat-get-info', 'master-company'], ...FLAGS),
      // What is completed is taken back, and what is thrown away restored, by an administrator (design/registers.md).
      ...grant(['vat-info', 'register-dictionary'], 'add', 'edit', 'read', 'report', 'other'),
      ...grant(['report'], 'add', 'read', 'report'),
      ...grant(['task-management'], 'add', 'edit', 'read', 'report'),
      ...grant(['revenue-forecast'], 'add', 'edit', 'read', 'report'),
    },
  },
  {
    ...{ name: 'Reception', name_vi: 'Lễ tân', name_ko: '안내 데스크' },
    description: 'Front desk: suppliers, deliveries',
    scope: 'store',
    cost_limit: 0,
    permissions: {
      ...grant(['ticket', 'complaints'], 'add', 'read'),
      // Their export and statistics; the members' data of register-dictionary leave the house by others.
      ...grant(
        ['supplier-staffs', 'supplier-staffs-checking', 'goods-delivery'],
        'add',
        'edit',
        'read',
        'report',
        'other',
      ),
      ...grant(['register-dictionary'], 'add', 'edit', 'read', 'other'),
      ...grant(['shippers', 'stores', 'task-management'], 'read'),
      ...AT_THE_DESK,
    },
  },
  {
    ...{ name: 'Shipper', name_vi: 'Nhân viên giao hàng', name_ko: '배송 기사' },
    description: 'Delivers: the own stops of the day',
    scope: 'own',
    cost_limit: 0,
    permissions: { ...grant(['goods-delivery'], 'read', 'other'), ...grant(['task-management'], 'read') },
  },
  {
    ...{ name: 'Staff', name_vi: 'Nhân viên', name_ko: '직원' },
    description: 'Sees the complaints of the own store, does the given tasks',
    scope: 'store',
    cost_limit: 0,
    permissions: {
      ...grant(['ticket', 'complaints', 'task-management'], 'read'),
      // They pack and scan.
      ...grant(['orders'], 'read', 'other'),
    },
  },
]
