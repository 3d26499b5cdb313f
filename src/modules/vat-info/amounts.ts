import { lines, money, ref } from '../../shared/fields.ts'

/** What a bill comes to: a line for each VAT rate, and their totals; `amounts.server.ts` checks that they add up. */
export const amounts = {
  lines: lines(
    'Amounts by VAT rate',
    {
      rate: ref('VAT rate', 'vat-rates', { required: true, width: 150 }),
      net: money('Amount without VAT', { required: true }),
      tax: money('Tax amount', { required: true }),
      gross: money('Amount with VAT', { required: true }),
    },
    { max: 20 },
  ),
  amount_without_vat: money('Amount without VAT'),
  tax_amount: money('Tax amount'),
  amount_with_vat: money('Amount with VAT'),
  receipt_value: money('Receipt value'),
}
