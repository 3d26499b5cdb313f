import { membershipConsent } from '../../../src/shared/consents/membership.ts'
import { DRAWING, type Maker } from './made-up.ts'

type Fit = (made: Record<string, unknown>, make: Maker) => Record<string, unknown>
const without =
  (...names: string[]): Fit =>
  (made) =>
    Object.fromEntries(Object.entries(made).filter(([name]) => !names.includes(name)))

const AMOUNTS = ['lines', 'amount_without_vat', 'tax_amount', 'amount_with_vat']
/** A person's own number, which has no check digit. */
const personal = (make: Maker) => `0790${String(make.valid({ type: 'string', pattern: '^[0-9]{8}$' }))}`

/** A day so many days from today, or so many before it. */
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const some = (make: Maker, maximum: number) => Number(make.valid({ type: 'number', minimum: 1, maximum }))
const oneOf = (make: Maker, module: string) => make.valid({ type: 'integer', 'x-module': module })
const hourFrom = (make: Maker, least: number) => `${String(least + some(make, 9)).padStart(2, '0')}:30`

/** What several fields of an operation say of each other, and names without which a request says nothing. */
export const FITTING: Record<string, Fit> = {
  'POST /api/(gift-card-)?events$': (made, make) => ({
    ...made,
    ...{ starts_at: `${dayFrom(some(make, 9))}T01:00:00Z`, ends_at: `${dayFrom(9 + some(make, 9))}T15:00:00Z` },
    ...{
      bill_step: 500_000,
      quantity_of_bills: null,
      code: `E-${/\d+/.exec(String(made.name))?.[0]}`,
      colour: '#0072CE',
    },
  }),
  // All of an event add up to less than 100 %.
  '(POST|PUT) /api/(gift-card-)?event-products(/.id.)?$': (made) => ({
    ...made,
    ...{ chance: 0.01, substitute: null, by_store: [], colour: '#0072CE' },
  }),
  'PUT /api/(gift-card-)?event-products/': without('event'),
  'PUT /api/(gift-card-)?events/': without('starts_at', 'ends_at', 'bill_step', 'quantity_of_bills', 'code', 'colour'),
  // Whose tax there is none, so that no amounts need to agree; and what holds on every day.
  'POST /api/vat-rate$': (made) => ({ ...made, kind: 'not_subject', rate: 0, from_on: '2020-01-01', until_on: null }),
  'PUT /api/vat-rate/': without('kind', 'rate', 'from_on', 'until_on'),
  'POST /api/vat-detail$': (made) => ({ ...made, net: 125_000, tax: 0, gross: 125_000 }),
  'PUT /api/vat-detail/': without('rate', 'sold_on', 'net', 'tax', 'gross'),
  '/api/vat-info(/.id.)?$': without(...AMOUNTS),
  '(POST|PUT) /api/(vat-info|master-company)(/.id.)?$': (made, make) =>
    made.tax_code ? { ...made, tax_code: personal(make) } : made,
  'POST /api/member-register(-new)?$': ({ handover: _, ...made }, make) => ({
    ...made,
    ...{ request_type: 'new', document: 'citizen', identity_number: personal(make), birth_date: '1990-05-17' },
    // The customer stands at the desk, signs, and gets the card later.
    ...{ agreed: true, terms: membershipConsent.version, signature: DRAWING, card_later: true, card_number: null },
  }),
  'PUT /api/member-register': without(
    ...['request_type', 'document', 'identity_number', 'birth_date', 'card_later', 'card_number'],
  ),
  'POST /api/vat-info/.id./completed$': (made) => ({ ...made, close_reason: 'Khách không cần hóa đơn nữa' }),
  // The query of a list as its address has it.
  'POST /api/report/schedule$': (made) => ({ ...made, filters: '' }),
  // A period begins before it ends.
  '^/api/(report/|get-|.+/(statistics|report|report-by-month|sum-report|price-index)(/export)?$)': (made) =>
    'from' in made || 'to' in made ? { ...made, from: '2026-03-01', to: '2026-03-31' } : made,
  // A map says when in the week they come.
  '/(statistics|report)(/export)?$': (made) => (made.and === 'hour' ? { ...made, by: 'weekday' } : made),
  // Nobody works at a door that is closed for good.
  'POST /api/store$': (made) => ({ ...made, active: true }),
  // Whoever sees one place only must have one, and a role keeps what its people were given it for.
  'POST /api/role$': (made) => ({ ...made, scope: 'chain' }),
  'PUT /api/role/': without('scope'),
  // Only who can work is given work.
  'POST /api/user$': (made) => ({ ...made, status: 'active' }),
  // A made-up role rarely opens complaints, and nobody is given what they cannot see.
  '(POST|PUT) /api/(ticket|feedback)(/.id.)?$': without('assignee'),
  '/api/escalation-rung(/.id.)?$': (made) => ('told' in made ? { ...made, told: 'assignee' } : made),
  // A rule that leads somewhere.
  '(POST|PUT) /api/assignment-rule(/.id.)?$': (made, make) => ({
    ...made,
    ...{ person_by: 'nobody', person: null, department: oneOf(make, 'departments') },
  }),
  '/bulk/': (made) => ({ rows: [], ...made }),
  // Somebody of a supplier, from today on for longer than anything here lasts.
  '(POST|PUT) /api/supplier-staffs(/.id.)?$': (made, make) => ({
    ...made,
    ...{ supplier: oneOf(make, 'suppliers'), identity_number: personal(make) },
    ...{ valid_from: dayFrom(-some(make, 60)), valid_until: dayFrom(60 + some(make, 60)) },
  }),
  'POST /api/supplier-staffs/cards$': (_, make) => ({ staff: [oneOf(make, 'supplier-staffs')] }),
  // A visit that is planned; who comes in now must not be inside.
  '(POST|PUT) /api/supplier-staffs-checking(/.id.)?$': (made, make) => ({
    ...made,
    ...{ staff: oneOf(make, 'supplier-staffs'), store: oneOf(make, 'stores'), planned_on: dayFrom(some(make, 100)) },
    ...{ planned_from: hourFrom(make, 0), planned_until: hourFrom(make, 10) },
  }),
  // Who holds no card is chosen from the list.
  'POST /api/supplier-staffs-checking/scan$': (made, make) => ({
    ...made,
    ...{ code: null, staff: oneOf(make, 'supplier-staffs') },
  }),
  '^/api/supplier-staffs-checking/desk$': (made, make) => ({ ...made, store: oneOf(make, 'stores') }),
  // A shelf that nobody has looked at yet, so that its price can be found right or wrong.
  '(POST|PUT) /api/price-checking(/.id.)?$': (made, make) => ({
    ...made,
    ...{ kind: 'shelf', product: oneOf(make, 'products'), product_name: 'Sữa tươi', our_price: 32_000 },
    ...{ checked_on: dayFrom(-some(make, 60)), shelf_price: null, till_price: null },
    ...{ competitor: null, competitor_price: null },
  }),
  'POST /api/price-checking/.id./wrong$': (made) => ({ ...made, shelf_price: 30_000, till_price: 32_000 }),
  // For a complaint, as none of these checks is the wrong shelf that others could be asked about.
  'POST /api/price-checking/ask$': (made, make) => ({
    ...made,
    ...{ complaint: oneOf(make, 'complaints'), origin: null, promotion: null, due_at: null },
    ...{ product: oneOf(make, 'products'), product_name: 'Sữa tươi', our_price: 32_000 },
  }),
  // One that runs today, and says why, as it may overlap with others.
  '(POST|PUT) /api/product-promotions(/.id.)?$': (made, make) => ({
    ...made,
    ...{ price: 125_000, promotion_price: 99_000, reason: 'Chương trình của nhà cung cấp', active: true },
    ...{ starts_on: dayFrom(-some(make, 9)), ends_on: dayFrom(some(make, 9)) },
  }),
  'POST /api/product-promotions/.+/(activate|again|copy|extend)$': (made) => ({
    ...made,
    reason: 'Chương trình của nhà cung cấp',
  }),
  // Given to somebody who may open tasks, which a made-up role rarely lets people do, and by nobody who does it themselves.
  '(POST|PUT) /api/task(/.id.)?$|POST /api/task/several$': (made, make) => ({
    ...without('waits_for', 'date_start', 'date_end')(made, make),
    ...{ processors: [oneOf(make, 'administrators')], approver: null },
  }),
  '(POST|PUT) /api/task-template(/.id.)?$': (made) => ({
    ...made,
    ...{ holder: 'store_manager', department: null, approved_by: 'nobody', active: true, checklist: [] },
  }),
  'POST /api/task/.id./checklist$': (made) => ({ ...made, titles: null, title: 'Chụp ảnh kệ sau khi xếp' }),
  'POST /api/task/.id./repetition$': (made) => ({ ...made, rule: 'FREQ=DAILY' }),
  'POST /api/task-template/from-task$': (made, make) => ({ ...made, task: oneOf(make, 'task-management') }),
  'POST /api/task-template/.id./make$': (made, make) => ({
    ...made,
    ...{ store: oneOf(make, 'stores'), person: oneOf(make, 'administrators'), date_end: null },
  }),
  // To one store, by a day to come; what was sent stands.
  'POST /api/task-round$': (made, make) => ({
    ...made,
    ...{ template: oneOf(make, 'task-templates'), stores: [oneOf(make, 'stores')], people: {} },
    ...{ date_start: null, due_at: `${dayFrom(some(make, 60))}T10:00:00Z` },
  }),
  'PUT /api/task-round/': without('template', 'stores', 'people', 'date_start', 'due_at'),
  '^/api/task/(calendar|load)$': (made) => ({ ...made, from: '2026-03-01', to: '2026-03-28' }),
  '^/api/order/my-scans': (made) => ({ ...made, from: '2026-03-01', to: '2026-03-31' }),
  // The total is that of the goods.
  'POST /api/order$': (made, make) => ({
    ...made,
    ...{ ordered_at: `${dayFrom(-some(make, 60))}T08:00:00Z`, total: 64_000, parcels: [] },
    lines: [{ product: 'Sữa tươi', quantity: 2, price: 32_000, barcode: null }],
  }),
  'PUT /api/order/': without('ordered_at', 'total', 'lines', 'parcels'),
  // Whose times are in order, and which asks for what it goes by.
  '(POST|PUT) /api/survey(/.id.)?$': (made) => ({
    ...made,
    ...{ opens_at: null, closes_at: null, once_per: 'device', low_below: null },
    ...(made.asks_call_consent === true && { asks_phone: true }),
  }),
  '(POST|PUT) /api/webhook(/.id.)?$': (made) => ({ ...made, url: 'https://shop.example.com/hooks', events: [] }),
  '(POST|PUT) /api/api-key(/.id.)?$': (made, make) => ({
    ...made,
    ...{ expires_on: dayFrom(some(make, 300)), addresses: null },
  }),
}
