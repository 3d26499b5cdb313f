import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { moment, money, type Named, ref, refs, text } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { post } from '../../web/api.ts'
import { changed } from '../../web/query.ts'
import { askFields } from '../../web/screens/form/fields-dialog.tsx'
import { useMay } from '../../web/session.ts'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { priceChecking } from './price-checking.ts'

const PRODUCT = {
  promotion: ref('Promotion', 'product-promotions', { hint: 'Asks the stores that run it' }),
  product: ref('Product', 'products'),
  product_name: text('Product name', { max: 191, hint: 'Empty: as the product is called' }),
  our_price: money('Our price', { hint: 'Empty: the regular price of the product' }),
}
const WHOM = {
  stores: refs('Stores', 'stores', { hint: 'Empty: every store that is open' }),
  due_at: moment('Answer by', { hint: 'Empty: within eight working hours' }),
  note: text('Note', { max: 1000 }),
}

interface AskProps {
  about: { complaint: number } | { origin: number }
  label: string
}

/** One press has every store look at its shelf, each once and by a deadline. */
export function AskStores({ about, label }: AskProps) {
  const may = useMay()
  if (!may(priceChecking.permission, 'add')) return null
  const isKnown = 'origin' in about
  const mayPromote = may('product-promotions', 'read')
  const { promotion: _, ...withoutPromotion } = PRODUCT
  const ask = () =>
    askFields({
      title: label,
      description: t('Each store gets one check, and is told once. Who is late is reminded.'),
      fields: isKnown ? WHOM : { ...(mayPromote ? PRODUCT : withoutPromotion), ...WHOM },
      submit: t('Ask the stores'),
      draftKey: `${priceChecking.name}/ask/${JSON.stringify(about)}`,
      onSubmit: async (values) => {
        const told = await post<{ asked: Named[]; already: number }>('price-checking/ask', { ...about, ...values })
        changed(priceChecking.name)
        snackbar(saidOf(told.asked.length, told.already))
      },
    })
  return (
    <Button variant="default" leftSection={<IconSend size={16} aria-hidden="true" />} onClick={() => void ask()}>
      {label}
    </Button>
  )
}

function saidOf(asked: number, already: number): string {
  if (asked === 0) return t('All these stores were asked before: {{n}}', { n: already })
  return t('Stores asked: {{n}}', { n: asked })
}
