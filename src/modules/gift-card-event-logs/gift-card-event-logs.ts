import { partOf } from '../../shared/definition/part-of.ts'
import {
  choice,
  computed,
  count,
  date,
  digits,
  flag,
  longText,
  moment,
  money,
  phone,
  ref,
  signature,
  text,
} from '../../shared/fields.ts'
import { group, inGroups, resource } from '../../shared/resource.ts'
import { KINDS } from '../gift-card-events/gift-card-events.ts'
import { LOG_FIGURES } from './figures.ts'
import { LOG_STATES, logFlow } from './flow.ts'

const SET = { readonly: true } as const
const PROOF = { readonly: true, filter: false, sortable: false } as const

/** What was drawn, one row a draw; the desk writes it, and nobody else. */
export const giftCardEventLogs = partOf(
  resource('gift-card-event-logs', {
    label: 'Gift logs',
    one: 'Draw',
    icon: 'list',
    access: { isMadeElsewhere: true },
    sheets: { export: true },
    ...inGroups(
      group('Draw', {
        event: ref('Event', 'gift-card-events', SET),
        kind: choice('Kind', KINDS, { readonly: true, secret: true, default: 'gift' }),
        n: count('Draw no.', { ...SET, filter: false, width: 90 }),
        gift: ref('Gift', 'gift-card-event-products', { ...SET, whenEmpty: 'No gift' }),
        value: money('Gift value', { ...SET, filter: false }),
        state: choice('State', LOG_STATES, { readonly: true, default: 'none' }),
        store: ref('Store', 'stores', SET),
        staff: ref('Staff', 'users', SET),
        drawn_at: moment('Drawn at', { ...SET, filter: false }),
        day: date('Day', { required: true, readonly: true }),
      }),
      group('Bill and customer', {
        bill_number: text('Bill number', { ...SET, max: 191, search: true, width: 150 }),
        further_bills: computed<string | null>(
          'Further bills',
          'text',
          "(select string_agg(b.bill_number, ', ' order by b.bill_key) from draw_bills b where b.log = r.id)",
          { filter: false, sortable: false },
        ),
        bill_total: money('Total of the bill', { ...SET, hint: 'Of several bills that make one draw, their sum' }),
        bill_on: date('Date of the bill', { ...SET, filter: false }),
        is_known_bill: flag('Known from the tills', SET),
        customer_name: text('Customer', { ...SET, max: 191, search: true, person: true }),
        phone: phone('Phone', { ...SET, search: true }),
        member_card: digits('Member card', { ...SET, length: 16, private: 'sealed' }),
        member: flag('Member', SET),
      }),
      group('Hand-out', {
        handed_by: ref('Handed out by', 'users', { ...SET, filter: false }),
        handed_at: moment('Handed out at', { ...SET, filter: false }),
        signature: signature('Signature', { readonly: true, private: 'sealed' }),
        return_reason: longText('Why not taken', { ...SET, max: 500 }),
      }),
      group('Proof', {
        plan_version: count('Version of the plan', PROOF),
        drawn: ref('Drawn', 'gift-card-event-products', { readonly: true, whenEmpty: 'No gift' }),
        random: text('Random value', PROOF),
        bill_digest: text('Digest of the bill', PROOF),
        code: text('Code of the row', PROOF),
        returned: count('Returned after draw no.', PROOF),
      }),
    ),
    flow: logFlow,
    title: 'bill_number',
    ownColumns: ['bill_key', 'store_code'],
    list: {
      columns: ['drawn_at', 'event', 'n', 'gift', 'state', 'bill_number', 'customer_name', 'store'],
      sort: '-day',
      views: [
        { path: 'won', label: 'To be handed out', filter: { state: 'won' } },
        { path: 'not-taken', label: 'Not taken', filter: { state: 'not-taken' } },
      ],
      pendingFilter: { state: ['won'] },
      waiting: { since: 'drawn_at', says: ['gift', 'customer_name', 'store'] },
    },
    ownership: { store: 'store' },
    privacy: {
      customer: { phone: 'phone', name: 'customer_name', status: 'state' },
      retention: { finished: 1095, trashed: 180 },
    },
    scale: { counters: ['kind', 'event', 'gift', 'store', 'state'], statistics: { on: 'day', figures: LOG_FIGURES } },
  }),
  { fixedFilter: { kind: 'gift' } },
)
