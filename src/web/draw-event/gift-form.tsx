import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { moduleOf } from '../../modules/index.ts'
import { PARTS_PER_CENT, partsOf, WHOLE } from '../../shared/draws/parts.ts'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { readNumber } from '../../shared/numbers.ts'
import type { Definition } from '../../shared/resource.ts'
import { isNamed } from '../fields/values.ts'
import { FormScreen } from '../screens/form/form.tsx'
import type { Form } from '../screens/form/use-form.ts'
import { pageOf, recordOf } from '../screens/records.ts'
import css from './gift-form.module.css'

interface GiftFormProps {
  gifts: Definition
  id: string | undefined
}

const GIFTS_MOST = 100

/** A gift of an event: its chance may be at most what the event's other gifts leave. */
export default function GiftForm({ gifts, id }: GiftFormProps) {
  const [most, setMost] = useState(WHOLE / PARTS_PER_CENT)
  const [isDraft, setDraft] = useState(id === undefined)
  const definition = useMemo(() => {
    const { chance, plan_reason } = gifts.fields
    if (!chance || !plan_reason) return gifts
    const fields = { ...gifts.fields, chance: { ...chance, max: most } }
    // A plan that nobody has been promised yet changes without a word.
    return { ...gifts, fields: isDraft ? { ...fields, plan_reason: { ...plan_reason, readonly: true } } : fields }
  }, [gifts, most, isDraft])
  return (
    <FormScreen
      definition={definition}
      id={id}
      besideField={(name, form) =>
        name === 'chance' ? <Chances form={form} setMost={setMost} setDraft={setDraft} /> : null
      }
    />
  )
}

/** What the chances of the event add up to with this one, and what stays for no gift. */
interface ChancesProps {
  form: Form
  setMost: (percent: number) => void
  setDraft: (isDraft: boolean) => void
}

function Chances({ form, setMost, setDraft }: ChancesProps) {
  const { event, chance } = form.values
  const chosen = isNamed(event) ? event.id : typeof event === 'number' ? event : null
  const found = useQuery({
    ...pageOf(form.definition, { event: chosen, perpage: GIFTS_MOST }),
    enabled: chosen !== null,
  })
  const events = moduleOf(form.definition.fields.event?.to ?? '')
  const stage = useQuery({
    ...recordOf(events ?? form.definition, chosen ?? 0),
    enabled: chosen !== null && events !== undefined,
    select: (row) => row.stage,
  }).data
  useEffect(() => setDraft(stage === undefined || stage === 'draft'), [stage, setDraft])
  const gifts = chosen === null ? undefined : found.data?.data
  const others = gifts
    ?.filter(({ id }) => id !== form.row?.id)
    .reduce((sum, other) => sum + (partsOf(Number(other.chance)) ?? 0), 0)
  useEffect(() => setMost((WHOLE - (others ?? 0)) / PARTS_PER_CENT), [others, setMost])
  if (others === undefined) return null
  const rest = WHOLE - others - partsTyped(chance)
  const percent = (parts: number) => formatNumber(parts / PARTS_PER_CENT, currentLanguage(), 4)
  return (
    <p role="status" className={css.chances} data-wrong={rest < 0 || undefined}>
      {t('All gifts of this event: {{sum}}%', { sum: percent(WHOLE - rest) })}
      {' · '}
      {rest < 0 ? t('{{n}}% too much', { n: percent(-rest) }) : t('No gift: {{n}}%', { n: percent(rest) })}
    </p>
  )
}

/** A chance beyond what is left stays in the draft as it was typed. */
function partsTyped(chance: unknown): number {
  if (typeof chance === 'number') return Math.round(chance * PARTS_PER_CENT)
  const read = typeof chance === 'string' ? readNumber(chance, { kind: 'decimal' }) : { problem: 'unreadable' }
  return 'value' in read ? Math.round(read.value * PARTS_PER_CENT) : 0
}
