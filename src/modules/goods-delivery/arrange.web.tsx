import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { t } from '../../shared/language.ts'
import { addressLine } from '../../web/fields/cell.tsx'
import { useFocusBack } from '../../web/ui/dialogs/focus-back.ts'
import { Sortable } from '../../web/ui/sortable.tsx'
import css from './day.module.css'
import { isLeft } from './stop.ts'
import type { ShownStop } from './stop-acts.web.ts'

interface ArrangeProps {
  stops: readonly ShownStop[]
  onChange: (ids: number[]) => void
  onEnd: () => void
}

/** The order of the stops that are left: a line each, dragged or moved by the arrow keys. */
export function Arrange({ stops, onChange, onEnd }: ArrangeProps) {
  const place = useRef<HTMLElement>(null)
  useFocusBack(true)
  useEffect(() => void place.current?.querySelector<HTMLElement>('[data-handle]')?.focus(), [])
  const left = stops.filter(isLeft)
  const ended = stops.filter((stop) => !isLeft(stop))
  return (
    <section ref={place} className={css.arrange} aria-label={t('Order of the stops')}>
      <Sortable
        items={left}
        keyOf={({ id }) => String(id)}
        nameOf={({ customer_name }) => customer_name}
        onChange={(items) => onChange([...items, ...ended].map(({ id }) => id))}
      >
        {(stop) => (
          <p>
            <strong>{stop.customer_name}</strong>
            <span>{addressLine(stop.to_address)}</span>
          </p>
        )}
      </Sortable>
      <Button onClick={onEnd}>{t('Done')}</Button>
    </section>
  )
}
