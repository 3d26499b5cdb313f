import { Button } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatNumber, wallClock } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { failureWords, post } from '../../web/api.ts'
import { givenOf } from '../../web/fields/values.ts'
import { FormScreen } from '../../web/screens/form/form.tsx'
import { oddInOf, oddNotes } from '../../web/screens/form/odd-note.tsx'
import type { Form } from '../../web/screens/form/use-form.ts'
import type { PageParams } from '../../web/screens/module.ts'
import { useSession } from '../../web/session.ts'
import css from './goods-delivery.module.css'
import { goodsDelivery, WATCHED } from './goods-delivery.ts'

const oddBelow = oddNotes(oddInOf(WATCHED))

interface Way {
  distance: number
  duration: number
  is_estimate: boolean
  fee: number | null
}

/** A delivery, with the way worked out before it is saved. */
export default function DeliveryForm({ params }: PageParams) {
  const { time_zone } = useSession()
  return (
    <FormScreen
      definition={goodsDelivery}
      id={params.id}
      initial={{ delivery_date: wallClock(new Date(), time_zone).day }}
      below={oddBelow}
      besideField={(name, form) => (name === 'distance' ? <WorkOut form={form} /> : null)}
    />
  )
}

/** By whose change a way that comes then is that of something else. */
const MEASURED = ['store', 'to_address', 'receipt_value', 'distance'] as const

function WorkOut({ form }: { form: Form }) {
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const { store, to_address, receipt_value } = goodsDelivery.fields
  const { values } = form
  const isKnown = Boolean(values.store && values.to_address)
  const newest = useRef(values)
  useLayoutEffect(() => {
    newest.current = values
  }, [values])
  const known = useRef(values.distance)
  useEffect(() => {
    if (values.distance === known.current) return
    known.current = values.distance
    // What a person types is no estimate.
    if (values.is_estimate) form.set('is_estimate', false)
  })
  const work = async () => {
    setBusy(true)
    setSaid('')
    try {
      const way = await post<Way>('goods-delivery/measure', {
        store: givenOf(store, values.store),
        to_address: givenOf(to_address, values.to_address),
        receipt_value: givenOf(receipt_value, values.receipt_value),
      })
      if (MEASURED.some((name) => newest.current[name] !== values[name])) return
      known.current = way.distance
      for (const name of ['distance', 'duration', 'is_estimate'] as const) form.set(name, way[name])
      const fee =
        way.fee === null
          ? t('The fee table has no fee for this distance.')
          : t('Fee: {{fee}} đồng', { fee: formatNumber(way.fee, currentLanguage()) })
      setSaid(`${fee} · ${way.is_estimate ? t('Estimate') : t('Measured by the routing service')}`)
    } catch (error) {
      setSaid(failureWords(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css.workOut}>
      <Button
        size="xs"
        variant="default"
        loading={isBusy}
        disabled={!isKnown}
        leftSection={<IconRoute size={14} aria-hidden="true" />}
        onClick={() => void work()}
      >
        {t('Calculate the distance')}
      </Button>
      <span role="status">{isKnown ? said : t('Available once store and address are chosen')}</span>
    </div>
  )
}
