import type { AppliesTo, WhyNot } from '../../../shared/draws/desk.ts'
import { formatDay, formatMoment } from '../../../shared/format.ts'
import { type Message, pack } from '../../../shared/message.ts'
import { type Bill, type Use, usesIn } from './bills.server.ts'
import type { Customer } from './customer.server.ts'

/** What an event asks of a bill and of a customer. */
export interface Terms {
  applies_to: AppliesTo
  minimum_total: number
  bill_step: number | null
  quantity_of_bills: number | null
  most_per_bill: number | null
  most_per_customer: number | null
  most_per_day: number | null
  /** First and last day of the event, at the chain's place. */
  first_day: string
  last_day: string
}

export interface Standing {
  /** Runs this moment, and at this store. */
  isRunning: boolean
  isHere: boolean
  today: string
  zone: string
  /** Draws of this customer so far: in all, and today. */
  made: { ever: number; today: number }
}

export interface Judged {
  bill: Bill
  granted: number
  uses: Use[]
}

/** Why there is no draw, packed. */
export interface Why {
  code: WhyNot
  message: string
  field?: string
}

export interface Rights {
  bills: Judged[]
  left: number
  why: Why[]
}

const why = (code: WhyNot, key: string, params?: Message['params'], field?: string): Why => ({
  code,
  message: pack(key, params),
  ...(field && { field }),
})

/** How many draws these bills still give to this customer, and what stands against it or is still to be told. */
export function rightsOf(
  terms: Terms,
  bills: readonly Bill[],
  uses: readonly Use[],
  customer: Customer,
  standing: Standing,
): Rights {
  if (!standing.isRunning)
    return { bills: [], left: 0, why: [why('not running', 'This event is not running at the moment.')] }
  if (!standing.isHere)
    return { bills: [], left: 0, why: [why('not here', 'This event is not running at this store.')] }
  const judged = bills.map((bill) => ({ bill, granted: grantedTo(terms, bill), uses: usesIn(uses, bill) }))
  const lacking = judged.flatMap((one, at) => lackingOf(terms, one, at, standing))
  const free = lacking.length > 0 ? 0 : drawsOf(terms, judged)
  const ofCustomer = whyCustomer(terms, customer, standing)
  const limits = [
    ...(terms.most_per_customer === null ? [] : [terms.most_per_customer - standing.made.ever]),
    ...(terms.most_per_day === null ? [] : [terms.most_per_day - standing.made.today]),
  ]
  const left = ofCustomer.length > 0 ? 0 : Math.max(0, Math.min(free, ...limits))
  const more = lacking.length === 0 && bills.length > 0 ? moreBills(terms, judged) : []
  return { bills: judged, left, why: [...lacking, ...more, ...(bills.length > 0 ? ofCustomer : [])] }
}

/** Draws that a bill gives by itself; of several that make one, its part of it. */
function grantedTo({ bill_step, quantity_of_bills, most_per_bill, minimum_total }: Terms, { total }: Bill): number {
  if (total === null || total < minimum_total) return 0
  const granted = quantity_of_bills !== null || bill_step === null ? 1 : Math.floor(total / bill_step)
  return Math.min(granted, most_per_bill ?? Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER)
}

function drawsOf({ quantity_of_bills }: Terms, judged: readonly Judged[]): number {
  const free = judged.reduce((sum, { granted, uses }) => sum + Math.max(0, granted - uses.length), 0)
  return quantity_of_bills === null ? free : Math.floor(free / quantity_of_bills)
}

/** What is wrong with one bill, or still to be told of it. */
function lackingOf(terms: Terms, { bill, granted, uses }: Judged, at: number, standing: Standing): Why[] {
  const { number, total, on } = bill
  const field = (name: string) => `bills.${at}.${name}`
  if (bill.isUnclear)
    return [
      why(
        'other',
        'Several bills of this day end in {{number}}. Please enter the whole number.',
        { number },
        field('number'),
      ),
    ]
  if (total === null)
    return [why('total needed', 'The tills do not know this bill yet. Please enter its total.', {}, field('total'))]
  if (on === null) return [why('date needed', 'Please enter the date of this bill.', {}, field('on'))]
  if (on < terms.first_day || on > terms.last_day || on > standing.today)
    return [
      why('too old', 'This bill is of {{day}}. The event takes bills from {{from}} to {{to}}.', {
        ...{ day: formatDay(on), from: formatDay(terms.first_day) },
        to: formatDay(terms.last_day < standing.today ? terms.last_day : standing.today),
      }),
    ]
  if (granted === 0) {
    const least = Math.max(terms.minimum_total, terms.quantity_of_bills === null ? (terms.bill_step ?? 0) : 0)
    return [
      why('too small', 'A bill of at least {{least}} đồng gives a draw. This one is of {{total}} đồng.', {
        least,
        total,
      }),
    ]
  }
  const last = uses.at(-1)
  if (last && uses.length >= granted)
    return [
      why('used', 'This bill was used already: at {{store}}, {{at}}.', {
        store: last.store_name,
        at: formatMoment(last.at, standing.zone),
      }),
    ]
  return []
}

function moreBills({ quantity_of_bills }: Terms, judged: readonly Judged[]): Why[] {
  const missing = quantity_of_bills === null ? 0 : quantity_of_bills - judged.length
  return missing > 0 ? [why('more bills', 'Bills still needed for a draw: {{n}}.', { n: missing }, 'bills')] : []
}

function whyCustomer(terms: Terms, customer: Customer, { made }: Standing): Why[] {
  const { applies_to, most_per_customer, most_per_day } = terms
  const isLimited = most_per_customer !== null || most_per_day !== null
  const isTold = customer.phone !== null || customer.card !== null
  if (!isTold && (isLimited || applies_to !== 'both'))
    return [why('customer needed', 'Please scan the member card, or enter the phone number.', {}, 'card')]
  if (applies_to === 'membership' && !customer.isMember)
    return [
      why(
        'no member',
        'This draw is for members. Nobody is registered with this card or phone number: registering takes a minute.',
      ),
    ]
  if (applies_to === 'non-membership' && customer.isMember)
    return [why('members not', 'This draw is for customers who are not members yet.')]
  if (isLimited && customer.phone === null)
    return [why('customer needed', 'This card is not known. Please enter the phone number.', {}, 'phone')]
  if (most_per_customer !== null && made.ever >= most_per_customer)
    return [why('customer most', 'This customer has made all {{n}} draws of this event.', { n: most_per_customer })]
  if (most_per_day !== null && made.today >= most_per_day)
    return [
      why('day most', 'This customer has made all {{n}} draws of today. Tomorrow there are new ones.', {
        n: most_per_day,
      }),
    ]
  return []
}
