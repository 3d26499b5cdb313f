import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { useSession } from '../../../web/session.ts'
import { Sortable } from '../../../web/ui/sortable.tsx'
import { isWorking } from '../progress/moved.ts'
import { isOpen } from '../states.ts'
import { type Task, useTaskRights } from '../task.web.ts'
import { AddLine } from './add-line.web.tsx'
import { CHECKLIST } from './address.ts'
import css from './checklist.module.css'
import { ItemRow } from './item.web.tsx'
import { checklistActs, checklistOf, type Item } from './use-checklist.web.ts'

/** The last place is meant, not those on the way. */
const PLACED_AFTER_MS = 500

/** What is to do, item by item: ticked by the processors, moved by drag and by keyboard, added to line by line. */
export function Checklist({ task }: { task: Task }) {
  const { id: me } = useSession()
  const rights = useTaskRights()(task)
  const { data } = useQuery(checklistOf(task.id))
  const acts = useMemo(() => checklistActs({ id: task.id }), [task.id])
  const items = data?.data ?? []
  const canAdd = isWorking(task.state) && (rights.shapes || rights.isMine) && !task.deleted_at
  const { shown, order } = useOrder(items, (item, position) => acts.place(item, position))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (window.location.hash !== `#${CHECKLIST}`) return
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [])
  if (items.length === 0 && !canAdd) return null
  const row = (item: Item) => (
    <ItemRow
      item={item}
      task={task}
      acts={acts}
      canGive={rights.isMine && isOpen(task.state) && !task.deleted_at}
      canShape={canAdd && (rights.shapes || item.created_by?.id === me)}
      canSendBack={rights.judges && task.state !== 'cancelled'}
    />
  )
  return (
    <section className={css.sheet} aria-labelledby={CHECKLIST}>
      <header className={css.top}>
        <h2 id={CHECKLIST} ref={heading} tabIndex={-1}>
          {t('Checklist')}
        </h2>
        {items.length > 0 && (
          <span>
            {t('{{n}} of {{total}} items', {
              n: items.filter(({ done_at }) => done_at !== null).length,
              total: items.length,
            })}
          </span>
        )}
      </header>
      <div className={css.items}>
        {canAdd && items.length > 1 ? (
          <Sortable items={shown} keyOf={({ id }) => String(id)} nameOf={({ title }) => title} onChange={order}>
            {row}
          </Sortable>
        ) : (
          <ul className={css.plain}>
            {items.map((item) => (
              <li key={item.id}>{row(item)}</li>
            ))}
          </ul>
        )}
      </div>
      {canAdd && <AddLine acts={acts} isFirst={items.length === 0} />}
    </section>
  )
}

/** The order while an item is being moved, and where it is put in the end. */
function useOrder(items: readonly Item[], place: (item: Item, position: number) => Promise<boolean>) {
  const [ids, setIds] = useState<readonly number[]>()
  const known = items.map(({ id }) => id).join()
  useEffect(() => {
    // Whatever the server says is the order again.
    if (known !== '') setIds(undefined)
  }, [known])
  const send = useDebouncedCallback(
    (next: readonly number[]) => {
      const moved = movedIn(
        items.map(({ id }) => id),
        next,
      )
      const item = items.find(({ id }) => id === moved)
      if (item) void place(item, next.indexOf(item.id) + 1).then((isDone) => !isDone && setIds(undefined))
    },
    { delay: PLACED_AFTER_MS, flushOnUnmount: true },
  )
  const shown = ids ? ids.flatMap((id) => items.find((item) => item.id === id) ?? []) : items
  return {
    shown: shown.length === items.length ? shown : items,
    order: (next: readonly Item[]) => {
      const order = next.map(({ id }) => id)
      setIds(order)
      send(order)
    },
  }
}

/** The one that was taken out of an order and put in elsewhere. */
function movedIn(before: readonly number[], after: readonly number[]): number | undefined {
  const at = before.findIndex((id, place) => after[place] !== id)
  if (at < 0) return undefined
  const [one, other] = [before[at], after[at]]
  const without = (id: number | undefined) => before.filter((held) => held !== id).join()
  return without(one) === after.filter((held) => held !== one).join() ? one : other
}
