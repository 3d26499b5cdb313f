import { pack } from '../../shared/message.ts'

interface Asked {
  /** The province as the page or as the server holds it: that there is one is enough. */
  to_address: { line?: string | null | undefined; province?: unknown }
  /** `YYYY-MM-DD`, as `today` in the chain's zone. */
  delivery_date?: string | null | undefined
}

/**
 * What is wrong with a delivery that a customer asks for, a packed message by field, for the page and for the server: nobody is found
 * by a street alone, nor by a ward alone, and nothing is brought yesterday.
 */
export const deliveryProblems = (
  { to_address: { line, province }, delivery_date }: Asked,
  today: string,
): Record<string, string> => ({
  ...(!(line?.trim() && province) && { to_address: pack('{{field}} is required', { field: 'To address' }) }),
  ...(delivery_date && delivery_date < today && { delivery_date: pack('Please choose a day in the future') }),
})
