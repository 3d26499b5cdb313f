/** The modules that fields of others may point at. */
export const REF_TARGETS = [
  'competitors',
  'complaints',
  'departments',
  'price-checking',
  'product-promotions',
  'products',
  'promotion-locations',
  'shippers',
  'stores',
  'supplier-groups',
  'supplier-staffs',
  'suppliers',
  'tags',
  'task-management',
  'task-templates',
  'ticket-types',
  'user-roles',
  'users',
  'vat-rates',
] as const
export type RefTarget = (typeof REF_TARGETS)[number]
