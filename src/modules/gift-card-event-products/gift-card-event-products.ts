import { COLOUR } from '../../shared/colour.ts'
import { partOf } from '../../shared/definition/part-of.ts'
import { choice, computed, count, decimal, files, lines, longText, money, ref, text } from '../../shared/fields.ts'
import { group, inGroups, resource } from '../../shared/resource.ts'
import { KINDS } from '../gift-card-events/gift-card-events.ts'

/** Given and not returned, kept with every draw and proven by `npm run verify`. */
const USED = `coalesce((select g.n from draw_given g where g.gift = r.id and g.store = 0 and g.day = '-infinity'), 0)`

export const giftCardEventProducts = partOf(
  resource('gift-card-event-products', {
    label: 'Gifts',
    one: 'Gift',
    icon: 'gift-card',
    sheets: { import: true, export: true },
    ...inGroups(
      group('Gift', {
        event: ref('Event', 'gift-card-events', { required: true }),
        name: text('Gift name', { required: true, max: 191, search: true }),
        kind: choice('Kind', KINDS, { readonly: true, secret: true, default: 'gift' }),
        value: money('Gift value', { width: 110 }),
        colour: text('Colour', { required: true, max: 7, shape: COLOUR, filter: false, sortable: false, width: 90 }),
        image: files('Image', { accept: 'images', max: 1, hasCover: true }),
        cover: computed<string | null>('Cover', 'text', 'r.image[1]', { filter: false, sortable: false }),
        say: longText('What to say', { max: 500, hint: 'The desk shows it at the hand-out' }),
      }),
      group('Chance', {
        chance: decimal('Chance (%)', {
          required: true,
          min: 0,
          max: 100,
          width: 100,
          hint: 'Up to four decimals; those of an event add up to at most 100',
        }),
        minimum_total: money('Minimum total of a bill', { whenEmpty: 'Any bill' }),
        substitute: ref('Given instead', 'gift-card-event-products', {
          filter: false,
          hint: 'Where none is left; else no gift',
          whenEmpty: 'No gift',
        }),
        position: count('Order', { min: 0, max: 10_000, default: 0, filter: false, width: 80 }),
        in_order: computed<number>('Order in the list', 'count', 'r.position - r.event * 100000', { filter: false }),
      }),
      group('Stock', {
        stock: count('Stock', { required: true, min: 0, max: 10_000_000, width: 90 }),
        used_total: computed<number>('Gifts won', 'count', USED, { filter: false, width: 110 }),
        left: computed<number>('Left over', 'count', `r.stock - ${USED}`, { filter: false, width: 90 }),
        per_day: count('Most per day', { min: 0, max: 10_000_000, whenEmpty: 'No limit' }),
        per_store_day: count('Most per store and day', { min: 0, max: 10_000_000, whenEmpty: 'No limit' }),
        by_store: lines(
          'Stock by store',
          {
            store: ref('Store', 'stores', { required: true }),
            stock: count('Stock', { required: true, min: 0, max: 10_000_000 }),
          },
          { hint: 'None: each store may give all there are; else one that is not named has none' },
        ),
        plan_reason: longText('Why the plan changes', {
          max: 500,
          hint: 'Needed while the event runs; told to everybody',
        }),
      }),
    ),
    prefillFrom: { event: {} },
    unique: { together: ['event', 'name'] },
    list: {
      columns: ['name', 'event', 'chance', 'stock', 'used_total', 'left', 'value'],
      sort: 'in_order',
    },
    ownership: 'chain',
  }),
  { fixedFilter: { kind: 'gift' } },
)
