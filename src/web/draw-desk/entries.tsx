import { Button, CloseButton, TextInput } from '@mantine/core'
import { IconCreditCard, IconPhone, IconReceipt2 } from '@tabler/icons-react'
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import type { CheckedDraws, DeskEvent, GivenBill } from '../../shared/draws/desk.ts'
import { date, money } from '../../shared/fields.ts'
import { formatDay, formatMoney, wallClock } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { spacedPhone } from '../../shared/vietnam/vietnam.ts'
import { useSession } from '../session.ts'
import { SkeletonLines } from '../ui/states.tsx'
import { isTyping } from './act-panel.tsx'
import css from './desk.module.css'
import { asBill, lackingBill, type Stage, withBill, withoutBill, withoutCustomer } from './entry.ts'
import type { DeskWork } from './use-work.ts'

const FieldInput = lazy(() => import('../fields/input.tsx').then((found) => ({ default: found.FieldInput })))

const TOTAL = money('Total of the bill', { required: true })
const DAY = date('Date of the bill', { required: true })

interface EntriesProps {
  event: DeskEvent
  work: DeskWork
}

/** What was read so far, each with a way to take it out again, and what comes next in words. */
export function Entries({ event, work }: EntriesProps) {
  const { entry, checked, stage } = work
  const lacking = checked && stage === 'facts' ? lackingBill(checked) : null
  const change = (next: typeof entry) => void work.check(next).catch(() => undefined)
  const isFixed = stage === 'drawing' || stage === 'turning'
  return (
    <section className={css.entries} aria-label={t('Bill and customer')}>
      {entry.bills.map((bill, at) => (
        <Line
          key={bill.number}
          sign={<IconReceipt2 size={20} aria-hidden="true" />}
          name={t('Bill {{number}}', { number: bill.number })}
          facts={factsOf(bill, checked, at)}
          onRemove={isFixed ? undefined : () => change(withoutBill(entry, at))}
        >
          {lacking === at ? (
            <Suspense fallback={<SkeletonLines lines={2} />}>
              <Facts key={bill.number} bill={bill} onGive={(facts) => change(withBill(entry, at, facts))} />
            </Suspense>
          ) : null}
        </Line>
      ))}
      {entry.card || entry.phone ? (
        <Line
          sign={
            entry.card ? <IconCreditCard size={20} aria-hidden="true" /> : <IconPhone size={20} aria-hidden="true" />
          }
          name={
            entry.card
              ? t('Member card …{{tail}}', { tail: entry.card.slice(-4) })
              : t('Phone {{phone}}', { phone: spacedPhone(entry.phone ?? '') })
          }
          facts={customerWords(checked)}
          onRemove={isFixed ? undefined : () => change(withoutCustomer(entry))}
        >
          {stage === 'bill' && entry.bills.length === 0 ? (
            <Button size="compact-sm" variant="default" onClick={() => change(asBill(entry, event))}>
              {t('This is a bill')}
            </Button>
          ) : null}
        </Line>
      ) : null}
      {stage === 'ready' && entry.phone && !checked?.customer.name ? <Name work={work} /> : null}
      <p className={css.next}>{nextWords(stage, event, work)}</p>
    </section>
  )
}

interface LineProps {
  sign: ReactNode
  name: string
  facts: string
  onRemove: (() => void) | undefined
  children: ReactNode
}

const Line = ({ sign, name, facts, onRemove, children }: LineProps) => (
  <div className={css.entry}>
    {sign}
    <strong>{name}</strong>
    {onRemove ? <CloseButton aria-label={t('Take out: {{what}}', { what: name })} onClick={onRemove} /> : null}
    {facts ? <span>{facts}</span> : null}
    {children}
  </div>
)

/** The total and the day of a bill that the tills do not know. */
function Facts({ bill, onGive }: { bill: GivenBill; onGive: (facts: Partial<GivenBill>) => void }) {
  const { time_zone } = useSession()
  const [total, setTotal] = useState<unknown>(bill.total ?? null)
  const [on, setOn] = useState<unknown>(bill.on ?? wallClock(new Date(), time_zone).day)
  const give = (event: FormEvent) => {
    event.preventDefault()
    if (typeof total === 'number' && typeof on === 'string') onGive({ total, on })
  }
  return (
    <form className={css.facts} onSubmit={give} noValidate>
      <FieldInput name="bill-total" field={TOTAL} value={total} onChange={setTotal} autoFocus={!isTyping()} />
      <FieldInput name="bill-on" field={DAY} value={on} onChange={setOn} />
      <Button type="submit">{t('Go on')}</Button>
    </form>
  )
}

/** Winners are named in the report to the authority. */
function Name({ work: { entry, setName } }: { work: DeskWork }) {
  return (
    <TextInput
      label={t("Customer's name")}
      value={entry.name ?? ''}
      maxLength={191}
      autoComplete="off"
      onChange={(event) => setName(event.currentTarget.value)}
    />
  )
}

const dong = (value: number): string => formatMoney(value, currentLanguage())

function factsOf({ total: typed, on: typedOn }: GivenBill, checked: CheckedDraws | null, at: number): string {
  const bill = checked?.bills[at]
  const [total, on] = [bill?.total ?? typed, bill?.on ?? typedOn]
  return [
    total === undefined || total === null ? '' : dong(total),
    on ? formatDay(on) : '',
    bill && bill.granted > 0 ? t('Draws: {{used}} of {{granted}}', { used: bill.used, granted: bill.granted }) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

function customerWords(checked: CheckedDraws | null): string {
  if (!checked) return ''
  const { is_member, name } = checked.customer
  return [name, is_member ? t('Member') : t('No member')].filter(Boolean).join(' · ')
}

/** The one thing to do next, in words that a customer may read. */
function nextWords(
  stage: Stage,
  { quantity_of_bills, applies_to }: DeskEvent,
  { entry, checked, lost }: DeskWork,
): string {
  const lacking = Math.max(1, quantity_of_bills ?? 1) - entry.bills.length
  switch (stage) {
    case 'bill':
      if (entry.bills.length > 0) return t('Now scan {{n}} more bills.', { n: lacking })
      return quantity_of_bills && quantity_of_bills > 1
        ? t('Scan {{n}} bills, or type their numbers.', { n: quantity_of_bills })
        : t('Scan the bill, or type its number.')
    case 'checking':
      return lost > 0 ? t('No answer yet. It is asked again by itself.') : t('One moment…')
    case 'facts':
      return t('The tills do not know this bill yet. Please enter what is printed on it.')
    case 'customer':
      return applies_to === 'membership'
        ? t('Now scan the member card, or type the phone number.')
        : t('Now scan the card, or type the phone number.')
    case 'ready':
      return entry.card || entry.phone || checked?.customer.is_member || applies_to === 'non-membership'
        ? ''
        : t('A member? Scan the card, too.')
    default:
      return ''
  }
}
