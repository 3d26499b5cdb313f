/** The role that one active person must always hold. */
export const ADMINISTRATOR = 'Administrator'

/** What the roles that the product comes with are called; the catalogs know them. */
export const DELIVERED_NAMES = [
  ADMINISTRATOR,
  'CEO',
  'Store manager',
  'Customer service',
  'Department manager',
  'Marketing',
  'Accounting',
  'Reception',
  'Shipper',
  'Staff',
] as const
