import type { Definition } from '../shared/resource.ts'
import { routeAccess } from '../shared/users/permissions.ts'
import { apiKeys } from './api-keys/api-keys.ts'
import { assignmentRules } from './assignment-rules/assignment-rules.ts'
import { cannedReplies } from './canned-replies/canned-replies.ts'
import { competitors } from './competitors/competitors.ts'
import { comments } from './complaints/comments/comments.ts'
import { complaints } from './complaints/complaints.ts'
import { customerSurveyResponses } from './customer-survey-responses/customer-survey-responses.ts'
import { deliveryFees } from './delivery-fees/delivery-fees.ts'
import { departments } from './departments/departments.ts'
import { escalationRungs } from './escalation-rungs/escalation-rungs.ts'
import { eventLogs } from './event-logs/event-logs.ts'
import { eventProducts } from './event-products/event-products.ts'
import { events } from './events/events.ts'
import { failureReasons } from './failure-reasons/failure-reasons.ts'
import { giftCardEventLogs } from './gift-card-event-logs/gift-card-event-logs.ts'
import { giftCardEventProducts } from './gift-card-event-products/gift-card-event-products.ts'
import { drawPlans } from './gift-card-events/engine/draw-plans.ts'
import { giftCardEvents } from './gift-card-events/gift-card-events.ts'
import { goodsDelivery } from './goods-delivery/goods-delivery.ts'
import { goodsRefund } from './goods-refund/goods-refund.ts'
import { holidays } from './holidays/holidays.ts'
import { masterCompany } from './master-company/master-company.ts'
import { memberRegister } from './member-register/member-register.ts'
import { orders } from './orders/orders.ts'
import { priceChecking } from './price-checking/price-checking.ts'
import { productPromotions } from './product-promotions/product-promotions.ts'
import { products } from './products/products.ts'
import { promotionLocations } from './promotion-locations/promotion-locations.ts'
import { schedules } from './report/schedules.ts'
import { revenueForecast } from './revenue-forecast/revenue-forecast.ts'
import { savedViews } from './saved-views/saved-views.ts'
import { shippers } from './shippers/shippers.ts'
import { shippingUnits } from './shipping-units/shipping-units.ts'
import { solutions } from './solutions/solutions.ts'
import { stores } from './stores/stores.ts'
import { supplierGroups } from './supplier-groups/supplier-groups.ts'
import { supplierStaffCards } from './supplier-staff-cards/supplier-staff-cards.ts'
import { supplierStaffs } from './supplier-staffs/supplier-staffs.ts'
import { supplierStaffsChecking } from './supplier-staffs-checking/supplier-staffs-checking.ts'
import { suppliers } from './suppliers/suppliers.ts'
import { surveys } from './surveys/surveys.ts'
import { tags } from './tags/tags.ts'
import { checklistItems } from './task-management/checklist.ts'
import { taskComments } from './task-management/comments/comments.ts'
import { tasks } from './task-management/task-management.ts'
import { taskRounds } from './task-rounds/task-rounds.ts'
import { taskSeries } from './task-series/task-series.ts'
import { taskTemplates } from './task-templates/task-templates.ts'
import { ticketTypes } from './ticket-types/ticket-types.ts'
import { userRoles } from './user-roles/user-roles.ts'
import { users } from './users/users.ts'
import { vatGetInfo } from './vat-get-info/vat-get-info.ts'
import { vatInfo } from './vat-info/vat-info.ts'
import { vatRates } from './vat-rates/vat-rates.ts'
import { webhooks } from './webhooks/webhooks.ts'

/** The product's table of contents: every resource. */
export const modules: readonly Definition[] = [
  complaints,
  comments,
  stores,
  departments,
  users,
  shippers,
  shippingUnits,
  failureReasons,
  orders,
  goodsDelivery,
  deliveryFees,
  memberRegister,
  userRoles,
  ticketTypes,
  tags,
  solutions,
  cannedReplies,
  assignmentRules,
  holidays,
  schedules,
  escalationRungs,
  supplierGroups,
  suppliers,
  supplierStaffs,
  supplierStaffCards,
  supplierStaffsChecking,
  products,
  competitors,
  priceChecking,
  revenueForecast,
  promotionLocations,
  productPromotions,
  vatRates,
  masterCompany,
  vatInfo,
  vatGetInfo,
  goodsRefund,
  tasks,
  taskComments,
  checklistItems,
  taskTemplates,
  taskRounds,
  taskSeries,
  surveys,
  customerSurveyResponses,
  giftCardEvents,
  drawPlans,
  giftCardEventProducts,
  giftCardEventLogs,
  events,
  eventProducts,
  eventLogs,
  savedViews,
  apiKeys,
  webhooks,
]

/** One of each table: several modules may be faces of one. */
export const tableModules: readonly Definition[] = modules.filter(
  ({ table }, at) => modules.findIndex((one) => one.table === table) === at,
)

/** Pages that are no resource; each has a folder with its screen. */
export const pages = [
  'dashboard',
  'report',
  'mail',
  'profile-setting',
  'modules',
  'about',
  'api',
  'audit',
  'jobs',
  'working-time',
  'mailbox',
  'chain',
  'supplier-staffs-checkin',
  'supplier-staffs-statistics',
  'product-promotions-history',
  'product-promotions-sum-report',
  'product-promotions-statistics',
  'task-statistics',
  'gift-card-event-statistics',
  'scan-order-success',
  'my-orders',
  'not-found',
] as const

/** Folders with a server part alone, which screens of other modules ask. */
export const services = ['assistant', 'notifications', 'presence', 'search'] as const

export const moduleOf = (name: string): Definition | undefined => modules.find((module) => module.name === name)

/** Whether anything is built at this first path segment. */
export const isBuilt = (segment: string): boolean =>
  modules.some((module) => module.name === segment && !module.internal) || pages.some((page) => page === segment)

/** Whether the first segment of an address means something to anyone. */
export const isKnownSegment = (segment: string): boolean =>
  segment === '' || Object.hasOwn(SPECIFIED, segment) || isBuilt(segment)

/** Every segment of the specification, built or not. */
const SPECIFIED = routeAccess({})
