import { computed, count, date, digits, files, flag, longText, money, ref, refs, text } from '../../shared/fields.ts'
import { group, inGroups, resource } from '../../shared/resource.ts'
import { promotionFigures } from './figures.ts'
import {
  DAYS_SQL,
  DEPTH_SQL,
  DEPTHS,
  DISCOUNT_SQL,
  ENDING_SQL,
  OVERLAPPING_SQL,
  STATUS_SQL,
  STATUSES,
} from './standing.ts'

/** What is sold for less, where and for how long. Name, barcode and price stay as they were; the product is linked beside them. */
export const productPromotions = resource('product-promotions', {
  label: 'Promotions',
  one: 'Promotion',
  icon: 'discount',
  sheets: { import: true, export: true },
  ...inGroups(
    group('Product', {
      cover: computed<string | null>('Picture', 'text', 'r.images[1]', { filter: false, sortable: false, width: 64 }),
      product: ref('Product', 'products', { hint: 'By barcode, code or a few letters; or type a name below' }),
      product_name: text('Product name', {
        required: true,
        max: 191,
        search: true,
        optionalWhenImported: 'in workbooks',
      }),
      barcode: digits('Barcode', { min: 4, max: 20, search: true, isBarcode: true, width: 140 }),
      department_group: ref('Department group', 'supplier-groups'),
      images: files('Images', { accept: 'images', max: 10, hasCover: true, hint: 'The first one is the cover' }),
    }),
    group('Offer', {
      price: money('Price', { required: true, min: 1, optionalWhenImported: 'in workbooks', width: 110 }),
      promotion_price: money('Promotion price', { required: true, width: 110 }),
      discount: computed<number | null>('Discount %', 'decimal', DISCOUNT_SQL, { filter: false, width: 90 }),
      depth: computed<(typeof DEPTHS)[number]['value']>('Depth of discount', 'choice', DEPTH_SQL, { of: DEPTHS }),
      quantity: count('Quantity', { min: 1, max: 100_000_000, hint: 'How many are put on offer', width: 90 }),
    }),
    group('Time and place', {
      starts_on: date('Start date', { required: true, width: 110 }),
      ends_on: date('End date', { required: true, width: 110, hint: 'The last day counts whole' }),
      days: computed<number | null>('Days', 'count', DAYS_SQL, { filter: false, width: 70 }),
      stores: refs('Stores', 'stores', { hint: 'None chosen: all stores', whenEmpty: 'All stores' }),
      location: ref('Location', 'promotion-locations', { hint: 'Aisle, end of aisle, entrance …' }),
    }),
    group('Promotion', {
      status: computed<(typeof STATUSES)[number]['value']>('Status', 'choice', STATUS_SQL, {
        of: STATUSES,
        width: 110,
      }),
      active: flag('Active', { default: true }),
      ending_soon: computed<boolean>('Ending within 3 days', 'flag', ENDING_SQL, { sortable: false }),
      overlapping: computed<boolean>('Overlapping', 'flag', OVERLAPPING_SQL, { sortable: false }),
      reason: longText('Reason', {
        max: 500,
        hint: 'Needed above the limits of the law and where promotions overlap',
      }),
      code: text('Promotion code', {
        max: 30,
        unique: true,
        search: true,
        hint: 'A row of a workbook with a known code changes that promotion',
      }),
      note: longText('Note', { max: 2000 }),
    }),
  ),
  title: 'product_name',
  list: {
    columns: [
      'cover',
      'product_name',
      'status',
      'price',
      'promotion_price',
      'discount',
      'starts_on',
      'ends_on',
      'stores',
      'location',
    ],
    sort: '-starts_on',
    views: [
      { path: 'planned', label: 'Planned', filter: { status: 'planned' } },
      { path: 'running', label: 'Running', filter: { status: 'running' } },
      { path: 'ending', label: 'Ending within 3 days', filter: { ending_soon: 'true' } },
      { path: 'ended', label: 'Ended', filter: { status: 'ended' } },
      { path: 'inactive', label: 'Inactive', filter: { status: 'inactive' } },
      { path: 'overlapping', label: 'Overlapping', filter: { overlapping: 'true' } },
    ],
  },
  ownership: { store: 'stores' },
  scale: { counters: ['active', 'stores', 'location', 'department_group', 'depth'], statistics: promotionFigures },
})
