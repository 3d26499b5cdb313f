import { digits, flag, money, ref, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

/** What the chain sells; 100,000 rows are usual. Other records keep the name and price as they were, and point here beside them. */
export const products = resource('products', {
  wire: 'product',
  access: { permission: 'system', visibility: 'all', inlineCreatePermission: 'product-promotions' },
  label: 'Products',
  one: 'Product',
  icon: 'box',
  batch: {},
  sheets: { import: true, export: true },
  ownership: 'chain',
  fields: {
    barcode: digits('Barcode', {
      min: 4,
      max: 20,
      unique: true,
      search: true,
      isBarcode: true,
      width: 150,
      hint: "EAN or UPC, or a code of the chain's own",
    }),
    code: text('Product code', { max: 30, unique: true, search: true, width: 120 }),
    name: text('Product name', { required: true, max: 191, search: true }),
    unit: text('Unit', { max: 20, width: 90 }),
    price: money('Regular price'),
    supplier: ref('Supplier', 'suppliers'),
    department_group: ref('Department group', 'supplier-groups'),
    active: flag('Active', { default: true }),
  },
  title: 'name',
  list: {
    columns: ['barcode', 'code', 'name', 'unit', 'price', 'supplier', 'department_group', 'active'],
    sort: 'name',
  },
  scale: { counters: ['supplier', 'department_group', 'active'] },
})
