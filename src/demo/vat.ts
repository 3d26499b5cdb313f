import { sql } from 'kysely'
import { rows, type Tx } from '../server/db/db.ts'
import { placed } from '../server/places/placed.ts'
import { vatConsent } from '../shared/consents/vat.ts'
import { DAY_MS, HOUR_MS } from '../shared/time/units.ts'
import { taxOf } from '../shared/vietnam/vat.ts'
import { isTaxCode, normalizeText } from '../shared/vietnam/vietnam.ts'
import { dayOf, iso } from './clock.ts'
import { agree, fromPublic } from './consents.ts'
import { insertAll, numberOn, type Record_ } from './insert.ts'
import { type Person, personName, phoneNumber } from './people.ts'
import type { Chance } from './random.ts'
import { storeId } from './registers.ts'
import {
  COMPANY_KINDS,
  COMPANY_NAMES,
  COMPANY_TRADES,
  CORRECTIONS,
  STREETS,
  TAX_BEGINNINGS,
} from './words/companies.ts'
import { STORES } from './words/places.ts'

const COMPANIES = 160
const BILL_DAYS = 45
const BILLS_A_DAY = 3
const SHOPS = STORES.filter(({ code }) => code !== 'HO')

interface Bill {
  number: string
  store: number
  at: number
  day: string
  lines: { rate: number; net: number; tax: number; gross: number }[]
}
interface Company {
  tax_code: string
  name: string
  email: string
  address: object | null
}

/** The accountant's registers: companies, bills of the last weeks by VAT rate, and what was asked of them. */
export async function keepVat(tx: Tx, people: readonly Person[], chance: Chance, now: number): Promise<void> {
  const rates = await ratesOn(tx, now)
  const companies = makeCompanies(chance)
  const bills = makeBills(chance, now, rates)
  const born = now - 400 * DAY_MS
  await insertAll(
    tx,
    'master_company',
    companies.map((one, at) => ({
      ...{ id: at + 1, ...made(born + at * HOUR_MS, 1), ...one, is_confirmed: !isTaxCode(one.tax_code) },
      ...{
        phone: `024${chance.whole(10_000_000, 99_999_999)}`,
        representative: personName(chance, chance.happens(0.3)),
      },
    })),
  )
  await insertAll(tx, 'vat_get_info', billRows(bills, now))
  const requests = requestRows(bills, companies, people, chance, now)
  await insertAll(tx, 'vat_info', requests)
  await numberOn(tx, 'master_company', 'vat_get_info', 'vat_info')
  await agree(tx, 'vat-info', vatConsent, fromPublic(requests))
  await sql`select setval('vat_batches', 2)`.execute(tx)
}

const made = (at: number, by: number | null) => ({
  ...{ created_at: iso(at), updated_at: iso(at), created_by: by, updated_by: by },
})

interface Rate {
  id: number
  rate: number
}
/** The usual rate of this day, and the one of essentials. */
async function ratesOn(tx: Tx, now: number): Promise<{ usual: Rate; essential: Rate }> {
  const found = await rows(
    tx,
    { id: 'number', rate: 'number', name: 'string' },
    sql`select id, rate, name from vat_rates where ${dayOf(now)}::date - ${BILL_DAYS}::int >= from_on and ${dayOf(now)}::date <= coalesce(until_on, 'infinity') and name in ('5%', '8%', '10%')`,
  )
  const named = (name: string) => found.find((one) => one.name === name)
  const [usual, essential] = [named('8%') ?? named('10%'), named('5%')]
  if (!usual || !essential) throw new Error('The demo chain needs the delivered VAT rates')
  return { usual, essential }
}

function makeCompanies(chance: Chance): Company[] {
  const taken = new Set<string>()
  return Array.from({ length: COMPANIES }, (_, at) => {
    const base = SHOPS[at % SHOPS.length] ?? SHOPS[0]
    const called = `${chance.pick(COMPANY_NAMES)}${chance.happens(0.3) ? ` ${chance.pick(COMPANY_NAMES)}` : ''}`
    const name = `${chance.pick(COMPANY_KINDS)} ${chance.pick(COMPANY_TRADES)} ${called}`
    return {
      tax_code: at === 7 ? '0100233480' : freshCode(chance, taken),
      name,
      email: `ketoan@${normalizeText(called).replaceAll(' ', '')}.example`,
      address: placed({
        ...{
          line: `${chance.whole(1, 320)} ${chance.pick(STREETS)}`,
          ward: base?.ward ?? null,
          province: base?.province ?? null,
        },
        ...{ district: null, model: 2 as const },
      }),
    }
  })
}

/** A code with a right check digit, now and then one of a branch. */
function freshCode(chance: Chance, taken: Set<string>): string {
  for (;;) {
    const nine = `${chance.pick(TAX_BEGINNINGS)}${String(chance.whole(1_000_000, 9_999_999))}`
    const code = Array.from({ length: 10 }, (_, check) => `${nine}${check}`).find(isTaxCode)
    if (!code || taken.has(code)) continue
    taken.add(code)
    return chance.happens(0.12) ? `${code}00${chance.whole(1, 3)}` : code
  }
}

function makeBills(chance: Chance, now: number, { usual, essential }: { usual: Rate; essential: Rate }): Bill[] {
  const line = ({ id, rate }: Rate) => {
    const gross = chance.whole(20, 900) * 1000
    const net = Math.round((gross * 100) / (100 + rate))
    // As tills do it: the price is fixed, the tax is what the amount leaves of it.
    return Math.abs(gross - net - taxOf(net, rate)) <= 1 ? { rate: id, net, tax: gross - net, gross } : null
  }
  return SHOPS.flatMap((shop) =>
    Array.from({ length: BILL_DAYS * BILLS_A_DAY }, (_, at): Bill => {
      const moment = now - (BILL_DAYS - Math.floor(at / BILLS_A_DAY)) * DAY_MS + chance.whole(0, 9) * HOUR_MS
      const day = dayOf(moment)
      const lines = [line(usual), chance.happens(0.45) ? line(essential) : null].filter((one) => one !== null)
      const till = chance.whole(1, 6)
      const number = `${shop.code.slice(1)}${till}${day.slice(2).replaceAll('-', '')}${String(1000 + at * 7 + Number(shop.code.slice(1)) * 11).padStart(5, '0')}`
      return { number, store: storeId(shop.code), at: moment, day, lines }
    }),
  ).filter(({ lines }) => lines.length > 0)
}

const billRows = (bills: readonly Bill[], now: number): Record_[] =>
  bills
    .flatMap(({ number, store, at, day, lines }) =>
      lines.map((line) => ({
        ...made(Math.min(at + DAY_MS / 2, now), 1),
        bill_number: number,
        store,
        sold_on: day,
        ...line,
      })),
    )
    .map((row, at) => ({ id: at + 1, ...row }))

/** One bill in seven; what is older than a week is issued, a little of it corrected; of the rest some is with the provider. */
function requestRows(
  bills: readonly Bill[],
  companies: readonly Company[],
  people: readonly Person[],
  chance: Chance,
  now: number,
): Record_[] {
  const accountants = people.filter(({ role }) => role === 'Accounting').map(({ id }) => id)
  return bills
    .filter(() => chance.happens(1 / 7))
    .toSorted((a, b) => a.at - b.at)
    .map((bill, at) => {
      const { tax_code, name, email, address } = chance.pick(companies)
      const asked = bill.at + chance.whole(1, 20) * HOUR_MS
      const isPublic = chance.happens(0.6)
      const hasIssued = now - asked > 6 * DAY_MS
      const isFound = hasIssued || chance.happens(0.75)
      const [net, tax] = [sum(bill, 'net'), sum(bill, 'tax')]
      const amounts = isFound
        ? {
            lines: bill.lines,
            amount_without_vat: net,
            tax_amount: tax,
            amount_with_vat: net + tax,
            receipt_value: net + tax,
          }
        : { lines: [], amount_without_vat: null, tax_amount: null, amount_with_vat: null, receipt_value: null }
      const issued = asked + chance.whole(4, 60) * HOUR_MS
      const isSent = !hasIssued && isFound && at % 3 === 0
      const sentAt = hasIssued ? iso(issued - HOUR_MS) : isSent ? iso(Math.min(asked + HOUR_MS, now)) : null
      const by = chance.pick(accountants)
      return {
        ...{ id: at + 1, ...made(Math.min(asked, now), isPublic ? null : by), company_name: name, tax_code },
        is_confirmed: !isTaxCode(tax_code),
        ...{ email, address, buyer: chance.happens(0.5) ? personName(chance, chance.happens(0.6)) : null },
        ...{ phone: chance.happens(0.6) ? phoneNumber(chance) : null, bill_tail: bill.number.slice(-8) },
        ...{ receipt_number: isFound ? bill.number : null, sold_on: isFound ? bill.day : null, store: bill.store },
        payment_method: chance.pick(['card', 'card', 'transfer', 'wallet', 'cash']),
        ...{ ...amounts, source: isPublic ? 'public' : 'staff' },
        ...invoiceOf({ at, issued, hasIssued }, chance),
        ...(isSent && { state: 'sent' }),
        ...{ batch: hasIssued || isSent ? (at % 2) + 1 : null, batched_at: sentAt },
        ...completedBy(hasIssued ? { by, at: issued } : null),
      }
    })
}

const sum = ({ lines }: Bill, of: 'net' | 'tax'): number => lines.reduce((total, line) => total + line[of], 0)

export const completedBy = (done: { by: number; at: number } | null) =>
  done
    ? { status: 'completed', completed_by: done.by, completed_at: iso(done.at) }
    : { status: 'waiting', completed_by: null, completed_at: null }

const NO_CORRECTION = {
  ...{ correction_reason: null, correction_details: null, correction_note: null, correction_serial: null },
  ...{ correction_number: null, corrected_on: null, correction_numbers: null, corrections: [] },
}

function invoiceOf({ at, issued, hasIssued }: { at: number; issued: number; hasIssued: boolean }, chance: Chance) {
  if (!hasIssued)
    return {
      state: 'requested',
      invoice_form: '1',
      invoice_serial: null,
      invoice_number: null,
      issued_on: null,
      ...NO_CORRECTION,
    }
  const [day, year] = [dayOf(issued), dayOf(issued).slice(2, 4)]
  const number = String(at + 1841).padStart(8, '0')
  const invoice = { invoice_form: '1', invoice_serial: `C${year}TAN`, invoice_number: number, issued_on: day }
  const corrected = chance.happens(0.08)
  if (!corrected) return { state: 'issued', ...invoice, ...NO_CORRECTION }
  // Now and then the correction was wrong as well, and was corrected the same way.
  const way = chance.happens(0.5) ? 'replaced' : 'adjusted'
  const first = correctionOf(way, { ...invoice, number: at + 6200, on: dayOf(issued + DAY_MS) }, chance)
  const again = way === 'replaced' ? { ...invoice, invoice_number: first.number, issued_on: first.on } : invoice
  const second = chance.happens(0.3)
    ? [correctionOf(way, { ...again, number: at + 8200, on: dayOf(issued + 2 * DAY_MS) }, chance)]
    : []
  const corrections = [first, ...second]
  const { reason, details, note, serial, number: last, on } = second[0] ?? first
  return {
    ...{ state: way, ...invoice, corrections, correction_numbers: corrections.map((one) => one.number).join(' ') },
    ...{ correction_reason: reason, correction_details: details, correction_note: note },
    ...{ correction_serial: serial, correction_number: last, corrected_on: on },
  }
}

interface Corrected {
  invoice_serial: string
  invoice_number: string
  issued_on: string
  /** Number and day of the correcting invoice. */
  number: number
  on: string
}

function correctionOf(way: 'adjusted' | 'replaced', corrected: Corrected, chance: Chance) {
  const { invoice_serial: serial, invoice_number, issued_on, number, on } = corrected
  const [reason, details] = chance.pick(CORRECTIONS)
  const [y, m, d] = issued_on.split('-')
  const begins = way === 'replaced' ? 'Thay thế' : 'Điều chỉnh'
  return {
    ...{
      way,
      corrects: `${serial} ${invoice_number}`,
      serial,
      number: String(number).padStart(8, '0'),
      on,
      reason,
      details,
    },
    note: `${begins} cho hóa đơn Mẫu số 1, ký hiệu ${serial}, số ${invoice_number}, ngày ${d} tháng ${m} năm ${y}`,
  }
}
