import { formatMoney } from '../format.ts'
import { currentLanguage, t } from '../language.ts'
import type { ShownEvent } from './published.ts'

/** Who may draw, and how often, a line each: on the public page and on the poster. */
export function conditionsOf(event: ShownEvent): string[] {
  const { applies_to, bill_step, quantity_of_bills, minimum_total } = event
  const { most_per_bill, most_per_customer, most_per_day } = event
  return [
    applies_to === 'membership'
      ? t('For members: please show your card at the counter')
      : applies_to === 'non-membership'
        ? t('For customers who are no members yet')
        : t('For every customer'),
    ...(bill_step ? [t('One draw for each {{amount}} of a bill', { amount: money(bill_step) })] : []),
    ...(quantity_of_bills
      ? [
          quantity_of_bills === 1
            ? t('One draw for each bill')
            : t('One draw for {{n}} bills', { n: quantity_of_bills }),
        ]
      : []),
    ...(minimum_total ? [t('Bills from {{amount}}', { amount: money(minimum_total) })] : []),
    ...(most_per_bill ? [t('At most {{n}} draws for a bill', { n: most_per_bill })] : []),
    ...(most_per_customer ? [t('At most {{n}} draws for a customer', { n: most_per_customer })] : []),
    ...(most_per_day ? [t('At most {{n}} draws a day for a customer', { n: most_per_day })] : []),
  ]
}

interface Least {
  minimum_total: number | null
}

/** The bills that a gift asks for, where its event takes smaller ones. */
export function leastOf(gift: Least, event: Least): string | null {
  const least = gift.minimum_total ?? 0
  return least > (event.minimum_total ?? 0) ? t('Bills from {{amount}}', { amount: money(least) }) : null
}

const money = (value: number) => formatMoney(value, currentLanguage())
