import { COLOUR } from '../../shared/colour.ts'
import { partOf } from '../../shared/definition/part-of.ts'
import { choice, computed, count, files, moment, money, refs, richText, text } from '../../shared/fields.ts'
import { group, inGroups, resource } from '../../shared/resource.ts'
import { eventFlow } from './flow.ts'
import { STAGES, STANDINGS, standingSql } from './standing.ts'

/** Both faces stand in the same tables. */
export const KINDS = [
  { value: 'gift', label: 'Gift-card event' },
  { value: 'game', label: 'Game event' },
] as const
export const APPLIES_TO = [
  { value: 'membership', label: 'Members' },
  { value: 'non-membership', label: 'Non-members' },
  { value: 'both', label: 'Everybody' },
] as const

const MANY_DRAWS = 10_000

/** Draws against bills whose honesty anybody can check (docs/decisions/draws.md). */
export const giftCardEvents = partOf(
  resource('gift-card-events', {
    label: 'Gift-card events',
    one: 'Gift-card event',
    icon: 'gift',
    sheets: { import: true, export: true },
    ...inGroups(
      group('Event', {
        name: text('Event name', { required: true, max: 191, search: true }),
        code: text('Event code', {
          required: true,
          max: 20,
          unique: true,
          search: true,
          width: 120,
          shape: { like: /^[A-Z0-9-]{3,20}$/, says: 'Please use 3 to 20 capital letters, digits or hyphens' },
          hint: 'Part of the public address; fixed once the event is released',
        }),
        kind: choice('Kind', KINDS, { readonly: true, secret: true, default: 'gift' }),
        stage: choice('Stage', STAGES, { readonly: true, default: 'draft', filter: false }),
        standing: computed<(typeof STANDINGS)[number]['value']>('Status', 'choice', standingSql('r'), {
          of: STANDINGS,
          width: 110,
        }),
        starts_at: moment('Begins', { required: true, requiredMessage: 'Please say when it begins' }),
        ends_at: moment('Ends', {
          required: true,
          requiredMessage: 'Please say when it ends',
          hint: 'From this moment on nothing is drawn',
        }),
        stores: refs('Stores', 'stores', { hint: 'None chosen: all stores', whenEmpty: 'All stores', width: 180 }),
        registration_number: text('Registration number', {
          max: 60,
          search: true,
          hint: 'With the authority; asked for before the event is released',
        }),
      }),
      group('Who may draw, and how often', {
        applies_to: choice('For', APPLIES_TO, { required: true, default: 'both', drawn: 'buttons' }),
        minimum_total: money('Minimum total of a bill', { whenEmpty: 'Any bill' }),
        bill_step: money('One draw for each', { min: 1, hint: 'So much of the total of a bill' }),
        quantity_of_bills: count('Bills for one draw', {
          min: 1,
          max: 100,
          hint: 'Several bills are entered together',
        }),
        most_per_bill: count('Most draws per bill', { min: 1, max: MANY_DRAWS, whenEmpty: 'No limit' }),
        most_per_customer: count('Most draws per customer', { min: 1, max: MANY_DRAWS, whenEmpty: 'No limit' }),
        most_per_day: count('Most draws per customer and day', { min: 1, max: MANY_DRAWS, whenEmpty: 'No limit' }),
      }),
      group('Shown to customers', {
        rules: richText('Rules', { max: 20_000 }),
        colour: text('Colour', { max: 7, shape: COLOUR, filter: false, sortable: false }),
        images: files('Images', { accept: 'images', max: 5, hasCover: true, hint: 'The first one is the cover' }),
      }),
      group('Draws', {
        draws: computed<number>(
          'Draws made',
          'count',
          'coalesce((select c.n from draw_counters c where c.event = r.id), 0)',
          { filter: false, sortable: false, width: 90 },
        ),
        ended_at: moment('Closed at', { readonly: true, filter: false }),
        closing_count: count('Draws at the end', { readonly: true, filter: false }),
        closing_code: text('Code of the last draw', { readonly: true, filter: false, sortable: false }),
      }),
    ),
    flow: eventFlow,
    list: {
      hasSplit: false,
      columns: ['name', 'code', 'standing', 'starts_at', 'ends_at', 'stores', 'draws'],
      sort: '-starts_at',
      views: [
        { path: 'running', label: 'Running', filter: { standing: 'running' } },
        { path: 'planned', label: 'Planned', filter: { standing: 'planned' } },
        { path: 'draft', label: 'Draft', filter: { standing: 'draft' } },
        { path: 'ended', label: 'Ended', filter: { standing: 'ended' } },
      ],
    },
    ownership: { store: 'stores' },
  }),
  { fixedFilter: { kind: 'gift' } },
)
