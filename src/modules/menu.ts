import type { IconName } from '../shared/icon-name.ts'
import { mayOpen, type RouteAccess } from '../shared/users/permissions.ts'
import { isBuilt } from './index.ts'

export interface MenuNode {
  id: string
  type: 'group' | 'collapse' | 'item'
  title: string
  icon?: IconName
  url?: string
  children?: readonly MenuNode[]
  external?: boolean
  target?: boolean
  disabled?: boolean
  chip?: string
  /** The module that gives a group its sense: without it, entries it repeats from elsewhere are no use. */
  of?: string
}

const item = (id: string, title: string, icon: IconName, url = `/${id}`): MenuNode => ({
  id,
  type: 'item',
  title,
  icon,
  url,
})
const group = (id: string, title: string, children: readonly MenuNode[]): MenuNode => ({
  id,
  type: 'group',
  title,
  children,
})
const collapse = (id: string, title: string, icon: IconName, children: readonly MenuNode[]): MenuNode => ({
  id,
  type: 'collapse',
  title,
  icon,
  children,
})

const report = (id: string, title: string) => item(id, title, 'chart-bar', `/report/${id}`)
const REPORTS = [
  report('by-year', 'By year'),
  report('by-month', 'By month'),
  report('by-department', 'By department'),
  report('by-tag', 'By tag'),
  report('by-stores', 'By stores'),
  report('by-province', 'By province'),
  report('by-solution', 'By solution'),
]

/** The same reports at the addresses of the online mall, narrowed to deliveries and orders. */
const mallReport = (node: MenuNode): MenuNode => ({
  ...node,
  url: node.url?.replace('/report/', '/orders/reports/') ?? '',
})

/** Every group and entry of the specification (section 2); those not built yet drop out in `menuFor`. */
export const MENU: readonly MenuNode[] = [
  group('home', '', [item('dashboard', 'Dashboard', 'dashboard')]),
  group('mail-group', 'Mail', [item('mail', 'Mail', 'mail')]),
  group('ticket', 'Suggestion box', [
    item('complaints', 'Complaints', 'message-report'),
    item('complaints-board', 'Board', 'layout-kanban', '/complaints/board'),
    item('complaint-mails', 'Incoming mail', 'mail', '/complaints/mails'),
    collapse('report', 'Report', 'chart-bar', REPORTS),
  ]),
  group('system', 'System', [
    item('chain', 'Company details', 'building'),
    item('stores', 'Stores', 'building-store'),
    item('users', 'Users', 'users'),
    item('departments', 'Departments', 'sitemap'),
    item('shippers', 'Shippers', 'truck-delivery'),
    collapse('lookups', 'Lookup lists', 'list-details', [
      item('ticket-types', 'Ticket types', 'category'),
      item('tags', 'Tags', 'tags'),
      item('solutions', "Solutions' wording", 'quote'),
      item('canned-replies', 'Canned replies', 'message-2'),
      item('assignment-rules', 'Assignment rules', 'route'),
      item('products', 'Products', 'box'),
      item('competitors', 'Competitors', 'building-store'),
      item('suppliers', 'Suppliers', 'truck'),
      item('supplier-groups', 'Supplier department groups', 'packages'),
      item('promotion-locations', 'Promotion locations', 'category'),
      item('delivery-fees', 'Delivery fees', 'coin'),
      item('shipping-units', 'Shipping units', 'truck'),
      item('failure-reasons', 'Reasons of failure', 'alert-triangle'),
      item('vat-rates', 'VAT rates', 'receipt-tax'),
    ]),
    collapse('deadlines', 'Deadlines', 'clock-hour-4', [
      item('working-time', 'Working time', 'clock-hour-4'),
      item('holidays', 'Holidays', 'calendar-event'),
      item('escalation-rungs', 'Escalation', 'stairs-up'),
    ]),
    item('mailbox', "The chain's mailbox", 'mail'),
    collapse('integrations', 'Other systems', 'plug', [
      item('api-keys', 'API keys', 'key'),
      item('webhooks', 'Webhooks', 'webhook'),
    ]),
    item('audit', 'Audit', 'history'),
    item('jobs', 'Failed jobs', 'alert-triangle'),
  ]),
  {
    ...group('online-mall', 'Online mall', [
      item('orders', 'Orders', 'shopping-cart'),
      item('get-failed-order', 'Failed orders', 'alert-triangle', '/orders/get-failed-order'),
      ...[report('by-year', 'By year'), report('by-month', 'By month'), report('by-stores', 'By stores')].map(
        mallReport,
      ),
      collapse('report', 'Report', 'chart-bar', [
        item('orders-statistics', 'Figures of orders', 'chart-line', '/orders/statistics'),
        ...REPORTS.map(mallReport),
      ]),
    ]),
    of: 'orders',
  },
  group('member', 'Member', [
    item('member-register', 'Member registrations', 'id'),
    item('member-register-desk', 'Member desk', 'scan', '/member-register/desk'),
    item('vat-info', 'VAT requests', 'file-invoice'),
    item('vat-get-info', 'VAT bills', 'receipt-tax'),
    item('master-company', 'Master companies', 'building'),
    item('goods-refund', 'Goods refund', 'arrow-back-up'),
    item('goods-delivery', 'Goods delivery', 'truck'),
    item('goods-delivery-day', "Shipper's day", 'truck-delivery', '/goods-delivery/day'),
  ]),
  group('supplier', 'Supplier', [
    item('supplier-staffs', 'Supplier staff', 'user-check'),
    item('supplier-staffs-checkin', 'Check-in', 'door-enter'),
    item('supplier-staffs-checking', 'Visits', 'list-details'),
    item('supplier-staffs-statistics', 'Statistics', 'chart-line'),
  ]),
  group('product', 'Product', [
    item('product-promotions', 'Promotions', 'discount'),
    item('product-promotions-history', 'Promotion history', 'history'),
    item('product-promotions-sum-report', 'Sum report', 'report'),
    item('product-promotions-statistics', 'Statistics', 'chart-line'),
    item('price-checking', 'Price checking', 'tag'),
    item('revenue-forecast', 'Revenue forecast', 'trending-up'),
  ]),
  group('tasks', 'Tasks', [
    item('task-management', 'Tasks', 'checklist'),
    item('task-rounds', 'Rounds', 'send'),
    item('task-templates', 'Task templates', 'template'),
    item('task-statistics', 'Statistics', 'chart-line'),
  ]),
  group('events-group', 'Events', [
    item('customer-survey-responses', 'Survey responses', 'clipboard-text'),
    item('gift-card-events-desk', 'Draw desk', 'scan', '/gift-card-events/desk'),
    item('gift-card-events', 'Gift-card events', 'gift'),
    item('gift-card-event-products', 'Gifts', 'gift-card'),
    item('gift-card-event-logs', 'Gift logs', 'list'),
    item('gift-card-event-statistics', 'Statistics', 'chart-line'),
    item('events-desk', 'Game desk', 'scan', '/events/desk'),
    item('events', 'Events', 'confetti'),
    item('event-products', 'Event products', 'box'),
    item('event-logs', 'Event logs', 'list'),
  ]),
  group('setting', 'Setting', [item('user-roles', 'User roles', 'shield-lock')]),
  group('orders-group', 'Orders', [
    item('scan-order-success', 'Scan orders', 'scan'),
    item('my-orders', 'My orders', 'list-check'),
  ]),
]

/** What a user sees of a menu: built, permitted, and no empty parents. */
export function menuFor(access: RouteAccess, nodes: readonly MenuNode[] = MENU): MenuNode[] {
  return nodes.flatMap((node) => {
    if (!node.children) return isShown(node, access) ? [node] : []
    if (node.of && !isBuilt(node.of)) return []
    const children = menuFor(access, node.children)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

function isShown(node: MenuNode, access: RouteAccess): boolean {
  if (!node.url || node.external) return true
  const segment = node.url.split('/')[1] ?? ''
  return isBuilt(segment) && mayOpen(access, node.url)
}
