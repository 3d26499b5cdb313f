import { sql } from 'kysely'
import { row } from '../../../src/server/db/db.ts'
import { type Field, isWritable, type Kind } from '../../../src/shared/fields.ts'
import { type Definition, entriesOf } from '../../../src/shared/resource.ts'
import { isTaxCode } from '../../../src/shared/vietnam/vietnam.ts'
import type { Chain, Person } from '../chain.ts'

export interface Made {
  id: number
  version: number
}

/** Makes a valid record of any definition, and a valid value of any field, that points at what the chain was set up with. */
export function validRecords(chain: Chain, admin: Person) {
  let serial = 0
  /** The smallest PNG there is. */
  const DRAWING =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  type Make = (field: Field) => unknown

  /** A valid value of each kind; the compiler names a kind that is missing. */
  const VALID: Record<Kind, Make> = {
    text: (f) => (f.length ? 'x'.repeat(f.length) : (shaped(f) ?? `Giá trị ${++serial}`.slice(0, f.max ?? 255))),
    longText: () => 'Dòng một\ndòng hai',
    richText: () => '<p>Nội dung <strong>đậm</strong></p>',
    email: () => `a${++serial}@chain.example`,
    phone: () => `09${String(10_000_000 + ++serial)}`,
    digits: (f) => (f.isBarcode ? String(++serial).padStart(10, '0') : String(++serial).padStart(f.length ?? 8, '0')),
    taxCode: () => madeTaxCode(++serial),
    identityNumber: () => `0790${String(10_000_000 + ++serial)}`,
    money: () => 125_000,
    count: (f) => f.min ?? 3,
    decimal: () => 1.5,
    percentage: () => 12.5,
    // Later ones come later, as the end of a period must.
    date: () => new Date(Date.UTC(2031, 0, ++serial)).toISOString().slice(0, 10),
    moment: () => '2026-11-20T07:30:00.000Z',
    flag: () => true,
    choice: (f) => f.of?.[0]?.value,
    choices: (f) => [f.of?.[0]?.value],
    ref: (f) => refTo(f),
    refs: () => [],
    address: () => ({
      ...{ line: '12 Nguyễn Trãi', ward: 'Phường Bến Thành', ward_code: '26743', district: null },
      ...{ province: 'Thành phố Hồ Chí Minh', province_code: '79', model: 2 },
    }),
    files: () => [],
    signature: (f) => (f.private === 'sealed' ? DRAWING : null),
    lines: (f) => [
      Object.fromEntries(
        Object.entries(f.line ?? {}).map(([name, part]): [string, unknown] => [name, VALID[part.kind](part)]),
      ),
    ],
    computed: () => undefined,
  }

  /** What has the form that a field asks for. */
  const shaped = ({ shape }: Field): string | undefined =>
    shape && [`EV-${++serial}`, '#E4002B', '08:30'].find((one) => shape.like.test(one))

  /** A code of ten digits with a right check digit. */
  function madeTaxCode(n: number): string {
    const nine = `01${String(n * 7 + 1).padStart(7, '0')}`
    const found = Array.from({ length: 10 }, (_, check) => `${nine}${check}`).find(isTaxCode)
    return found ?? madeTaxCode(++serial)
  }

  function refTo(field: Field): number {
    const known: Record<string, number> = {
      stores: chain.stores[0],
      departments: chain.departments[0],
      'ticket-types': chain.types[0],
      users: admin.id,
      'user-roles': 1,
      'gift-card-events': 9001,
      events: 9002,
    }
    return known[field.to ?? ''] ?? 1
  }

  /** What several fields together ask for: amounts that add up (the first VAT rate is without tax), a paper's number, a fee of its own. */
  const FITTING: Record<string, () => Record<string, unknown>> = {
    'gift-card-events': () => ({
      starts_at: '2026-01-01T00:00:00.000Z',
      ends_at: '2036-01-01T00:00:00.000Z',
      quantity_of_bills: null,
      stores: [chain.stores[0]],
    }),
    events: () => ({
      starts_at: '2026-01-01T00:00:00.000Z',
      ends_at: '2036-01-01T00:00:00.000Z',
      quantity_of_bills: null,
      stores: [chain.stores[0]],
    }),
    'gift-card-event-products': () => ({ chance: 0.0001, substitute: null, plan_reason: null }),
    'event-products': () => ({ chance: 0.0001, substitute: null, plan_reason: null }),
    webhooks: () => ({ url: `https://shop.example/hooks/${++serial}`, stores: [chain.stores[0]] }),
    'api-keys': () => ({ expires_on: null, addresses: '203.0.113.7', stores: [chain.stores[0]] }),
    'task-management': () => ({
      ...{ processors: [admin.id], approver: null, complaint: null },
      ...{ date_start: '2026-11-20T01:00:00.000Z', date_end: '2026-11-20T10:00:00.000Z' },
    }),
    'task-templates': () => ({
      department: chain.departments[0],
      checklist: [{ title: 'Bật đèn', kind: 'tick', needs_photo: true }],
    }),
    surveys: () => ({ opens_at: null, closes_at: null, stores: [chain.stores[0]] }),
    'task-rounds': () => ({ stores: [chain.stores[0]], date_start: null, due_at: '2036-11-20T10:00:00.000Z' }),
    // Complaints are made before the orders that others point at.
    complaints: () => ({ mall_order: null }),
    'delivery-fees': () => ({ from_value: ++serial * 1000 }),
    'product-promotions': () => ({
      ...{ price: 125_000, promotion_price: 99_000, product: null, department_group: null, location: null },
      // With no store it holds in every one.
      stores: [chain.stores[0]],
    }),
    'vat-get-info': () => ({ rate: 1, net: 125_000, tax: 0, gross: 125_000 }),
    'vat-info': () => ({
      lines: [{ rate: 1, net: 125_000, tax: 0, gross: 125_000 }],
      amount_without_vat: 125_000,
      tax_amount: 0,
      amount_with_vat: 125_000,
    }),
    'supplier-staffs-checking': () => ({ planned_from: '08:00', planned_until: '11:30' }),
    'price-checking': () => ({
      ...{ kind: 'shelf', checked_on: '2026-01-15', our_price: 99_000, shelf_price: null, till_price: null },
      ...{ competitor: null, competitor_price: null },
    }),
    'member-register': () => ({
      identity_number: `0790${String(90_000_000 + ++serial)}`,
      birth_date: '1990-05-17',
      agreed: true,
      terms: '1',
      card_later: false,
    }),
  }

  const valid = (definition: Definition): Record<string, unknown> => ({
    ...Object.fromEntries(
      entriesOf(definition)
        .filter(([, field]) => isWritable(field) && VALID[field.kind](field) !== undefined)
        .map(([name, field]) => [name, name === 'parent' ? null : VALID[field.kind](field)]),
    ),
    ...FITTING[definition.name]?.(),
  })
  /** One that no person makes by a form, with what it must have, its name and its store. */
  async function madeElsewhere({ name, table, title, ownership, fields, fixedFilter = {} }: Definition): Promise<Made> {
    const given = Object.entries(fields).filter(
      ([field, { required, default: usual }]) =>
        (required && usual === undefined) || field === title || field === ownership.store,
    )
    const columns = {
      created_by: admin.id,
      ...Object.fromEntries(given.map(([field, of]) => [field, VALID[of.kind](of)])),
      ...fixedFilter,
    }
    const made = await row(
      chain.db,
      { id: 'number', version: 'number' },
      sql`insert into ${sql.table(table)} (${sql.join(Object.keys(columns).map((field) => sql.ref(field)))})
          values (${sql.join(Object.values(columns))}) returning id, version`,
    )
    if (!made) throw new Error(`No ${name} was made`)
    return made
  }

  return { valid, madeElsewhere, validValue: (field: Field) => VALID[field.kind](field) }
}
